import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTemporaryFolder, removeAbandonedFolders } from '../../../../src/process/folders/temporary-folder.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('temporary-folders-');
  vi.stubEnv('TMPDIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** A process that has ended: its number is not given again soon. */
const ended = () => String(spawnSync(process.execPath, ['-e', '']).pid);

/** A folder with a file in it, as one that this process made, with parts of its name replaced. */
function left(replace: (name: string) => string): string {
  const own = makeTemporaryFolder('trace');
  const path = join(folder, replace(basename(own)));
  if (path !== own) mkdirSync(path, { mode: 0o700 });
  writeFileSync(join(path, 'values.jsonl'), '{}');
  return path;
}

test('a folder is for its owner only, and has a name of its own', () => {
  const [one, other] = [makeTemporaryFolder('trace'), makeTemporaryFolder('trace')];
  expect(one).not.toBe(other);
  expect(statSync(one).mode & 0o777).toBe(0o700);
});

test('a folder whose process is gone is removed, and no other', async () => {
  const pid = String(process.pid);
  const abandoned = left((name) => name.replace(pid, ended()));
  const kept = [
    left((name) => name),
    left((name) => name.replace(pid, String(process.ppid))),
    // Of another machine or container, whose processes are not seen from here.
    left((name) => name.replace(pid, ended()).replace(/-[0-9a-f]{6}-/, '-000000-')),
    left((name) => `${name.replace(pid, ended())}`.replace('mcp-debugger', 'other')),
    left(() => 'mcp-debugger-notes'),
  ];
  await removeAbandonedFolders();
  expect(existsSync(abandoned)).toBe(false);
  expect(kept.filter((path) => !existsSync(join(path, 'values.jsonl')))).toEqual([]);
});

test('a link under such a name, and what it leads to, stay', async () => {
  const target = left(() => 'of-the-user');
  const link = join(folder, basename(makeTemporaryFolder('trace')).replace(String(process.pid), ended()));
  symlinkSync(target, link);
  await removeAbandonedFolders();
  expect(existsSync(join(link, 'values.jsonl'))).toBe(true);
});

test('without a folder for them, the error names the variable that says where it is', async () => {
  vi.stubEnv('TMPDIR', join(folder, 'gone'));
  expect(() => makeTemporaryFolder('trace')).toThrow(
    expect.objectContaining({ code: 'launch_failed', advice: expect.stringContaining('TMPDIR') }),
  );
  await removeAbandonedFolders();
});
