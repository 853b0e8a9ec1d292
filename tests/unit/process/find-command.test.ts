import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findCommand } from '../../../src/process/find-command.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const cwd = temporaryFolder('find-');

beforeAll(() => {
  mkdirSync(join(cwd, 'bin/folder'), { recursive: true });
  writeFileSync(join(cwd, 'bin/tool'), '#!/bin/sh\n');
  chmodSync(join(cwd, 'bin/tool'), 0o755);
  writeFileSync(join(cwd, 'bin/plain'), '');
});
afterAll(() => rmSync(cwd, { recursive: true }));

const found = (command: string, PATH?: string) =>
  findCommand(command, { cwd, env: PATH === undefined ? {} : { PATH } });

test.each([
  ['in a folder of PATH', 'tool', '/nowhere:BIN', 'BIN/tool'],
  ['in a relative folder of PATH', 'tool', 'bin', 'BIN/tool'],
  ['a relative path, whatever PATH is', './bin/tool', undefined, 'BIN/tool'],
  ['a path below the folder', 'bin/tool', undefined, 'BIN/tool'],
  ['not on PATH', 'tool', '/nowhere', undefined],
  ['not executable', 'plain', 'BIN', undefined],
  ['a folder', 'folder', 'BIN', undefined],
  ['no PATH', 'tool', undefined, undefined],
  ['no name', '', 'BIN', undefined],
])('%s', (_what, command, path, expected) => {
  const bin = join(cwd, 'bin');
  expect(found(command, path?.replace('BIN', bin))).toBe(expected?.replace('BIN', bin));
});

test('an absolute path is itself', () => {
  expect(found(join(cwd, 'bin/tool'))).toBe(join(cwd, 'bin/tool'));
});
