import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordTool, unavailableTools } from '../../scripts/install/unavailable.mjs';
import { reasonWithout } from '../support/unavailable-tools.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unavailable-'));
  file = join(folder, 'below/unavailable.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('without a record there is no reason to leave a test out', () => {
  expect(reasonWithout('delve', file)).toBeUndefined();
  recordTool('gdb', 'there is none', file);
  expect(reasonWithout('delve', file)).toBeUndefined();
});

test('what an installer recorded is the reason, until the tool is there', () => {
  recordTool('delve', 'no Go', file);
  recordTool('gdb', 'no apt-get', file);
  expect(reasonWithout('delve', file)).toBe('no Go');
  recordTool('delve', undefined, file);
  expect(reasonWithout('delve', file)).toBeUndefined();
  expect(Object.keys(unavailableTools(file))).toEqual(['gdb']);
});

test('a record of another platform says nothing', () => {
  recordTool('delve', 'no Go', file);
  writeFileSync(file, JSON.stringify({ delve: { ...unavailableTools(file).delve, platform: 'plan9 mips' } }));
  expect(reasonWithout('delve', file)).toBeUndefined();
});
