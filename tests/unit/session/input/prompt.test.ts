import { describe, expect, test } from 'vitest';
import type { OutputChunk } from '../../../../src/model/output-chunk.ts';
import { promptOf } from '../../../../src/session/input/prompt.ts';
import { OutputBuffer } from '../../../../src/session/output/output-buffer.ts';

function promptAfter(...chunks: (string | OutputChunk)[]): string | undefined {
  const output = new OutputBuffer();
  for (const chunk of chunks) output.add(typeof chunk === 'string' ? { category: 'stdout', text: chunk } : chunk);
  return promptOf(output);
}

describe('a prompt', () => {
  test('is the last line, where it is not ended', () => {
    expect(promptAfter('Welcome\nName? ')).toBe('Name?');
    expect(promptAfter('Na', 'me', '? ')).toBe('Name?');
    expect(promptAfter('> ')).toBe('>');
  });

  test('is none where the program has ended its line, or written nothing but blanks', () => {
    expect(promptAfter('Listening\n')).toBeUndefined();
    expect(promptAfter()).toBeUndefined();
    expect(promptAfter('done\n  ')).toBeUndefined();
  });

  test('may be written to stderr, and lines of log breakpoints are none of it', () => {
    expect(promptAfter('ready\n', { category: 'stderr', text: 'Password: ' })).toBe('Password:');
    expect(promptAfter('Name? ', { category: 'log', text: 'passed here\n' })).toBe('Name?');
  });

  test('is what a terminal shows: without its sequences, and as it was written over last', () => {
    expect(promptAfter('\u001b[2K\u001b[1G\u001b[32m?\u001b[39m \u001b[1mName:\u001b[22m \u001b[8G')).toBe('? Name:');
    expect(promptAfter('\u001b]0;title\u0007\u001b[?25hok> ')).toBe('ok>');
    expect(promptAfter('50 %\r100 %\rName? ')).toBe('Name?');
  });

  test('begins behind the input that was read last, which a pipe does not show', () => {
    const output = new OutputBuffer();
    output.add({ category: 'stdout', text: 'Name? ' });
    output.noteInput();
    expect(promptOf(output)).toBe('Name?');
    output.add({ category: 'stdout', text: 'Age? ' });
    expect(promptOf(output)).toBe('Age?');
  });

  test('is none in a menu, which goes back to its first line or hides the cursor', () => {
    expect(promptAfter('? Pick\n> a\n  b\u001b[2A')).toBeUndefined();
    expect(promptAfter('\u001b[?25l? Pick\n> a\n  b')).toBeUndefined();
    expect(promptAfter('\u001b[?25lworking\u001b[?25h\nName? ')).toBe('Name?');
  });

  test('is bounded', () => {
    expect(promptAfter('x'.repeat(10_000))?.length).toBe(200);
  });
});
