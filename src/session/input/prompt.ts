import type { OutputBuffer } from '../output/output-buffer.ts';

/** Characters of output, from the end, among which the last line begins. */
const MAX_LOOKED_THROUGH = 2_000;
const MAX_PROMPT_CHARS = 200;

const ESC = '\\u001b';
/** Colours, cursor movements, titles, and what else a terminal takes for itself. */
const TERMINAL_SEQUENCE = new RegExp(
  `${ESC}\\[[0-?]*[ -/]*[@-~]|${ESC}\\][^\\u0007${ESC}]*(?:\\u0007|${ESC}\\\\)|${ESC}[@-Z\\\\-_78=>]`,
  'g',
);

const CURSOR_UP = new RegExp(`${ESC}\\[\\d*[AFH]`);

const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';

/**
 * The prompt that a program may be waiting at: the last line that it wrote, where it has not ended it. Undefined where it has: then
 * nothing in the output speaks of waiting. Whether it waits indeed, its processes must say.
 */
export function promptOf(output: OutputBuffer): string | undefined {
  // Behind an answer that a pipe does not show, the next prompt is on the line of the one before.
  const from = output.end > output.inputAt ? output.inputAt : 0;
  const chunks = output.since(from, MAX_LOOKED_THROUGH).chunks.filter(({ category }) => category !== 'log');
  const text = chunks.map((chunk) => chunk.text).join('');
  const unfinished = text.slice(text.lastIndexOf('\n') + 1);
  // It has gone back to a line above, or hides where it is: this is the end of a menu or a box, and no prompt.
  if (CURSOR_UP.test(unfinished) || text.lastIndexOf(HIDE_CURSOR) > text.lastIndexOf(SHOW_CURSOR)) return undefined;
  const last = unfinished.replace(TERMINAL_SEQUENCE, '');
  // What a terminal shows of a line that was written over.
  const shown = last.replace(/\r+$/, '').split('\r').at(-1) ?? '';
  const prompt = shown.trim();
  return prompt === '' ? undefined : prompt.slice(-MAX_PROMPT_CHARS);
}
