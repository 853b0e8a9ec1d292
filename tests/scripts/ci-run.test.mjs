import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const CI_RUN = fileURLToPath(new URL('../../.ci/run', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ci-run-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The output and exit code of .ci/run in a project whose `npm test` is a shell script. */
function ran(npmTest, env = {}) {
  const project = mkdtempSync(join(folder, 'project-'));
  mkdirSync(join(project, '.ci'));
  mkdirSync(join(project, 'bin'));
  cpSync(CI_RUN, join(project, '.ci/run'));
  const npm = join(project, 'bin/npm');
  writeFileSync(npm, `#!/bin/sh\n[ "$1" = test ] || exit 0\n${npmTest}\n`);
  chmodSync(npm, 0o755);
  const { stdout, status } = spawnSync(join(project, '.ci/run'), {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(project, 'bin')}:${process.env.PATH}`, ...env },
  });
  return { lines: stdout.trimEnd().split('\n'), status };
}

test('output and verdict of npm test are those of the run', () => {
  const { lines, status } = ran('echo begun; sleep 0.2; echo "7 passed, 1 failed"; exit 1');
  expect(status).toBe(1);
  expect(lines.slice(1)).toEqual(['begun', '7 passed, 1 failed']);
});

test('the Python, caches and configuration of the machine are not those of the run', () => {
  const shown =
    'python3 -m pip list --format=freeze; echo "$XDG_CACHE_HOME $XDG_CONFIG_HOME" | tr " " "\\n"; echo "[$NODE_OPTIONS$PYTHONPATH]"';
  const { lines, status } = ran(shown, { NODE_OPTIONS: '--no-deprecation', PYTHONPATH: folder });
  expect(status).toBe(0);
  const [cache, config, variables] = lines.slice(-3);
  expect([cache, config]).toEqual([
    expect.stringMatching(/project-.*\/\.cache\/new-machine\/cache$/),
    expect.stringMatching(/project-.*\/\.cache\/new-machine\/config$/),
  ]);
  expect(variables).toBe('[]');
  const packages = lines.slice(1, -3).map((line) => line.split('==')[0]);
  expect(packages.filter((name) => name !== 'pip' && name !== 'setuptools')).toEqual([]);
  expect(packages).toContain('pip');
});

test('a run that takes too long is ended, and says what it was doing', () => {
  const npmTest = 'echo "tests: last begun tests/live/a.test.ts" >.cache/test-progress; echo begun; exec sleep 30';
  const { lines, status } = ran(npmTest, { CI_MAX_MINUTES: '0.01' });
  expect(status).toBe(124);
  expect(lines.slice(1)).toEqual([
    'begun',
    '── the end of the output so far ──',
    'begun',
    '──',
    'stopped after 0.01 minutes, in: tests: last begun tests/live/a.test.ts',
    '0 passed, 1 failed',
  ]);
});
