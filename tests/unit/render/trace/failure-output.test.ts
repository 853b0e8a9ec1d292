import { expect, test } from 'vitest';
import type { OutputExcerpt } from '../../../../src/model/stop-report.ts';
import { failureOutput } from '../../../../src/render/trace/failure-output.ts';

function stderr(...lines: string[]): OutputExcerpt {
  return { chunks: [{ category: 'stderr', text: `${lines.join('\n')}\n` }], omittedChars: 0 };
}

function shown(output: OutputExcerpt): string[] {
  return failureOutput(output).chunks.flatMap(({ text }) => text.trimEnd().split('\n'));
}

test('the message of an error is shown, however deep the stack below it is', () => {
  const frames = Array.from({ length: 10 }, (_, index) => `    at depth${index} (/app/deep.js:${index + 1}:9)`);
  const output = stderr('/app/deep.js:3', '  throw new Error(x);', '', 'RangeError [ERR_X]: too deep', ...frames);
  expect(shown(output)).toEqual(['RangeError [ERR_X]: too deep', ...frames.slice(0, 7)]);
  expect(failureOutput(output)).toMatchObject({ omittedChars: 37, laterLines: 3 });
});

test('the message of a runner stands before its picture of the source, with the test that failed', () => {
  const picture = Array.from({ length: 9 }, (_, index) => `     ${index + 130}|   expect(x)`);
  const output = stderr(' ✓ other', ' FAIL  a.test.ts > adds', "Error: Cannot find package 'b'", ...picture);
  expect(shown(output).slice(0, 2)).toEqual([' FAIL  a.test.ts > adds', "Error: Cannot find package 'b'"]);
  const jest = stderr('FAIL ./cli.test.js', '  ● opts › choices', '    expect(received).toBe(expected)', ...picture);
  expect(shown(jest)[1]).toBe('  ● opts › choices');
});

test('colours hide no message', () => {
  const picture = Array.from({ length: 9 }, (_, index) => `\u001b[90m${index}|\u001b[39m expect(x)`);
  const output = stderr('\u001b[31m\u001b[1mAssertionError\u001b[22m: expected 1 to be 2', ...picture);
  expect(shown(output)[0]).toBe('AssertionError: expected 1 to be 2');
});

test('a message at the end is shown with what stands before it', () => {
  const frames = Array.from({ length: 10 }, (_, index) => `  File "a.py", line ${index + 1}, in f`);
  const output = stderr('Traceback (most recent call last):', ...frames, "KeyError: 'b'");
  expect(shown(output)).toEqual([...frames.slice(3), "KeyError: 'b'"]);
  expect(failureOutput(output).laterLines).toBe(0);
});

test('a program that said nothing on stderr is shown with its stdout', () => {
  const output: OutputExcerpt = { chunks: [{ category: 'stdout', text: '1 failed\n' }], omittedChars: 5 };
  expect(failureOutput(output)).toEqual({ ...output, laterLines: 0 });
});
