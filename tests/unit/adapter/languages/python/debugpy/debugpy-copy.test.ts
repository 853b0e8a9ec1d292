import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cacheFolder } from '../../../../../../src/adapter/languages/python/debugpy/cache-folder.ts';
import { debugpyMissing, locateDebugpy } from '../../../../../../src/adapter/languages/python/debugpy/debugpy-copy.ts';
import { installDebugpy } from '../../../../../../src/adapter/languages/python/debugpy/install-debugpy.ts';
import {
  findInterpreter,
  type PythonInterpreter,
} from '../../../../../../src/adapter/languages/python/interpreter/find-interpreter.ts';
import { pythonWith } from '../../../../../support/pythons.ts';

const cache = mkdtempSync(join(tmpdir(), 'cache-'));
const bare = await findInterpreter({ executablePath: pythonWith('bare'), cwd: cache, env: process.env });

beforeEach(() => void vi.stubEnv('XDG_CACHE_HOME', cache));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(join(cache, 'mcp-debugger'), { recursive: true, force: true });
});
afterAll(() => rmSync(cache, { recursive: true }));

function interpreter(path: string): PythonInterpreter {
  return { path, version: '3.0.0', origin: 'runtimeExecutable' };
}

/** Where the private copies for the bare environment belong. */
function copies(): string {
  const [tag = ''] = readdirSync(join(dirname(dirname(bare.path)), 'lib'));
  return join(cache, 'mcp-debugger/debugpy', `${tag}-${process.platform}-${process.arch}`);
}

/** What is looked at is whether it is there; nothing runs it. */
function privateCopy(version: string): string {
  const folder = join(copies(), version);
  mkdirSync(join(folder, 'debugpy'), { recursive: true });
  writeFileSync(join(folder, 'debugpy/__init__.py'), '');
  return folder;
}

test("an interpreter's own debugpy needs no path", async () => {
  privateCopy('9.9.9');
  expect(await locateDebugpy(interpreter(pythonWith('newest')))).toEqual({ pythonPath: undefined, version: '1.8.22' });
});

test('without its own, the newest private copy for this kind of Python', async () => {
  expect(await locateDebugpy(bare)).toBeUndefined();
  privateCopy('1.8.9');
  const newest = privateCopy('1.8.14');
  mkdirSync(join(copies(), '.filling-x'));
  mkdirSync(join(copies(), '2.0.0'));
  expect(await locateDebugpy(bare)).toEqual({ pythonPath: newest, version: '1.8.14' });
});

test('one that only PYTHONPATH leads to is its own', async () => {
  const packages = privateCopy('1.8.14');
  const elsewhere = join(cache, 'elsewhere');
  cpSync(packages, elsewhere, { recursive: true });
  mkdirSync(join(elsewhere, 'debugpy-1.2.3.dist-info'));
  rmSync(packages, { recursive: true });
  const found = await locateDebugpy(bare, { ...process.env, PYTHONPATH: elsewhere });
  expect(found).toEqual({ pythonPath: undefined, version: '1.2.3' });
});

test('the error for none names both commands that mend it', () => {
  expect(debugpyMissing(bare)).toMatchObject({
    code: 'launch_failed',
    advice: expect.stringMatching(/mcp-debugger doctor --fix python.*bin\/python" -m pip install debugpy/),
  });
});

test('the private copy is installed whole, beside an interpreter that stays as it is and has no pip', async () => {
  const packages = join(dirname(dirname(bare.path)), 'lib');
  const before = readdirSync(packages, { recursive: true });
  const installed = await installDebugpy(bare, 'debugpy==1.8.22');
  expect(installed).toEqual({ pythonPath: join(copies(), '1.8.22'), version: '1.8.22' });
  expect(existsSync(join(copies(), '1.8.22/debugpy/adapter'))).toBe(true);
  expect(await locateDebugpy(bare)).toEqual(installed);
  expect(await installDebugpy(bare, 'debugpy==1.8.22')).toEqual(installed);
  expect(readdirSync(copies())).toEqual(['1.8.22']);
  expect(readdirSync(packages, { recursive: true })).toEqual(before);
}, 120_000);

test('an installation that fails leaves nothing, and says what the installer wrote', async () => {
  await expect(installDebugpy(bare, 'debugpy==0.0.1')).rejects.toMatchObject({
    code: 'launch_failed',
    message: expect.stringContaining('debugpy==0.0.1'),
    advice: expect.stringContaining('-m pip install debugpy'),
  });
  expect(readdirSync(copies())).toEqual([]);
}, 120_000);

test.each([
  ['linux', { XDG_CACHE_HOME: '/x' }, '/x/mcp-debugger'],
  ['linux', { XDG_CACHE_HOME: 'relative' }, /\/\.cache\/mcp-debugger$/],
  ['darwin', {}, /\/Library\/Caches\/mcp-debugger$/],
  ['win32', { LOCALAPPDATA: '/local' }, '/local/mcp-debugger'],
])('the cache folder on %s with %j', (platform, env, expected) => {
  expect(cacheFolder(env, platform)).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
});

test('an environment that sees packages of the system is asked for its debugpy', async () => {
  const system = join(cache, 'system');
  const open = join(cache, 'open');
  for (const folder of [join(system, 'debugpy-1.5.1.dist-info'), join(open, 'bin'), join(open, 'lib/python3.11')])
    mkdirSync(folder, { recursive: true });
  writeFileSync(join(open, 'pyvenv.cfg'), 'include-system-site-packages = true\nversion = 3.11.7\n');
  const answer = `<<interpreter>>3.11.7|python3.11|${system}/debugpy/__init__.py`;
  writeFileSync(join(open, 'bin/python'), `#!/bin/sh\necho "${answer}"\n`, { mode: 0o755 });
  const found = await locateDebugpy(interpreter(join(open, 'bin/python')));
  expect(found).toEqual({ pythonPath: undefined, version: '1.5.1' });
});
