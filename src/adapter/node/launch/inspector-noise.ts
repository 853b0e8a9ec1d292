const WHOLE_LINES = [
  'Debugger attached.',
  'Waiting for the debugger to disconnect...',
  'For help, see: https://nodejs.org/en/docs/inspector',
  'For help, see: https://nodejs.org/learn/getting-started/debugging',
] as const;
/** Lines that go on with a host, a port and an id. */
const URL_LINES = ['Debugger listening on ws://', 'Debugger ending on ws://'] as const;
const LONGEST_URL = 200;

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const NOISE = new RegExp(
  `(?:${WHOLE_LINES.map(literally).join('|')}|(?:${URL_LINES.map(literally).join('|')})[^\\s]{1,${LONGEST_URL}})\\r?\\n`,
  'g',
);
const LONGEST_NOISE = Math.max(...URL_LINES.map((line) => line.length)) + LONGEST_URL + 2;

/**
 * Takes the lines that node's inspector writes about itself ("Debugger attached.") out of a program's stderr. One per
 * stream.
 *
 * Node writes them wherever the program's own last write ended, so that they can follow an unfinished line; they are
 * recognised there too. Text that could be the beginning of such a line is held back until the next chunk, and nothing else.
 */
export class InspectorNoise {
  #held = '';

  /** The part of everything received so far that is the program's own and was not returned before. */
  push(chunk: string): string {
    const text = this.#held + chunk;
    let own = '';
    let end = 0;
    for (const match of text.matchAll(NOISE)) {
      own += text.slice(end, match.index);
      end = match.index + match[0].length;
    }
    const rest = text.slice(end);
    const keep = startOfUnfinishedNoise(rest);
    this.#held = rest.slice(keep);
    return own + rest.slice(0, keep);
  }

  /** Returns the text still held back. At the end of the stream, or when the program waits for an answer to a prompt. */
  flush(): string {
    const rest = this.#held;
    this.#held = '';
    return rest;
  }
}

/** Index of the first suffix that more text could turn into a noise line; the text's length when there is none. */
function startOfUnfinishedNoise(text: string): number {
  const newline = text.lastIndexOf('\n');
  for (let start = Math.max(newline + 1, text.length - LONGEST_NOISE); start < text.length; start++) {
    if (couldBecomeNoise(text.slice(start))) return start;
  }
  return text.length;
}

function couldBecomeNoise(tail: string): boolean {
  const bare = tail.endsWith('\r') ? tail.slice(0, -1) : tail;
  if (bare === '') return false;
  if (WHOLE_LINES.some((line) => (bare === tail ? line.startsWith(bare) : line === bare))) return true;
  return URL_LINES.some((line) =>
    bare.startsWith(line) ? !/\s/.test(bare.slice(line.length)) && bare.length < LONGEST_NOISE : line.startsWith(tail),
  );
}
