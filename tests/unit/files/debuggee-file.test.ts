import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { pathInDebuggee, textInDebuggee } from '../../../src/files/debuggee-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder('debuggee-file-');
const module = pathToFileURL(join(folder, 'module.ts')).href;
mkdirSync(join(folder, 'in-debuggee', 'inner'), { recursive: true });
writeFileSync(join(folder, 'in-debuggee', 'inner', 'run.py'), 'pass\n');
afterAll(() => rmSync(folder, { recursive: true }));

test('a file that runs in the debuggee lies beside the module that names it', () => {
  expect(pathInDebuggee('inner/run.py', module)).toBe(join(folder, 'in-debuggee', 'inner', 'run.py'));
  expect(textInDebuggee('inner/run.py', module)).toBe('pass\n');
});

test('one that was not built is named, with what to do', () => {
  const missing = `A file is missing: ${join(folder, 'in-debuggee', 'other.py')}. Build again: npm run build`;
  expect(() => pathInDebuggee('other.py', module)).toThrow(missing);
  expect(() => textInDebuggee('other.py', module)).toThrow(missing);
});

test('a folder in its place cannot be read', () => {
  expect(() => textInDebuggee('inner', module)).toThrow('cannot be read');
});
