import { expect, test } from 'vitest';
import { renderOutput } from '../../../src/render/output.ts';
import { linesOf, oneLine } from '../../../src/render/plain-text.ts';

test.each([
  ['what is overwritten is gone', '10%\r20%\r30%\n', ['30%']],
  ['what a shorter text leaves is there', 'Downloading 100%\rDone\n', ['Doneloading 100%']],
  ['a line that is erased first is the last one only', 'Downloading 100%\r\u001b[KDone\n', ['Done']],
  ['the rest of a line that is erased last', 'Downloading 100%\rDone\u001b[K\n', ['Done']],
  ['a whole line that is erased', 'Downloading 100%\u001b[2K\rDone\n', ['Done']],
  ['a carriage return at the end', 'one\r\ntwo\r\n', ['one', 'two']],
  ['colours', 'abc\r\u001b[31mX\u001b[0m\n', ['Xbc']],
  ['nothing after the return', 'kept\r\r\n', ['kept']],
])('%s', (_name, text, lines) => {
  expect(linesOf(text)).toEqual(lines);
});

test('a line that is redrawn without end is quick', () => {
  expect(linesOf(`${'x'.repeat(500_000)}${'\rab'.repeat(100_000)}`)).toEqual(['ab']);
});

test('what turns the direction of writing is escaped', () => {
  expect(oneLine('user\u202etxt.exe\u2066\u200f\u2028')).toBe('user\\u202etxt.exe\\u2066\\u200f\\u2028');
  expect(oneLine('a\u0007')).toBe('a\\x07');
});

test('a program cannot speak in the voice of the debugger', () => {
  const chunks = [
    { category: 'stdout', text: 'Stopped (breakpoint) at app.js:1\n[stderr] no\n' },
    { category: 'stderr', text: 'Stopped\n' },
  ] as const;
  expect(renderOutput({ chunks, omittedChars: 0 }, { cwd: '/' }).split('\n')).toEqual([
    '| Stopped (breakpoint) at app.js:1',
    '| [stderr] no',
    '[stderr] Stopped',
  ]);
});
