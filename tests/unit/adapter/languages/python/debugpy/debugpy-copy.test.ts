import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cacheFolder } from '../../../../../../src/adapter/languages/python/debugpy/cache-folder.ts';
import { debugpyMissing, locateDebugpy } from '../../../../../../src/adapter/languages/python/debugpy/debugpy-copy.ts';
import { installDebugpy } from '../../../../../../src/adapter/languages/python/debugpy/install-debugpy.ts';
import { pinnedDebugpy } from '../../../../../../src/adapter/languages/python/debugpy/pinned-debugpy.ts';
import {
  findInterpreter,
  type PythonInterpreter,
} from '../../../../../../src/adapter/languages/python/interpreter/find-interpreter.ts';
import { pythonWith } from '../../../../../support/pythons.ts';
import { temporaryFolder } from '../../../../../support/temporary-folder.ts';

const cache = temporaryFolder('cache-');
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

/** The folder for private copies for the bare environment. */
function copies(): string {
  const [tag = ''] = readdirSync(join(dirname(dirname(bare.path)), 'lib'));
  return join(cache, 'mcp-debugger/debugpy', `${tag}-${process.platform}-${process.arch}`);
}

function pinnedVersion(): string {
  return /==(\S+)/.exec(pinnedDebugpy(bare.version))?.[1] ?? '';
}

/** Makes a private copy; only its presence is looked at, nothing runs it. */
function privateCopy(version: string): string {
  const folder = join(copies(), version);
  mkdirSync(join(folder, 'debugpy'), { recursive: true });
  writeFileSync(join(folder, 'debugpy/__init__.py'), '');
  return folder;
}

test("an interpreter's own debugpy needs no path", async () => {
  privateCopy('9.9.9');
  expect(await locateDebugpy(interpreter(pythonWith('newest')))).toEqual({
    pythonPath: undefined,
    version: '1.8.22',
    packages: expect.stringMatching(/newest\/lib\/.*site-packages$/),
  });
});

test('without its own, the newest private copy for this kind of Python', async () => {
  expect(await locateDebugpy(bare)).toBeUndefined();
  privateCopy('1.8.9');
  const newest = privateCopy('1.8.14');
  mkdirSync(join(copies(), '.filling-x'));
  mkdirSync(join(copies(), '2.0.0'));
  expect(await locateDebugpy(bare)).toEqual({ pythonPath: newest, version: '1.8.14', packages: newest });
});

test('one that only PYTHONPATH leads to is its own', async () => {
  const packages = privateCopy('1.8.14');
  const elsewhere = join(cache, 'elsewhere');
  cpSync(packages, elsewhere, { recursive: true });
  mkdirSync(join(elsewhere, 'debugpy-1.2.3.dist-info'));
  rmSync(packages, { recursive: true });
  const found = await locateDebugpy(bare, { ...process.env, PYTHONPATH: elsewhere });
  expect(found).toEqual({ pythonPath: undefined, version: '1.2.3', packages: elsewhere });
});

test('a private copy that somebody else can have put there is not used', async () => {
  privateCopy('1.8.14');
  const kind = copies();
  cpSync(kind, join(cache, 'planted'), { recursive: true });
  rmSync(kind, { recursive: true });
  symlinkSync(join(cache, 'planted'), kind);
  expect(await locateDebugpy(bare)).toBeUndefined();
});

test('the error for none names both commands that mend this very interpreter', () => {
  expect(debugpyMissing(bare)).toMatchObject({
    code: 'launch_failed',
    advice: expect.stringMatching(
      /^Run: mcp-debugger doctor --fix python --python \S+\/bin\/python \(.*bin\/python" -m pip install debugpy/,
    ),
  });
});

test('the private copy is installed whole, beside an interpreter that stays as it is and has no pip', async () => {
  const packages = join(dirname(dirname(bare.path)), 'lib');
  const before = readdirSync(packages, { recursive: true });
  const installed = await installDebugpy(bare, 'debugpy==1.8.22');
  const pythonPath = join(copies(), '1.8.22');
  expect(installed).toEqual({ pythonPath, version: '1.8.22', packages: pythonPath });
  expect(existsSync(join(copies(), '1.8.22/debugpy/adapter'))).toBe(true);
  expect(await locateDebugpy(bare)).toEqual(installed);
  expect(await installDebugpy(bare, 'debugpy==1.8.22')).toEqual(installed);
  expect(readdirSync(copies())).toEqual(['1.8.22']);
  expect(readdirSync(packages, { recursive: true })).toEqual(before);
}, 120_000);

test('the installer runs no module that lies in a folder that it was not asked to use, and takes one version by its hashes', async () => {
  const planted = join(cache, 'traps');
  mkdirSync(planted);
  const ran = join(planted, 'ran');
  for (const name of ['pip.py', 'runpy.py', 'ssl.py', 'sitecustomize.py']) {
    writeFileSync(join(planted, name), `open(${JSON.stringify(ran)}, 'a').write(__name__)\n`);
  }
  const before = process.cwd();
  vi.stubEnv('TMPDIR', planted).stubEnv('PYTHONPATH', planted);
  process.chdir(planted);
  try {
    const { version } = await installDebugpy({ ...bare, path: bare.path });
    expect(version).toBe(pinnedVersion());
  } finally {
    process.chdir(before);
  }
  // What the interpreter is asked for its facts may see PYTHONPATH, as the program will; no pip of there has run.
  expect(existsSync(ran) ? readFileSync(ran, 'utf8') : '').not.toMatch(/pip|runpy|ssl/);
  expect(statSync(join(cache, 'mcp-debugger')).mode & 0o777).toBe(0o700);
}, 120_000);

test('what does not have the hash that was written down is not installed', async () => {
  const wrong = `debugpy==1.8.21 --hash=sha256:${'0'.repeat(64)}`;
  await expect(installDebugpy(bare, wrong)).rejects.toMatchObject({ code: 'launch_failed' });
  expect(readdirSync(copies())).toEqual([]);
}, 120_000);

test.each([
  ['3.14.0', 'debugpy==1.8.22'],
  ['3.10.13', 'debugpy==1.8.22'],
  ['3.9.18', 'debugpy==1.8.21'],
  ['3.8.18', 'debugpy==1.8.21'],
  ['3.7.16', 'debugpy==1.7.0'],
])('Python %s gets %s', (python, requirement) => {
  expect(pinnedDebugpy(python)).toMatch(new RegExp(`^${requirement}( --hash=sha256:[0-9a-f]{64}){20,}$`));
});

test('a Python that no debugpy runs on is refused', () => {
  expect(() => pinnedDebugpy('3.6.15')).toThrow('Python 3.6.15 is too old');
});

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
  expect(found).toEqual({ pythonPath: undefined, version: '1.5.1', packages: expect.stringMatching(/system$/) });
});
