import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { linesOfFile } from '../../../src/files/read-lines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder('mcp-lines-');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(path: string, maxLineBytes = 1_000_000) {
  const lines: string[] = [];
  let tooLong = 0;
  for await (const part of linesOfFile(path, maxLineBytes)) {
    lines.push(...part.lines);
    tooLong += part.tooLong;
  }
  return { lines, tooLong };
}

const written = (text: string) => {
  const path = join(folder, 'file');
  writeFileSync(path, text);
  return path;
};

describe('the lines of a file', () => {
  test('are whole where pieces of it end within them, and within a character', async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => `${index} ${'ü€😀'.repeat(300 + (index % 7))}`);
    expect(await read(written(`${lines.join('\n')}\n`))).toEqual({ lines, tooLong: 0 });
  });

  test('have the last one without a line end, and none that are empty', async () => {
    expect((await read(written('a\n\nb'))).lines).toEqual(['a', 'b']);
    expect((await read(written(''))).lines).toEqual([]);
  });

  test('that are too long are counted, and nothing of them is kept', async () => {
    const text = `a\n${'x'.repeat(3_000_000)}\nb\n${'y'.repeat(50)}`;
    expect(await read(written(text), 40)).toEqual({ lines: ['a', 'b'], tooLong: 2 });
  });

  test('of a folder, or of nothing, are none', async () => {
    expect((await read(folder)).lines).toEqual([]);
    expect((await read(join(folder, 'nosuch'))).lines).toEqual([]);
  });
});
