import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const PREFLIGHT = fileURLToPath(new URL('../../scripts/install/preflight.mjs', import.meta.url));
/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:1/';
const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The output in a clone in which these files are there already. */
function preflight(there, env) {
  const project = mkdtempSync(join(folder, 'project-'));
  const script = join(project, 'scripts/install/preflight.mjs');
  for (const file of [script, ...there.map((name) => join(project, name))]) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
  }
  cpSync(PREFLIGHT, script);
  const { stderr, status } = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    env: { ...process.env, npm_config_registry: NOWHERE, PIP_INDEX_URL: NOWHERE, PIP_FIND_LINKS: '', ...env },
  });
  return { said: stderr.trim().split('\n'), status };
}

const OF_NPM = 'node_modules/.package-lock.json';
const OF_PYPI = '.cache/python/newest/installed.json';

test('where everything is there already, nothing is asked for', () => {
  expect(preflight([OF_NPM, OF_PYPI])).toEqual({ said: [''], status: 0 });
});

test('a machine without Python is told so in one sentence', () => {
  const bin = mkdtempSync(join(folder, 'bin-'));
  symlinkSync(process.execPath, join(bin, 'node'));
  expect(preflight([], { PATH: bin })).toEqual({
    said: ['preflight: the tests debug Python programs, and there is no python3 on PATH: install Python 3.8 or newer.'],
    status: 1,
  });
});

test.each([
  ['npm', OF_PYPI],
  ['PyPI', OF_NPM],
])(
  'a machine without a way to the packages of %s is told so in one sentence',
  (name, there) => {
    const { said, status } = preflight([there]);
    expect(said).toEqual([
      expect.stringMatching(new RegExp(`^preflight: the packages of ${name} cannot be reached \\(`)),
    ]);
    expect(status).toBe(1);
  },
  60_000,
);
