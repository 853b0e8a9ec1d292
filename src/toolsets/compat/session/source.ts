import * as z from 'zod/v4';
import type { EditedSource } from '../../../adapter/edited-source.ts';
import { editedText } from '../../../session/edited-files.ts';
import { SourceCache } from '../../../session/source-cache.ts';
import { LOOKS_ONLY } from '../../annotations.ts';
import { integer, optional, text } from '../../schema.ts';
import { defineTool } from '../../tool.ts';
import { refused, success } from './answer.ts';
import { type Context, sessionIdArgument } from './common.ts';
import { sessionOf } from './profile.ts';

const sources = new SourceCache();

/** A line of a file with those around it. */
interface SourceContext {
  readonly lineContent: string;
  readonly surrounding: readonly { readonly line: number; readonly content: string }[];
}

/**
 * A line and up to `around` lines on either side; undefined past the end of the file.
 *
 * @param path Absolute.
 * @param edited What is known of it, where it is not as the program loaded it.
 * @throws DebugError `source_not_found`
 */
export function sourceContext(
  path: string,
  line: number,
  around: number,
  edited?: EditedSource,
): SourceContext | undefined {
  const lines = sources.linesOf(path, edited?.text);
  const lineContent = lines[line - 1];
  if (lineContent === undefined) return undefined;
  const first = Math.max(1, line - around);
  const surrounding = lines.slice(first - 1, line + around).map((content, index) => ({ line: first + index, content }));
  return { lineContent, surrounding };
}

export const getSourceContext = defineTool({
  name: 'get_source_context',
  title: 'Source around a line',
  description: 'Get the source text around a line of a file.',
  annotations: LOOKS_ONLY,
  schema: z.strictObject({
    sessionId: sessionIdArgument,
    file: text().describe('Absolute, or relative to the project root'),
    line: integer({ min: 1 }).describe('1-based'),
    linesContext: optional(integer({ min: 0, max: 1_000 })).describe('Lines before and after; default 5'),
  }),
  async handler({ sessionId, file, line, linesContext = 5 }, { engine, signal }: Context) {
    const session = sessionOf(engine, sessionId);
    const path = session.resolvePath(file);
    const edited = await session.inspection.editedSource(path, { signal });
    const context = sourceContext(path, line, linesContext, edited);
    const warning = edited === undefined ? {} : { warning: editedText(path, edited) };
    if (context) return success({ file: path, line, ...context, contextLines: linesContext, ...warning });
    return refused(`Line ${line} is past the end of ${path}.`, 'Give a line that the file has.');
  },
});
