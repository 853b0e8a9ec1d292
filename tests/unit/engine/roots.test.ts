import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LaunchRequest } from '../../../src/adapter/debug-adapter.ts';
import { FileRoots } from '../../../src/engine/roots/file-roots.ts';
import { wordAdvice } from '../../../src/model/advice.ts';
import { DebugError } from '../../../src/model/debug-error.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const base = temporaryFolder('roots-');
const root = join(base, 'project');
const outside = join(base, 'outside');
const o = join(outside, 'o.js');

beforeAll(() => {
  const files = ['project/a.js', 'project/lib/b.py', 'project/sub/package.json', 'project/node_modules/.bin/tsx'];
  const installed = ['project/node_modules/.bin/bespoke', 'project/.venv/lib/python3.9/site-packages/installed.py'];
  const python = ['project/.venv/pyvenv.cfg', 'project/.venv/bin/pytest'];
  for (const name of [
    ...files,
    ...python,
    ...installed,
    'outside/o.js',
    'outside/o.py',
    'outside/bin/node',
    'package.json',
  ]) {
    mkdirSync(dirname(join(base, name)), { recursive: true });
    writeFileSync(join(base, name), '');
  }
  writeFileSync(
    join(root, 'sub/package.json'),
    JSON.stringify({ scripts: { sed: 'x' }, devDependencies: { 'bespoke-cli': '1' } }),
  );
  symlinkSync(outside, join(root, 'way-out'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

function check(request: Partial<LaunchRequest>, allowShell = false): DebugError | undefined {
  const roots = new FileRoots({ roots: [root], cwd: root, allowShell });
  try {
    roots.checkLaunch({ program: 'a.js', args: [], cwd: root, env: {}, stopOnEntry: false, ...request });
    return undefined;
  } catch (error) {
    if (error instanceof DebugError) return error;
    throw error;
  }
}

const NAMES_IT = [
  ['a file without its ending', { program: 'node', args: [join(outside, 'o')] }],
  ['a pattern', { program: 'node', args: ['--test', `${outside}/*.js`] }],
  ['a file to be written', { program: 'node', args: [`--cpu-prof-dir=${outside}/new`, 'a.js'] }],
  ['a test of a file', { program: `pytest ${outside}/o.py::test_a` }],
  ['a command in a word', { program: 'npx', args: ['concurrently', `node ${o}`] }],
  ['a glued option', { program: 'make', args: [`-C${outside}`] }],
  ['NODE_OPTIONS', { env: { NODE_OPTIONS: `--enable-source-maps --require ${o}` } }],
  ['NODE_OPTIONS with a URL', { env: { NODE_OPTIONS: `--import=${pathToFileURL(o)}` } }],
  [
    'NODE_OPTIONS with an encoded URL',
    { env: { NODE_OPTIONS: `--import ${String(pathToFileURL(o)).replace('outside', '%6futside')}` } },
  ],
  [
    'NODE_OPTIONS with a backslash in its quotes',
    { env: { NODE_OPTIONS: `--require "${o.replace('outside', '\\outside')}"` } },
  ],
  ['OPENSSL_CONF', { env: { OPENSSL_CONF: o } }],
  ['a command of a virtual environment', { program: '.venv/bin/pytest', args: [o] }],
  ['NODE_OPTIONS through a link', { env: { NODE_OPTIONS: '-r ./way-out/o' } }],
  ['PYTHONPATH', { program: 'python -m o', env: { PYTHONPATH: `lib:${outside}` } }],
  ['PYTHONPATH that is relative', { program: 'python -m o', env: { PYTHONPATH: '../outside' } }],
  ['PATH', { program: 'tool', env: { PATH: `${outside}/bin:${process.env.PATH}` } }],
  ['LD_PRELOAD', { env: { LD_PRELOAD: join(outside, 'o.so') } }],
  ['a configuration of npm', { program: 'npm test', cwd: 'sub', env: { npm_config_script_shell: o } }],
  ['the interpreter', { runtimeExecutable: o }],
  ['what the debugger is told', { adapterArguments: { deep: [{ path: o }] } }],
] satisfies [string, Partial<LaunchRequest>][];

test.each(NAMES_IT)('%s that leads outside is refused, also with --allow-shell', (_title, given) => {
  const request = 'cwd' in given ? { ...given, cwd: join(root, given.cwd) } : given;
  for (const allowShell of [false, true]) {
    const error = check(request, allowShell);
    expect(error?.message).toContain(`outside of the folders that this server may debug in (--root ${root}).`);
    expect(error?.message).toMatch(/outside|way-out/);
  }
});

test('a variable says its name', () => {
  expect(check({ env: { NODE_OPTIONS: `--require ${o}` } })?.message).toBe(
    `${o}, which env.NODE_OPTIONS names, is outside of the folders that this server may debug in (--root ${root}).`,
  );
});

test('so does a package.json above the root, whose script would run', () => {
  expect(check({ program: 'npm test' })?.message).toContain(`${base}/package.json, whose script that is, is outside`);
  expect(check({ program: 'npm run x', cwd: join(root, 'sub') })).toBeUndefined();
  expect(check({ program: 'npm --prefix sub test' })).toBeUndefined();
});

const CODE = [
  ['A line for a shell', { program: 'node a.js | cat' }],
  ['A line for a shell', { program: 'X=1 node a.js' }],
  ['sh -c', { program: 'sh', args: ['-c', 'node a.js'] }],
  ['bash -lc', { program: '/bin/bash -lc "node a.js"' }],
  ['node -e', { program: 'node -e "require(process.argv[1])"' }],
  ['node --print', { program: process.execPath, args: ['--print=1'] }],
  ['node -p', { program: 'node', args: ['-r', './a.js', '-p', '1'] }],
  ['python3 -c', { program: 'python3', args: ['-c', 'import o'] }],
  ['python -Bc', { program: 'env', args: ['X=1', 'python', '-Bc', 'import o'] }],
  ['tsx -e', { program: 'npx tsx -e "1"' }],
  ['npx -c', { program: 'npx', args: ['-c', 'node a.js'] }],
  ['nodemon --exec', { program: 'nodemon --exec "node a.js"' }],
  ['node -e', { program: 'npx', args: ['concurrently', 'node -e 1'] }],
  ['A line for a shell', { program: 'npx', args: ['concurrently', 'node a.js > out.txt'] }],
  ['sh -c', { runtimeExecutable: 'sh', runtimeArgs: ['-c', 'node a.js'] }],
  ['Code on the standard input of node', { program: 'node', stdin: { kind: 'text', text: '1' } }],
  ['Code on the standard input of python', { program: 'python', args: ['-'] }],
  ['Code on the standard input of sh', { program: 'sh', tty: true }],
  ['A data: URL', { program: 'node', args: ['--import=data:text/javascript,1', 'a.js'] }],
  ['A data: URL in env', { env: { NODE_OPTIONS: '--import data:text/javascript,1' } }],
  ['The function in env.BASH_FUNC_node%%', { env: { 'BASH_FUNC_node%%': '() { true; }' } }],
  ['node -e', { program: 'npm exec -- node -e 1' }],
  ['node -e', { program: 'npx -y node@20 -e 1' }],
  ['A data: URL', { program: 'node', args: ['--import', ' da\tta:text/javascript,1', 'a.js'] }],
  ['A data: URL', { program: 'env NODE_OPTIONS=--import=data:text/javascript,1 node a.js' }],
  ['A data: URL in env', { env: { NODE_OPTIONS: '--import="data:text/javascript,1"' } }],
  ['The code in env.BASH_ENV', { program: 'bash a.sh', env: { BASH_ENV: '$(node x)' } }],
  ['The code in env.npm_config_call', { program: 'npm exec', env: { npm_config_call: 'node x' } }],
  ['The code in env.PERL5DB', { program: 'env "PERL5DB=do 1" perl -d a.pl' }],
  ['bash -xc', { runtimeExecutable: 'bash', runtimeArgs: ['-xc', '1'] }],
  ['The option -Ic', { runtimeArgs: ['-Ic', '1'] }],
  ['python3 -m timeit', { program: 'python3 -Im timeit 1' }],
  ['make --eval', { program: 'make', args: ['--eval=x:;node a.js'] }],
  ['sed', { program: 'npx concurrently "sed e"' }],
  ['A line for a shell', { program: 'concurrently', args: ['-k', 'cd / && node a.js'] }],
  ['Code on the standard input of node', { program: 'env node', stdin: { kind: 'text', text: '1' } }],
  ['The code in the arguments of the debugger', { adapterArguments: { code: '1' } }],
  ['The module timeit', { adapterArguments: { module: 'timeit', args: ['1'] } }],
  ['A command in buildFlags', { adapterArguments: { buildFlags: ['-toolexec=true'] } }],
  ['cProfile -m timeit', { program: 'python', args: ['-m', 'cProfile', '-s', 'tottime', '-m', 'timeit', '1'] }],
  ['coverage -m timeit', { program: 'coverage run --branch -m timeit 1' }],
  ['coverage -m timeit', { program: 'python3 -mcoverage run -m timeit 1' }],
  ['uv -m timeit', { program: 'uv run --quiet -m timeit 1' }],
  ['debugpy -c', { program: 'python -m debugpy --listen 5678 -c 1' }],
  ['python -m elsewhere', { program: 'python -m elsewhere' }],
  ['make $(x)', { program: 'make', args: ['$(x)'] }],
  ['go -exec', { program: 'go', args: ['test', '-exec=true', './...'] }],
  ['go -toolexec', { program: 'go', args: ['run', '-toolexec', 'x', '.'] }],
] satisfies [string, Partial<LaunchRequest>][];

test.each(CODE)('%s is refused, unless --allow-shell says otherwise (%j)', (what, request) => {
  const error = check(request);
  expect(error?.message).toBe(`${what} can run anything: this server may debug below ${root} only (--root ${root}).`);
  expect(wordAdvice(error?.advice, {})).toContain('With --allow-shell the server takes both.');
  expect(check(request, true)).toBeUndefined();
});

const UNKNOWN = [
  ['awk', { program: 'awk', args: ['BEGIN { system(x) }'] }],
  ['xargs', { program: 'xargs ls', stdin: { kind: 'open' } }],
  ['sed', { program: 'sed', args: ['e', 'a.js'] }],
  ['tar', { program: 'tar -cf /dev/null --checkpoint=1 --checkpoint-action=exec=x a.js' }],
  ['find', { program: 'find . -delete' }],
  ['sed', { program: 'env -u X Y=1 sed e' }],
  ['X', { program: 'env --unse X sed e' }],
  ['sed', { program: 'timeout -s KILL 5 nice -n 3 sed e' }],
  ['sed', { program: 'npm exec -- sed e' }],
  ['sed', { program: 'npx sed e' }],
  ['anything', { program: 'npx --yes -p x anything' }],
  ['awk', { program: 'pnpm awk 1', cwd: join(root, 'sub') }],
  ['awk', { program: 'pnpm --filter web exec awk 1', cwd: join(root, 'sub') }],
  ['sed', { program: 'uv run --with x sed e' }],
  ['x', { program: 'uv run --unknown x sed e' }],
  ['sed', { program: 'poetry run sed e' }],
  ['sed', { runtimeExecutable: 'sed', runtimeArgs: ['e'] }],
] satisfies [string, Partial<LaunchRequest>][];

test.each(UNKNOWN)('%s is not known, and refused, unless --allow-shell says otherwise (%j)', (name, request) => {
  const error = check(request);
  expect(error?.message).toBe(`${name} can run anything: this server may debug below ${root} only (--root ${root}).`);
  expect(wordAdvice(error?.advice, {})).toMatch(/^Known are .* With --allow-shell the server takes any command\.$/s);
  expect(check(request, true)).toBeUndefined();
});

const STAYS = [
  ['a file with what it is given', { program: 'a.js', args: ['-e', '-c', o, 'sh -c x'] }],
  ['a file behind its interpreter', { program: 'node --enable-source-maps a.js -p 3000' }],
  ['a module', { program: 'python -m lib.b -c 1' }],
  ['tests', { program: 'node --test' }],
  ['a pattern', { program: 'node', args: ['--test', 'lib/*.js'] }],
  ['tests by a name', { program: 'npx', args: ['vitest', '-t', 'runs node -e and sh -c | cat'] }],
  ['a configuration', { program: 'npx', args: ['webpack', '-c', 'webpack.config.js'] }],
  ['an address', { program: 'npx', args: ['wait-on', 'http://localhost:3000/api?a=/x'] }],
  ['an installed interpreter', { runtimeExecutable: process.execPath }],
  ['an interpreter anywhere', { runtimeExecutable: join(outside, 'bin/node') }],
  [
    'variables of the program',
    { env: { DATA: o, NODE_ENV: 'test', TMPDIR: outside, GOOGLE_APPLICATION_CREDENTIALS: o } },
  ],
  ['the PATH that there is', { env: { PATH: `${root}/node_modules/.bin:${process.env.PATH}` } }],
  [
    'what is inside in variables',
    { env: { NODE_OPTIONS: '--require ./a.js --max-old-space-size=100', PYTHONPATH: 'lib' } },
  ],
  ['a tool that the project has installed', { program: 'env X=1 bespoke --exec a' }],
  ['a tool that its package.json names', { program: 'npx bespoke-cli', cwd: join(root, 'sub') }],
  ['a script', { program: 'pnpm sed', cwd: join(root, 'sub') }],
  ['a module with its profile', { program: 'python -m cProfile -s tottime -m lib.b -c 1' }],
  ['a module that is installed in the project', { program: 'python -m installed.cli' }],
  ['a tool of an environment elsewhere', { program: 'poetry run bespoke-elsewhere --sed e' }],
  ['lines with known commands', { program: 'npx concurrently -k "npm:watch-*" "node a.js" "tsc --watch"' }],
  ['what is not there', { program: 'bespoke-typo' }],
  ['an input', { stdin: { kind: 'text', text: '1' } }],
  ['the input of a module', { program: 'python -m lib.b', stdin: { kind: 'text', text: '1' } }],
] satisfies [string, Partial<LaunchRequest>][];

test.each(STAYS)('%s stays allowed', (_title, request) => {
  expect(check(request)?.message).toBeUndefined();
});
