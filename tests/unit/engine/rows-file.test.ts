import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { RowsFile } from '../../../src/engine/rows-file.ts';
import { maskAnswerValue } from '../../../src/redaction/answer-redaction.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder('mcp-rows-');
const path = join(folder, 'passes.jsonl');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function write(rows: readonly Readonly<Record<string, unknown>>[]) {
  const file = await RowsFile.open(path, (row) => maskAnswerValue(row));
  try {
    for (const row of rows) await file.add({ point: 'f()', ...row });
    return await file.end();
  } finally {
    await file.close();
  }
}

describe('a file of rows', () => {
  test('has each row in a line, without secrets', async () => {
    const done = await write([{ pass: 1, values: { password: 'hunter2', n: 3 } }, { pass: 2 }]);
    expect(done).toMatchObject({ path, rows: 2, left: 0 });
    const rows = readFileSync(path, 'utf8').trim().split('\n');
    expect(rows.map((row) => JSON.parse(row))).toEqual([
      { point: 'f()', pass: 1, values: { password: '[masked]', n: 3 } },
      { point: 'f()', pass: 2 },
    ]);
  });

  test('replaces an earlier one, also by none', async () => {
    await write([{ pass: 7 }]);
    expect(readFileSync(path, 'utf8')).toBe('{"point":"f()","pass":7}\n');
    await write([]);
    expect(readFileSync(path, 'utf8')).toBe('');
    rmSync(path);
    await write([]);
    expect(existsSync(path)).toBe(false);
  });

  test.each([
    ['other text', () => writeFileSync(path, '{"name":"package"}'), path, 'holds something else than rows of a trace'],
    ['a link', () => symlinkSync(join(folder, 'elsewhere'), path), path, 'it is a symbolic link'],
    ['no folder', () => {}, join(folder, 'no', 'such', 'rows'), 'there is no folder'],
    ['a folder of the system', () => {}, '/proc/nosuch/rows.jsonl', 'there is no folder'],
    ['a folder', () => {}, folder, 'cannot be written'],
  ])('is refused where there is %s', async (_, prepare, named, why) => {
    rmSync(path, { force: true });
    prepare();
    await expect(RowsFile.open(named, (row) => row)).rejects.toThrow(why);
  });
});
