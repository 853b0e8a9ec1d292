/**
 * The JSON that code of ours has put out, on one line: alone, or at the end of a traceback.
 *
 * @param start What it begins with.
 * @throws SyntaxError where there is none
 */
export function jsonInText(text: string, start: string, end: '}' | ']' = '}'): unknown {
  for (const line of text.split('\n')) {
    const [from, to] = [line.indexOf(start), line.lastIndexOf(end)];
    if (from !== -1 && to > from) return JSON.parse(line.slice(from, to + 1));
  }
  throw new SyntaxError('no answer');
}
