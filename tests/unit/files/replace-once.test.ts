import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { replaceOnce } from '../../../src/files/replace-once.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder('replace-once-');
const path = join(folder, 'app.js');
writeFileSync(path, 'const a = 2;\n');
afterAll(() => rmSync(folder, { recursive: true }));

const TEXT = 'const a = 1;\nlet b = a;\n';
const replaced = (old: string, now: string, text = TEXT) => replaceOnce(text, { old, new: now }, path);

test('replaces a part that is there once', () => {
  expect(replaced('= 1', '= $&')).toBe('const a = $&;\nlet b = a;\n');
  expect(replaced('let b = a;\n', '')).toBe('const a = 1;\n');
  expect(replaced('1;\nlet', '2;\nvar', TEXT.replaceAll('\n', '\r\n'))).toBe('const a = 2;\r\nvar b = a;\r\n');
});

test('is content where that has been done', () => {
  expect(replaced('= 2', '= 1')).toBe(TEXT);
});

test.each([
  ['a', 'x', /^old is in app\.js 2 times\.$/, /^Give more/],
  ['::', 'x', /^old is in app\.js 2 times\.$/, /^Give more/, '::: {}'],
  ['none', '', /^old is not in app\.js as it runs\.$/, /^Copy it from the text that runs/],
  ['none', 'a', /^old is not in/, /^Copy it/],
  ['none', 'b', /^old is not in/, /^Copy it/],
  ['const  a=1', 'x', /^old is not in/, /other blanks/],
  ['const a = 2', 'x', /^old is not in/, /^The file on disk has it/],
])('refuses %j', (old, now, message, advice, text = TEXT) => {
  const refused = { code: 'invalid_argument', message: expect.stringMatching(message) };
  expect(() => replaced(old, now, text)).toThrow(
    expect.objectContaining({ ...refused, advice: expect.stringMatching(advice) }),
  );
});
