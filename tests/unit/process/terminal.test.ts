import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTerminal } from '../../../src/process/terminal.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;
beforeAll(() => {
  folder = temporaryFolder('terminal-');
  for (const name of ['script', 'busybox']) {
    writeFileSync(join(folder, name), '#!/bin/sh\n');
    chmodSync(join(folder, name), 0o755);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function below(platform: string, env: Readonly<Record<string, string>> = {}) {
  const what = { command: 'a b', args: ["it's", '$x'], cwd: '/', env: { PATH: folder, ...env } };
  return inTerminal(what, platform);
}

const LINE = "stty cols 80 rows 24 -onlcr 2>/dev/null; unset SHELL; exec 'a b' 'it'\\''s' '$x'";

describe('a command in a terminal', () => {
  test('is handed to the script of util-linux as a line', () => {
    expect(below('linux')).toEqual({
      command: join(folder, 'script'),
      args: ['-qefc', LINE, '/dev/null'],
      cwd: '/',
      env: { PATH: folder, TERM: 'xterm', SHELL: '/bin/sh' },
    });
  });

  test('is handed to that of BSD as words', () => {
    expect(below('darwin').args).toEqual(['-q', '/dev/null', '/bin/sh', '-c', LINE]);
  });

  test('has the size, the shell and the kind of terminal that its environment says', () => {
    const { args, env } = below('linux', { COLUMNS: '120', LINES: 'x; rm', SHELL: '/usr/bin/fish', TERM: 'dumb' });
    expect(args[1]).toMatch(/^stty cols 120 rows 24 -onlcr 2>\/dev\/null; export SHELL='\/usr\/bin\/fish'; exec /);
    expect(env).toMatchObject({ SHELL: '/bin/sh', TERM: 'dumb' });
  });

  test.each([
    ['win32', {}, /not there on Windows/],
    ['linux', { PATH: '/nowhere' }, /none on PATH/],
  ])('is refused on %s with %j', (platform, env, message) => {
    expect(() => below(platform, env)).toThrow(
      expect.objectContaining({ code: 'unsupported', message: expect.stringMatching(message) }),
    );
  });

  test('is refused with how to install it where only busybox has one', () => {
    const busy = mkdtempSync(join(folder, 'busy-'));
    symlinkSync(join(folder, 'busybox'), join(busy, 'script'));
    expect(() => below('linux', { PATH: busy })).toThrow(
      expect.objectContaining({ advice: expect.stringContaining('apt-get install') }),
    );
  });
});
