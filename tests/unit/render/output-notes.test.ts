import { expect, test } from 'vitest';
import { renderOutput } from '../../../src/render/output.ts';
import { OutputBuffer } from '../../../src/session/output/output-buffer.ts';

test('what the debugger says of itself is told from what a breakpoint logs', () => {
  const buffer = new OutputBuffer();
  buffer.add({ category: 'log', text: 'i is 1\n' });
  buffer.add({ category: 'log', isNote: true, text: 'Process 7 goes on.\n' });
  buffer.add({ category: 'log', isNote: true, text: 'Process 8 goes on.\n' });
  buffer.add({ category: 'stdout', text: '[debugger] a program may write this\n' });
  expect(renderOutput(buffer.since(0, 10_000), { cwd: '/p' })).toBe(
    '[log] i is 1\n[debugger] Process 7 goes on.\n[debugger] Process 8 goes on.\n| [debugger] a program may write this',
  );
});

test('what an earlier run wrote is not left out of the present one', () => {
  const buffer = new OutputBuffer();
  buffer.add({ category: 'stdout', text: 'of the run before\n' });
  buffer.clear();
  buffer.add({ category: 'stdout', text: 'of this one\n' });
  expect(renderOutput(buffer.since(0, 10_000), { cwd: '/p' })).toBe('| of this one');
  expect(buffer.since(0, 6)).toMatchObject({ chunks: [{ text: 'one\n' }], omittedChars: 8 });
});
