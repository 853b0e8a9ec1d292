import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyPrograms } from '../support/debug-programs.ts';
import { inspectorPortOf } from '../support/inspector-port.ts';
import { type RunningServer, startServer } from '../support/mcp-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Arguments that name no file, folder or program to be debugged. */
const NO_PATHS = new Set([
  ...['language', 'session', 'sessionId', 'breakpointId', 'objectId', 'watchId', 'name', 'framework'],
  ...[
    'expression',
    'return',
    'expressions',
    'condition',
    'hitCondition',
    'logMessage',
    'statement',
    'expect',
    'function',
  ],
  ...['write', 'host', 'url', 'call'],
  // Of a session that is started by another call.
  'executablePath',
  // The number of one.
  'trace',
  // Of variables.
  ...['debug_variables.path', 'debug_variables.set'],
  // A part of names.
  'debug_test.test',
  // What a program printed.
  'debug_trace.value',
  // Code.
  ...['debug_patch.old', 'debug_patch.new'],
]);

/** Taken as with the tool that advertises them. */
const UNADVERTISED = [
  ...['trace', 'probe', 'test', 'hang'].flatMap((each) => [
    `debug_${each}.runtimeArgs`,
    `debug_${each}.runtimeExecutable`,
  ]),
  ...['program', 'args', 'stdin'].map((each) => `debug_trace.compareWith.${each}`),
];

let inside: string;
let outside: string;
let script: string;
let removeInside: () => void;
let server: RunningServer;
/** Ids of sessions, by their toolset. */
const ids = { debug: 'mine', debugger: '', session: '', fresh: '' };

beforeAll(async () => {
  const programs = copyPrograms();
  inside = realpathSync(programs.folder);
  removeInside = programs.remove;
  outside = temporaryFolder('outside-');
  script = join(outside, 'x.js');
  writeFileSync(script, "require('node:fs').writeFileSync(__filename + '.ran', '');\n");
  const configurations = [{ type: 'debugpy', request: 'launch', name: 'Code', code: 'import x' }];
  mkdirSync(join(inside, '.vscode'));
  writeFileSync(join(inside, '.vscode', 'launch.json'), JSON.stringify({ configurations }));
  writeFileSync(join(inside, 'package.json'), JSON.stringify({ scripts: { app: 'X=1 node app.js && true' } }));
  symlinkSync(outside, join(inside, 'way-out'));
  symlinkSync(script, join(inside, 'linked.js'));
  server = await startServer({ cwd: inside, args: ['--root', inside, '--toolset', 'all'] });
  await server.call('debug_launch', { program: 'app.js', session: ids.debug });
  ids.debugger = idIn(await server.call('debugger_start', { command: 'node', args: ['app.js'] }));
  ids.session = idIn(await server.call('create_debug_session', { language: 'javascript' }));
  await server.call('start_debugging', {
    sessionId: ids.session,
    scriptPath: 'app.js',
    dapLaunchArgs: { stopOnEntry: true },
  });
  ids.fresh = idIn(await server.call('create_debug_session', { language: 'javascript' }));
});

afterAll(async () => {
  await server.close();
  removeInside();
  rmSync(outside, { recursive: true, force: true });
});

function idIn({ text }: { readonly text: string }): string {
  const { sessionId }: { sessionId: string } = JSON.parse(text);
  return sessionId;
}

/** Ways to name the script that is outside. */
function paths(): string[] {
  return [script, `../${basename(outside)}/x.js`, 'way-out/x.js', 'linked.js'];
}

function folders(): string[] {
  return [outside, '..', 'way-out'];
}

/** A trace of two runs; the second one is the one that is not allowed. */
function comparing(compareWith: Arguments): Arguments {
  return { program: 'app.js', function: 'greet()', compareWith, timeoutMs: 1_000 };
}

/** Calls that each name something outside by one argument, for every argument of every tool that can. */
function attempts(): Readonly<Record<string, readonly Arguments[]>> {
  const places = paths().map((path) => `${path}:1`);
  const { debug: session, debugger: sessionId } = ids;
  return {
    ...launching('debug_launch', { timeoutMs: 1_000 }),
    'debug_launch.breakpoints': [
      ...places.map((place) => ({ program: 'app.js', breakpoints: [place] })),
      { program: 'app.js', breakpoints: [JSON.stringify({ file: script, statement: 'writeFileSync' })] },
    ],
    ...launching('debug_probe', { file: 'app.js', line: 1, timeoutMs: 1_000 }),
    'debug_probe.file': paths().map((file) => ({ program: 'app.js', file, line: 1 })),
    ...launching('debug_trace', { function: 'main()', timeoutMs: 1_000 }),
    'debug_trace.file': paths().map((file) => ({ program: 'app.js', file, line: 1, timeoutMs: 1_000 })),
    'debug_trace.at': places.map((place) => ({ program: 'app.js', at: [`${place}: process`], timeoutMs: 1_000 })),
    'debug_trace.rows': paths().map((rows) => ({ program: 'app.js', at: ['greet()'], rows, timeoutMs: 1_000 })),
    'debug_trace.until': places.map((until) => ({ session, until, timeoutMs: 1_000 })),
    'debug_trace.compareWith.program': paths().map((other) => comparing({ program: other })),
    'debug_trace.compareWith.stdin': paths().map((path) => comparing({ stdin: `@${path}` })),
    'debug_trace.compareWith.args': paths().map((path) => comparing({ program: process.execPath, args: [path] })),
    ...launching('debug_test', { timeoutMs: 1_000 }),
    'debug_test.file': paths().map((file) => ({ program: 'node --test app.js', file, timeoutMs: 1_000 })),
    ...launching('debug_hang', { timeoutMs: 100 }),
    'debug_attach.breakpoints': places.map((place) => ({ pid: process.pid, breakpoints: [place] })),
    'debug_breakpoint.file': [
      ...paths().map((file) => ({ session, file, line: 1 })),
      { session, file: script, statement: 'writeFileSync' },
      { session, file: script, line: 1, expect: 'nothing' },
    ],
    'debug_patch.file': paths().map((file) => ({ session, file })),
    'debug_continue.to': places.map((to) => ({ session, to })),
    ...commanding('debugger_start', { timeout: 1_000 }),
    ...commanding('debugger_detect_hang', { timeout: 100 }),
    ...commanding('debugger_run_tests', { timeout: 1_000 }),
    'debugger_set_breakpoint.file': paths().map((file) => ({ sessionId, file, line: 1 })),
    'set_breakpoint.file': paths().map((file) => ({ sessionId: ids.session, file, line: 1 })),
    'get_source_context.file': paths().map((file) => ({ sessionId: ids.session, file, line: 1 })),
    'start_debugging.scriptPath': paths().flatMap((scriptPath) => [
      { sessionId: ids.fresh, scriptPath, timeoutMs: 1_000 },
      { sessionId: ids.fresh, scriptPath, dryRunSpawn: true },
    ]),
    'start_debugging.dapLaunchArgs.cwd': [
      { sessionId: ids.fresh, scriptPath: 'app.js', dapLaunchArgs: { cwd: outside }, timeoutMs: 1_000 },
    ],
    'start_debugging.dapLaunchArgs.env': [
      {
        sessionId: ids.fresh,
        scriptPath: 'app.js',
        dapLaunchArgs: { env: { NODE_OPTIONS: `--require ${script}` } },
        timeoutMs: 1_000,
      },
    ],
    'start_debugging.args': [{ sessionId: ids.fresh, scriptPath: 'node', args: [script], timeoutMs: 1_000 }],
    'debug-script.command': paths().map((path) => scripted(`node --inspect-brk=0 ${path}`, 'app.js')),
    'debug-script.breakpoint.file': paths().map((file) => scripted('node --inspect-brk=0 app.js', file)),
  };
}

function launching(tool: string, rest: Arguments): Record<string, readonly Arguments[]> {
  return {
    [`${tool}.program`]: [...paths(), `node ${script}`, `npm --prefix ${outside} test`].map((program) => ({
      program,
      ...rest,
    })),
    [`${tool}.args`]: paths().map((path) => ({ program: process.execPath, args: [path], ...rest })),
    [`${tool}.runtimeArgs`]: [[script], ['-r', script], [`--require=${script}`]].map((runtimeArgs) => ({
      program: 'app.js',
      runtimeArgs,
      ...rest,
    })),
    [`${tool}.runtimeExecutable`]: paths().flatMap((path) =>
      path.includes('/') ? [{ program: 'app.js', runtimeExecutable: path, ...rest }] : [],
    ),
    [`${tool}.env`]: [
      { program: 'app.js', env: { NODE_OPTIONS: `--require ${script}` }, ...rest },
      { program: 'python3 -m x', env: { PYTHONPATH: outside }, ...rest },
    ],
    [`${tool}.cwd`]: folders().map((cwd) => ({ program: 'x.js', cwd, ...rest })),
    [`${tool}.stdin`]: paths().map((path) => ({ program: 'app.js', stdin: `@${path}`, ...rest })),
  };
}

function commanding(tool: string, rest: Arguments): Record<string, readonly Arguments[]> {
  return {
    [`${tool}.command`]: [...paths(), `node ${script}`].map((command) => ({ command, ...rest })),
    [`${tool}.args`]: paths().map((path) => ({ command: 'node', args: [path], ...rest })),
    [`${tool}.cwd`]: folders().map((cwd) => ({ command: 'node', args: ['x.js'], cwd, ...rest })),
  };
}

function scripted(command: string, file: string): Arguments {
  return { command, breakpoint: { file, line: 1 }, expression: '1', timeout: 1_000 };
}

/** The arguments of all tools that are free text, as `tool.argument`. */
async function textArguments(): Promise<string[]> {
  const { tools } = await server.client.listTools();
  return tools.flatMap(({ name, inputSchema }) => textsIn(inputSchema).map((path) => `${name}.${path}`));
}

function textsIn(schema: unknown): string[] {
  const { properties = {} }: { properties?: Record<string, Property> } = Object(schema);
  return Object.entries(properties).flatMap(([name, property]) => {
    if (property.properties) return textsIn(property).map((inner) => `${name}.${inner}`);
    const { type, enum: words } = property.items ?? property;
    const isFreeText = words === undefined && !['boolean', 'integer', 'number'].includes(String(type));
    return isFreeText ? [name] : [];
  });
}

interface Property {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Property;
  readonly properties?: Record<string, Property>;
}

describe('--root', () => {
  test('is tried with every argument of every tool that could name a file, a folder or a program', async () => {
    const texts = await textArguments();
    const pathLike = texts.filter((each) => !NO_PATHS.has(each) && !NO_PATHS.has(each.split('.').at(-1) ?? ''));
    expect([...pathLike, ...UNADVERTISED].toSorted()).toEqual(Object.keys(attempts()).toSorted());
  });

  test('refuses each of them, and runs nothing', async () => {
    const accepted: string[] = [];
    for (const [argument, calls] of Object.entries(attempts())) {
      const [tool = ''] = argument.split('.');
      for (const args of calls) {
        const { text, isError } = await server.call(tool, args);
        const isRefused = text.includes('is outside of the folders') && text.includes(`--root ${inside}`);
        const isFailure = isError || /"(status|success)": ?("error"|false)/.test(text);
        if (!isRefused || !isFailure) accepted.push(`${tool} ${JSON.stringify(args)}: ${text.slice(0, 200)}`);
      }
    }
    expect(accepted).toEqual([]);
    expect(existsSync(`${script}.ran`)).toBe(false);
    expect(existsSync(join(inside, 'linked.js.ran'))).toBe(false);
  });

  test('refuses code in a call, and lines for a shell, which could lead anywhere', async () => {
    const runs = `node ${script}`;
    const launches: Arguments[] = [
      { program: 'sh', args: ['-c', runs] },
      { program: `sh -c "${runs}"` },
      { program: 'node', args: ['-e', `require(${JSON.stringify(script)})`] },
      { program: 'cd / && node app.js' },
      { program: 'app.js', runtimeArgs: ['--eval', '1'] },
      { program: 'node', stdin: `require(${JSON.stringify(script)})` },
      { program: 'launch.json: Code' },
      { program: 'sed', args: ['-n', '1e touch ran', 'app.js'] },
      { program: 'tar', args: ['-cf', '/dev/null', '--checkpoint=1', '--checkpoint-action=exec=touch ran', 'app.js'] },
      { program: 'python3', args: ['-m', 'cProfile', '-m', 'timeit', 'open("ran", "w")'] },
    ];
    const calls: [string, Arguments][] = [
      ...launches.map((launch): [string, Arguments] => ['debug_launch', launch]),
      ['debug_hang', { program: 'sh', args: ['-c', 'node "$X"'] }],
      ['debug_test', { program: 'sh', args: ['-c', 'node "$X"'] }],
      ['debug_probe', { program: 'sh -c "node $X"', file: 'app.js', line: 1 }],
      ['debug_trace', { program: 'echo a; node app.js', function: 'main()' }],
      ['debug_trace', comparing({ program: 'node', args: ['-p', '1'] })],
      ['debugger_start', { command: 'node', args: ['-e', '1'] }],
      ['start_debugging', { sessionId: ids.fresh, scriptPath: 'node', args: ['-e', '1'] }],
      ['debug-script', scripted('node --inspect-brk=0 -e 1', 'app.js')],
    ];
    const chosen = idIn(await server.call('create_debug_session', { language: 'javascript', executablePath: script }));
    calls.push(['start_debugging', { sessionId: chosen, scriptPath: 'app.js' }]);
    const accepted: string[] = [];
    for (const [tool, args] of calls) {
      const { text } = await server.call(tool, { ...args, ...(tool.startsWith('debug_') && { timeoutMs: 1_000 }) });
      if (!/ can run anything: | is outside of the folders /.test(text))
        accepted.push(`${tool} ${JSON.stringify(args)}: ${text.slice(0, 200)}`);
    }
    expect(accepted).toEqual([]);
    expect(existsSync(`${script}.ran`) || existsSync(join(inside, 'ran'))).toBe(false);
  });

  test('shows no text of a file outside in which a program stops', async () => {
    const library = join(outside, 'library.js');
    writeFileSync(library, 'module.exports = () => {\n  const own = 1;\n  debugger;\n  return own;\n};\n');
    writeFileSync(join(inside, 'uses.js'), `require(${JSON.stringify(library)})();\n`);
    await server.call('debug_launch', { program: 'uses.js', session: 'uses' });
    const { text } = await server.call('debug_continue', { session: 'uses' });
    expect(text).toContain(`at ${library}:3`);
    expect(text).toContain('not shown: the file lies outside of the folders that this server may debug in (--root)');
    expect(text).toContain('own: number = 1');
    expect(text).not.toContain('return own');
    await server.call('debug_stop', { session: 'uses' });
  });

  test('refuses to attach to a program outside, by pid and by port', async () => {
    writeFileSync(join(outside, 'idle.js'), 'setInterval(() => {}, 1e6);\n');
    const idle = spawn(process.execPath, ['--inspect=0', join(outside, 'idle.js')], { cwd: inside, stdio: 'pipe' });
    try {
      const port = await inspectorPortOf(idle);
      for (const target of [{ pid: idle.pid }, { port }]) {
        for (const tool of ['debug_attach', 'debug_hang']) {
          const { text } = await server.call(tool, { ...target, timeoutMs: 5_000 });
          expect(text).toContain(`Process ${idle.pid} runs ${outside}/idle.js, which is outside of the folders`);
        }
      }
    } finally {
      idle.kill('SIGKILL');
    }
  });

  test('refuses to attach to a program outside that is named by its folder, or without its ending', async () => {
    writeFileSync(join(outside, 'index.js'), 'setInterval(() => {}, 1e6);\n');
    for (const program of [outside, join(outside, 'index')]) {
      const idle = spawn(process.execPath, ['--inspect=0', program], { cwd: inside, stdio: 'pipe' });
      try {
        await inspectorPortOf(idle);
        const { text } = await server.call('debug_attach', { pid: idle.pid, timeoutMs: 5_000 });
        expect(text).toContain(`Process ${idle.pid} runs ${program}, which is outside of the folders`);
      } finally {
        idle.kill('SIGKILL');
      }
    }
  });

  test('leaves alone what is inside, whatever runs it, and the arguments of a program', async () => {
    const program = 'app.js';
    const calls: [string, Arguments][] = [
      ['debug_probe', { program, runtimeExecutable: process.execPath, file: 'app.js', line: 10 }],
      ['debug_probe', { program, args: [script], file: 'app.js', line: 10 }],
      ['debug_probe', { program, stdin: '@app.js', file: 'app.js', line: 10 }],
      ['debug_probe', { program: `${process.execPath} app.js`, file: join(inside, 'app.js'), line: 10 }],
      ['debug_hang', { program: process.execPath, args: ['app.js'], timeoutMs: 5_000 }],
      ['debug_trace', { program: 'npm run app', at: ['greet()'] }],
      ['debug_probe', { program: 'npm run app', env: { NODE_OPTIONS: '--no-warnings' }, file: 'app.js', line: 10 }],
      ['get_source_context', { sessionId: ids.session, file: 'app.js', line: 1 }],
      ['debug-script', scripted('node --inspect-brk=0 app.js', 'app.js')],
    ];
    for (const [tool, args] of calls) expect((await server.call(tool, args)).text, tool).not.toContain('--root');
  });
});

test.each(['/no/such/folder', `/${'a'.repeat(5_000)}`, fileURLToPath(import.meta.url)])(
  'a --root that is no folder is refused at the start (%.30s)',
  (root) => {
    const server = fileURLToPath(new URL('../../dist/mcp-debugger.js', import.meta.url));
    const { status, stdout, stderr } = spawnSync(process.execPath, [server, '--root', root], { input: '' });
    expect({ status, stdout: String(stdout), stderr: String(stderr) }).toEqual({
      status: 2,
      stdout: '',
      stderr: `--root ${root}: there is no such folder\nRun mcp-debugger --help for what it takes.\n`,
    });
  },
);
