import { existsSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { WireTrace } from '../../../src/engine/wire-trace.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder('trace-');
afterAll(() => rmSync(folder, { recursive: true }));

test('is made when it is opened, for its owner only, and takes lines', async () => {
  const path = join(folder, 'trace.jsonl');
  const trace = new WireTrace(path);
  expect(existsSync(path)).toBe(false);
  const write = await trace.open();
  write('one');
  (await trace.open())('two\n');
  await expect.poll(() => readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('is not written through a link, and says so to whoever wanted it', async () => {
  const target = join(folder, 'profile');
  const path = join(folder, 'link.jsonl');
  symlinkSync(target, path);
  await expect(new WireTrace(path).open()).rejects.toMatchObject({
    code: 'invalid_argument',
    message: expect.stringContaining('it is a symbolic link'),
  });
  expect(existsSync(target)).toBe(false);
});
