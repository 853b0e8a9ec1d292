import type { CallOptions } from '../../../model/call-options.ts';
import type { ProgramTexts } from './program-texts.ts';
import type { ScriptTable } from './script-table.ts';

/**
 * The text of a source that a thread runs and that is no file: as a source map carries it, or as V8 compiled it.
 *
 * @param path Absolute, or the name of a script that is no file.
 */
export async function sourceTextIn(
  { scripts, texts }: { readonly scripts: ScriptTable; readonly texts: ProgramTexts },
  path: string,
  options?: CallOptions,
): Promise<string | undefined> {
  for (const script of scripts.containing(path, scripts.naming.urlsOf(path))) {
    const content = scripts.mapOf(script)?.contentOf(path);
    if (content !== undefined) return content;
  }
  const [script] = scripts.named(path);
  if (script === undefined || scripts.mapOf(script) !== undefined) return undefined;
  return texts.of(script.id, options);
}
