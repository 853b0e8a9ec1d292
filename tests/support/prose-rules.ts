/** The rules of plain English as functions over source text, so that a test can show each of them able to fail. */
import type { SourceFile } from './source-rules.ts';

/** Words that hide the actor. A comment names V8, the client, the caller, the session, the program. */
const UNNAMED =
  /\b(?:whoever|nobody|somebody|anew|in vain|hears? of|heard of|takes? note|(?:that|which|it|they) (?:is|are) none)\b/i;
/** A docstring begins with a verb or a noun: `True if …` of a boolean, `The place of …` instead of `Where …` or `That of …`. */
const INDIRECT = /^(?:What|Whether|How|Where|Who|Whose|Which|When|Why|It|They|That|Those|These|Of)\b/;

/** A line of a comment; `begin` is the first words of a docstring. */
interface CommentLine {
  readonly text: string;
  readonly begin: string;
}

/** Lines of comments that break a rule, each with its place. Reads TypeScript, JavaScript and Python. */
export function proseProblems({ path, text }: SourceFile): string[] {
  const lines = text.split('\n');
  const comments = path.endsWith('.py') ? pythonComments(lines) : scriptComments(lines);
  return comments.flatMap(({ text: comment, begin }, index) => {
    const [found] = comment.match(UNNAMED) ?? begin.match(INDIRECT) ?? [];
    return found === undefined ? [] : [`${path}:${index + 1} says "${found}"`];
  });
}

function scriptComments(lines: readonly string[]): CommentLine[] {
  return lines.map((line, index) => {
    const text = /^\s*(?:\/\/|\/\*\*|\*)|\s\/\/\s/.test(line) ? line : '';
    const [, inOne] = /^\s*\/\*\* (.*)/.exec(line) ?? [];
    const isSecond = /^\s*\/\*\*$/.test(lines[index - 1] ?? '');
    return { text, begin: inOne ?? (isSecond ? line.replace(/^\s*\* /, '') : '') };
  });
}

/** A text in three quotes that begins a line is a docstring; any other is a text of the program. */
function pythonComments(lines: readonly string[]): CommentLine[] {
  let isOpen = false;
  let isDocstring = false;
  return lines.map((line) => {
    const wasOpen = isOpen;
    const [, begin] = (wasOpen ? undefined : /^\s*r?"""(.*)/.exec(line)) ?? [];
    if (!wasOpen) isDocstring = begin !== undefined;
    if (line.split('"""').length % 2 === 0) isOpen = !wasOpen;
    const isComment = wasOpen || isDocstring ? isDocstring : /(?:^|\s)#:? /.test(line);
    return { text: isComment ? line : '', begin: begin ?? '' };
  });
}
