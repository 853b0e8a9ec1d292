import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { archivedText, readTextOrArchived } from '../../../src/files/archive-text.ts';
import { pythonWith } from '../../support/pythons.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder('archive-');
afterAll(() => rmSync(folder, { recursive: true }));

const WRITE = `
import sys, zipfile
path, method, front = sys.argv[1:]
with open(path, "wb") as file:
    file.write(front.encode())
with zipfile.ZipFile(path, "a", getattr(zipfile, method)) as archive:
    archive.writestr("shop/cart.py", "price = 'é'\\n" * 50)
    archive.writestr("empty.py", "")
    archive.comment = b"PK" * 20
`;

test.each([
  ['ZIP_STORED', ''],
  ['ZIP_DEFLATED', ''],
  ['ZIP_DEFLATED', '#!/usr/bin/env python3\n'],
])('the text of a file in an archive is read: %s behind %j', (method, front) => {
  const archive = join(folder, 'tool.pyz');
  execFileSync(pythonWith('newest'), ['-c', WRITE, archive, method, front]);
  const path = join(archive, 'shop', 'cart.py');
  expect(archivedText(archive, path)).toEqual({ kind: 'text', text: "price = 'é'\n".repeat(50) });
  expect(readTextOrArchived(path)).toBe("price = 'é'\n".repeat(50));
  expect(readTextOrArchived(join(archive, 'empty.py'))).toBe('');
  expect(archivedText(archive, join(archive, 'shop'))).toEqual({ kind: 'absent', inside: 'shop' });
  expect(readTextOrArchived(join(folder, 'none.py'))).toBeUndefined();
});

test.each([
  ['another method', 'ZIP_BZIP2', 0],
  ['cut off', 'ZIP_DEFLATED', 80],
])('what cannot be read is no text: %s', (_what, method, cut) => {
  const archive = join(folder, 'other.pyz');
  execFileSync(pythonWith('newest'), ['-c', WRITE, archive, method, '']);
  const bytes = execFileSync('cat', [archive]);
  writeFileSync(archive, bytes.subarray(0, bytes.length - cut));
  expect(archivedText(archive, join(archive, 'shop', 'cart.py'))).toEqual({ kind: 'unreadable' });
});

test('a directory that leads outside of the file is unreadable', () => {
  const archive = join(folder, 'lies.pyz');
  execFileSync(pythonWith('newest'), ['-c', WRITE, archive, 'ZIP_STORED', '']);
  const bytes = execFileSync('cat', [archive]);
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  bytes.writeUInt32LE(0xffffffff, end + 16);
  writeFileSync(archive, bytes);
  expect(archivedText(archive, join(archive, 'shop', 'cart.py')).kind).not.toBe('text');
});
