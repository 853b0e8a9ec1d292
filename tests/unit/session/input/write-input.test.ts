import { describe, expect, test } from 'vitest';
import type { DebuggeeInput } from '../../../../src/adapter/debuggee-input.ts';
import { writeInput } from '../../../../src/session/input/write-input.ts';
import type { StartRequest } from '../../../../src/session/start-request.ts';

const LAUNCH = { kind: 'launch', program: 'app.js', args: [], cwd: '/', env: {}, stopOnEntry: false } as const;
const OPEN: StartRequest = { ...LAUNCH, stdin: { kind: 'open' } };

/** Records what is written. */
function recording(): DebuggeeInput & { readonly seen: string[] } {
  const seen: string[] = [];
  return { seen, writeStdin: (text) => seen.push(text), closeStdin: () => seen.push('<end>') };
}

describe('what is written to a program', () => {
  test('is its text, and then the end', () => {
    const input = recording();
    writeInput(OPEN, input, { text: 'a\n', end: false });
    writeInput(OPEN, input, { text: 'b', end: true });
    expect(input.seen).toEqual(['a\n', 'b', '<end>']);
  });

  test('is refused after the end, which another start does not know', () => {
    const input = recording();
    writeInput(OPEN, input, { text: '', end: true });
    expect(() => writeInput(OPEN, input, { text: 'x', end: false })).toThrow(/has been ended/);
    const restarted = recording();
    writeInput(OPEN, restarted, { text: 'x', end: false });
    expect(restarted.seen).toEqual(['x']);
  });

  test('goes on behind the end that a key of a terminal gives', () => {
    const input = recording();
    const inTerminal: StartRequest = { ...LAUNCH, tty: true };
    writeInput(inTerminal, input, { text: '', end: true });
    writeInput(inTerminal, input, { text: 'x', end: false });
    expect(input.seen).toEqual(['<end>', 'x']);
  });

  test.each<[string, StartRequest, RegExp]>([
    ['that reads nothing', LAUNCH, /an empty standard input/],
    ['whose input was given', { ...LAUNCH, stdin: { kind: 'text', text: 'x' } }, /given whole/],
    ['that reads a file', { ...LAUNCH, stdin: { kind: 'file', path: '/x' } }, /given whole/],
    ['that was attached to', { kind: 'attach', target: { kind: 'pid', pid: 2 }, cwd: '/', label: 'x' }, /attached to/],
  ])('is refused for one %s', (_, request, message) => {
    const input = recording();
    expect(() => writeInput(request, input, { text: 'x', end: true })).toThrow(message);
    expect(input.seen).toEqual([]);
  });

  test('is refused where the input is not ours', () => {
    expect(() => writeInput(OPEN, undefined, { text: 'x', end: false })).toThrow(/not started yet/);
  });
});
