import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPart, readText, readWhole, statOf } from '../../../src/files/read-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The system's command, in the product and here. */
const MAKE_FIFO = 'mkfifo';
const folder = temporaryFolder('read-file-');
const at = (name: string) => join(folder, name);

beforeAll(() => {
  execFileSync(MAKE_FIFO, [at('fifo')]);
  writeFileSync(at('sparse'), '');
  truncateSync(at('sparse'), 2_000_000_000);
  symlinkSync('/dev/zero', at('endless.js.map'));
  symlinkSync('round', at('round'));
  writeFileSync(at('text'), 'ä line\nanother\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['a device without an end', '/dev/zero', 'it is not a file'],
  ['a link to it', at('endless.js.map'), 'it is not a file'],
  ['a FIFO that nobody writes into', at('fifo'), 'it is not a file'],
  ['a folder', folder, 'it is not a file'],
  ['2 GB', at('sparse'), 'it is larger than 100 MB'],
  ['a name with a NUL character', `${at('text')}\0.js`, 'its name has a NUL character'],
  ['no file', at('nothing'), 'there is no such file'],
  ['a name that is too long', at('x'.repeat(1_000)), expect.stringContaining('ENAMETOOLONG')],
  ['a circle of links', at('round'), expect.stringContaining('ELOOP')],
])('%s is refused, at once', (_name, path, why) => {
  expect(readWhole(path)).toEqual({ kind: 'refused', why });
  expect(readText(path)).toBeUndefined();
});

test.each(['/dev/zero', at('fifo'), folder, `${at('text')}\0`, at('nothing')])('nor is a part of %j read', (path) => {
  expect(readPart(path, 'start', 10)).toBeUndefined();
  expect(readPart(path, 'end', 10)).toBeUndefined();
});

test('a file is read whole, up to a limit', () => {
  expect(readText(at('text'))).toBe('ä line\nanother\n');
  expect(readText(at('text'), 16)).toBe('ä line\nanother\n');
  expect(readWhole(at('text'), 15)).toEqual({ kind: 'refused', why: 'it is larger than 0 MB' });
});

test('its ends are read alone, also of a file that is too large', () => {
  expect(readPart(at('text'), 'start', 7)?.toString()).toBe('ä line');
  expect(readPart(at('text'), 'end', 4)?.toString()).toBe('her\n');
  expect(readPart(at('sparse'), 'end', 4)).toEqual(Buffer.alloc(4));
  expect(readPart(at('text'), 'end', 1_000)?.toString()).toBe('ä line\nanother\n');
});

test.runIf(process.platform === 'linux')('a file of the system, which says that it is empty, is read', () => {
  expect(readText('/proc/self/status')).toMatch(/^Name:/);
});

test('what lies at a path that no file can have is nothing', () => {
  expect(statOf(`${folder}\0`)).toBeUndefined();
  expect(statOf(at('round'))).toBeUndefined();
  expect(statOf(at('text'))?.isFile()).toBe(true);
});
