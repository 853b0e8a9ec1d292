import { type Line, span } from '../text/styled-line.ts';

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['up, down, j, k', 'the row before, the row after'],
  ['page up, page down', 'ten rows'],
  ['g, G', 'the first row, the last row'],
  ['space', 'pause, or follow the journal'],
  ['left, right', 'the stop before, the stop after'],
  ['e, E', 'the next error, the one before'],
  ['s', 'one session after the other, then all'],
  ['t', 'one type of row after the other, then all'],
  ['/ n N', 'search, again, again backwards'],
  ['tab', 'locals, stack, watches, output (where they share a place)'],
  ['enter', 'the chosen entry as JSON'],
  ['c', 'copy it as JSON, a call with its answer'],
  ['esc', 'show everything again'],
  ['q, ctrl-c', 'leave'],
];

const SIGNS =
  '» call   ✓ done   ✗ failed   … no answer yet   ‖ stopped   ▸ running   ■ ended   ● breakpoint   = values   | output   * changed';

/** The meaning of all keys and signs. */
export function helpLines(columns: number): readonly Line[] {
  const keys = KEYS.map(([names, what]): Line => [span(` ${names.padEnd(20)}`, 'accent'), span(what)]);
  return [...keys, [], ...wrapped(SIGNS.split('   '), columns)];
}

function wrapped(words: readonly string[], columns: number): Line[] {
  const lines: string[] = [''];
  for (const word of words) {
    const last = lines.at(-1) ?? '';
    if (last.length + word.length + 4 > columns) lines.push(` ${word}`);
    else lines[lines.length - 1] = `${last}${last === '' ? ' ' : '   '}${word}`;
  }
  return lines.map((line) => [span(line, 'dim')]);
}
