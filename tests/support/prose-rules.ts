/** The rules of plain English as functions over source text, so that a test can show each of them able to fail. */
import type { SourceFile } from './source-rules.ts';

/** Words that hide the actor. A comment names V8, the client, the caller, the session, the program. */
const UNNAMED =
  /\b(?:whoever|nobody|somebody|anew|in vain|hears? of|heard of|takes? note|(?:that|which|it|they) (?:is|are) none)\b/i;
/** A docstring begins with a verb or a noun: `True if …` of a boolean, `The place of …` instead of `Where …`. */
const INDIRECT = /^(?:What|Whether|How|Where|Who|Whose|Which|When|Why)\b/;
/** Rooms whose docstrings all do. In the others, only `Whether` is found. */
const DIRECT_ROOMS = [
  'src/model/',
  'src/wire/',
  'src/cdp/',
  'src/dap/',
  'src/files/',
  'src/process/',
  'src/redaction/',
  'src/sourcemap/',
  'src/journal/',
  'src/engine/',
  'src/calls/',
  'src/mcp/',
  'src/tui/',
  'src/bin/',
  'src/storage/',
  'src/session/',
  'src/render/',
  'src/toolsets/',
  'src/investigate/',
  'src/adapter/composite/',
  'src/adapter/dap/',
  'src/adapter/languages/',
  'src/adapter/node/',
  'src/adapter/v8/',
];

/** Lines of comments that break a rule, each with its place. */
export function proseProblems({ path, text }: SourceFile): string[] {
  const lines = text.split('\n');
  const isDirect = DIRECT_ROOMS.some((room) => path.startsWith(room));
  return lines.flatMap((line, index) => {
    const comment = /^\s*(?:\/\/|\/\*\*|\*)|\s\/\/\s/.test(line) ? line : '';
    const [unnamed] = comment.match(UNNAMED) ?? [];
    const [indirect] = docstringStart(lines, index).match(INDIRECT) ?? [];
    const found = unnamed ?? (isDirect || indirect === 'Whether' ? indirect : undefined);
    return found === undefined ? [] : [`${path}:${index + 1} says "${found}"`];
  });
}

/** The text of a line with which a docstring begins; empty of all others. */
function docstringStart(lines: readonly string[], index: number): string {
  const line = lines[index] ?? '';
  const [, inOne] = /^\s*\/\*\* (.*)/.exec(line) ?? [];
  if (inOne !== undefined) return inOne;
  return /^\s*\/\*\*$/.test(lines[index - 1] ?? '') ? line.replace(/^\s*\* /, '') : '';
}
