/** The rules of plain English as functions over source text, so that a test can show each of them able to fail. */
import type { SourceFile } from './source-rules.ts';

/** Words that hide the actor. A comment names V8, the client, the caller, the session, the program. */
const UNNAMED =
  /\b(?:whoever|nobody|somebody|anew|in vain|hears? of|heard of|takes? note|(?:that|which|it|they) (?:is|are) none)\b/i;
/** A docstring begins with a verb or a noun. `Whether …` is what `True if …` says of a boolean. */
const INDIRECT = /^\s*\/\*\* Whether\b/;

/** Lines of comments that break a rule, each with its place. */
export function proseProblems({ path, text }: SourceFile): string[] {
  return text.split('\n').flatMap((line, index) => {
    const comment = /^\s*(?:\/\/|\/\*\*|\*)|\s\/\/\s/.test(line) ? line : '';
    const [words] = comment.match(UNNAMED) ?? comment.match(INDIRECT) ?? [];
    return words === undefined ? [] : [`${path}:${index + 1} says "${words.trim()}"`];
  });
}
