import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { type RunningServer, startServer } from '../support/mcp-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Limit of each call, and the time by which its answer may be late. */
const LIMIT_MS = 900;
const LATE_MS = 500;

const PROGRAMS = {
  'idle.cjs': 'setInterval(() => {}, 1_000);\n',
  'busy.cjs': 'let rounds = 0;\nfor (;;) rounds += 1;\n',
  'blocked.cjs': 'const cell = new Int32Array(new SharedArrayBuffer(4));\nAtomics.wait(cell, 0, 0);\n',
  'native.cjs': "function wait() {\n  require('node:child_process').execSync('sleep 60');\n}\nwait();\n",
  'spinning.cjs': 'function spin() {\n  let rounds = 0;\n  for (;;) rounds += 1;\n}\nspin();\n',
  'steps.cjs': 'function spin() {\n  for (;;);\n}\nlet before = 1;\nspin(before);\n',
  'own-signal.cjs': "process.on('SIGUSR1', () => {});\nconsole.log('ready');\nsetInterval(() => {}, 1_000);\n",
  'endless.test.mjs':
    "import test from 'node:test';\ntest('ends never', () => new Promise((r) => setInterval(r, 1e9)));\n",
  'endless.py': 'import time\nwhile True:\n    time.sleep(1)\n',
  'test_endless.py': 'import time\n\n\ndef test_endless():\n    time.sleep(60)\n\n\ntest_endless()\n',
} as const;

let folder: string;
let server: RunningServer;
let silent: Server;
const processes: ChildProcess[] = [];
/** Numbers by which the targets are known. */
const at = { silent: 0, blocked: 0, stopped: 0, free: 0 };
const pids = { ownSignal: 0, stopped: 0, blocked: 0 };

beforeAll(async () => {
  folder = temporaryFolder('mcp-debugger-deadlines-');
  for (const [name, text] of Object.entries(PROGRAMS)) writeFileSync(join(folder, name), text);
  silent = createServer(() => {}).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const address = silent.address();
  at.silent = typeof address === 'object' && address !== null ? address.port : 0;
  at.blocked = await freePort();
  at.stopped = await freePort();
  at.free = await freePort();
  pids.ownSignal = await start(['own-signal.cjs']);
  pids.blocked = await start([`--inspect=127.0.0.1:${at.blocked}`, 'blocked.cjs']);
  pids.stopped = await start([`--inspect=127.0.0.1:${at.stopped}`, 'idle.cjs']);
  process.kill(pids.stopped, 'SIGSTOP');
  server = await startServer({ cwd: folder, args: ['--toolset', 'all', '--no-log'] });
  // What is read once takes its time the first time.
  for (const program of ['idle.cjs', 'endless.py']) {
    await server.call('debug_launch', { program, stopOnEntry: false, timeoutMs: 300 });
    await server.call('debug_stop');
  }
}, 60_000);

afterAll(async () => {
  await server.close();
  silent.close();
  for (const each of processes) each.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a Node process, and waits until it says that it runs: its own word, or that of its inspector. */
async function start(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  processes.push(child);
  await new Promise((resolve) => {
    child.stdout?.once('data', resolve);
    child.stderr?.once('data', resolve);
  });
  return child.pid ?? 0;
}

type Arguments = Readonly<Record<string, unknown>>;

/** A call, and what makes ready for it. */
interface Case {
  readonly tool: string;
  readonly args: () => Arguments;
  readonly before?: () => Promise<Arguments>;
}

/** A session of the default toolset. */
function launched(program: string, more: Arguments = {}): () => Promise<Arguments> {
  return async () => {
    await server.call('debug_launch', { program, timeoutMs: 5_000, stopOnEntry: true, ...more });
    return {};
  };
}

/** A session that runs. */
function running(program: string): () => Promise<Arguments> {
  return launched(program, { stopOnEntry: false, timeoutMs: 300 });
}

/** A session that is stopped, in a process that answers nothing any more. */
async function frozen(): Promise<Arguments> {
  await server.call('debug_launch', { program: 'steps.cjs', timeoutMs: 5_000, breakpoints: ['steps.cjs:5'] });
  const { text } = await server.call('debug_evaluate', { expression: 'process.pid' });
  const pid = Number(/(\d+)/.exec(text)?.[1]);
  process.kill(pid, 'SIGSTOP');
  return {};
}

async function debuggerSession(): Promise<Arguments> {
  return idOf(await server.call('debugger_start', { command: 'node', args: ['steps.cjs'] }));
}

async function runningDebuggerSession(): Promise<Arguments> {
  const id = await debuggerSession();
  await server.call('debugger_continue', { ...id, timeout: 100 });
  return id;
}

async function scriptSession(): Promise<Arguments> {
  return idOf(await server.call('create_debug_session', { language: 'javascript' }));
}

async function runningScriptSession(): Promise<Arguments> {
  const id = await scriptSession();
  await server.call('start_debugging', { ...id, scriptPath: 'busy.cjs', timeoutMs: 300 });
  return id;
}

async function attachingSession(): Promise<Arguments> {
  return idOf(await server.call('create_debug_session', { language: 'javascript', port: at.silent }));
}

function idOf({ text }: { readonly text: string }): Arguments {
  const { sessionId }: { sessionId: string } = JSON.parse(text);
  return { sessionId };
}

/** Every tool that takes a time limit, at targets that never answer, never stop or never end. */
const CASES: Readonly<Record<string, Case>> = {
  'launch: never ends': { tool: 'debug_launch', args: () => ({ program: 'idle.cjs', stopOnEntry: false }) },
  'launch: busy': { tool: 'debug_launch', args: () => ({ program: 'busy.cjs', stopOnEntry: false }) },
  'launch: no Node': { tool: 'debug_launch', args: () => ({ program: 'sleep 60' }) },
  'launch: never the line': { tool: 'debug_launch', args: () => ({ program: 'steps.cjs', breakpoints: ['never()'] }) },
  'launch: Python': { tool: 'debug_launch', args: () => ({ program: 'endless.py', stopOnEntry: false }) },
  'attach: silent port': { tool: 'debug_attach', args: () => ({ port: at.silent }) },
  'attach: silent url': { tool: 'debug_attach', args: () => ({ url: `ws://127.0.0.1:${at.silent}/x` }) },
  'attach: blocked': { tool: 'debug_attach', args: () => ({ port: at.blocked }) },
  'attach: blocked, by pid': { tool: 'debug_attach', args: () => ({ pid: pids.blocked }) },
  'attach: stopped': { tool: 'debug_attach', args: () => ({ port: at.stopped }) },
  'attach: stopped, by pid': { tool: 'debug_attach', args: () => ({ pid: pids.stopped }) },
  'attach: handles the signal itself': { tool: 'debug_attach', args: () => ({ pid: pids.ownSignal }) },
  'continue: never stops': { tool: 'debug_continue', before: running('busy.cjs'), args: () => ({}) },
  'continue: blocked': { tool: 'debug_continue', before: launched('blocked.cjs'), args: () => ({}) },
  'continue to: never': { tool: 'debug_continue', before: launched('steps.cjs'), args: () => ({ to: 'idle.cjs:1' }) },
  'continue: frozen': { tool: 'debug_continue', before: frozen, args: () => ({}) },
  'continue to: frozen': { tool: 'debug_continue', before: frozen, args: () => ({ to: 'steps.cjs:4' }) },
  'step: never returns': { tool: 'debug_step', before: launched('steps.cjs'), args: () => ({ count: 5 }) },
  'step: frozen': { tool: 'debug_step', before: frozen, args: () => ({}) },
  'pause: blocked': { tool: 'debug_pause', before: running('blocked.cjs'), args: () => ({}) },
  'pause: idle': { tool: 'debug_pause', before: running('idle.cjs'), args: () => ({}) },
  'patch: in a native call': {
    tool: 'debug_patch',
    before: running('native.cjs'),
    args: () => ({ file: 'native.cjs', old: 'sleep 60', new: 'sleep 61' }),
  },
  'patch: busy': {
    tool: 'debug_patch',
    before: running('spinning.cjs'),
    args: () => ({ file: 'spinning.cjs', old: 'rounds += 1', new: 'rounds += 2' }),
  },
  'patch: Python': {
    tool: 'debug_patch',
    before: running('endless.py'),
    args: () => ({ file: 'endless.py', old: 'sleep(1)', new: 'sleep(2)' }),
  },
  'patch: frozen': {
    tool: 'debug_patch',
    before: frozen,
    args: () => ({ file: 'steps.cjs', old: 'for', new: '1; for' }),
  },
  'evaluate: endless': {
    tool: 'debug_evaluate',
    before: launched('steps.cjs'),
    args: () => ({ expression: '(() => { for (;;); })()' }),
  },
  'evaluate: frozen': { tool: 'debug_evaluate', before: frozen, args: () => ({ expression: 'before' }) },
  'probe: never hit': { tool: 'debug_probe', args: () => ({ program: 'busy.cjs', file: 'steps.cjs', line: 5 }) },
  'probe: no Node': { tool: 'debug_probe', args: () => ({ program: 'sleep 60', file: 'steps.cjs', line: 5 }) },
  'probe: endless expression': {
    tool: 'debug_probe',
    args: () => ({ program: 'steps.cjs', file: 'steps.cjs', line: 5, expressions: ['(() => { for (;;); })()'] }),
  },
  'trace: never ends': { tool: 'debug_trace', args: () => ({ program: 'busy.cjs', function: 'main()' }) },
  'trace: idle': { tool: 'debug_trace', args: () => ({ program: 'idle.cjs' }) },
  'trace: no Node': { tool: 'debug_trace', args: () => ({ program: 'sleep 60', function: 'main()' }) },
  'trace: a session that never stops': {
    tool: 'debug_trace',
    before: running('busy.cjs'),
    args: () => ({ at: ['busy.cjs:2: rounds'] }),
  },
  'trace: a place that a session never reaches': {
    tool: 'debug_trace',
    before: launched('idle.cjs'),
    args: () => ({ file: 'steps.cjs', line: 4 }),
  },
  'trace: a step that never returns': { tool: 'debug_trace', before: launched('steps.cjs'), args: () => ({}) },
  'trace: frozen': { tool: 'debug_trace', before: frozen, args: () => ({}) },
  'trace: values, frozen': { tool: 'debug_trace', before: frozen, args: () => ({ at: ['steps.cjs:4: before'] }) },
  'test: never ends': { tool: 'debug_test', args: () => ({ program: 'node --test endless.test.mjs' }) },
  'test: never ends, and is kept': {
    tool: 'debug_test',
    args: () => ({ program: 'node --test endless.test.mjs', keep: true }),
  },
  'test: no Node': { tool: 'debug_test', args: () => ({ program: 'sleep 60' }) },
  'test: Python': { tool: 'debug_test', args: () => ({ program: 'python3 test_endless.py' }) },
  'hang: busy': { tool: 'debug_hang', args: () => ({ program: 'busy.cjs' }) },
  'hang: blocked': { tool: 'debug_hang', args: () => ({ program: 'blocked.cjs' }) },
  'hang: idle': { tool: 'debug_hang', args: () => ({ program: 'idle.cjs' }) },
  'hang: no Node': { tool: 'debug_hang', args: () => ({ program: 'sleep 60' }) },
  'hang: blocked, by pid': { tool: 'debug_hang', args: () => ({ pid: pids.blocked }) },
  'hang: stopped, by pid': { tool: 'debug_hang', args: () => ({ pid: pids.stopped }) },
  'hang: silent port': { tool: 'debug_hang', args: () => ({ port: at.silent }) },
  'hang: a session': { tool: 'debug_hang', before: running('busy.cjs'), args: () => ({}) },
  'debugger_start: no Node': { tool: 'debugger_start', args: () => ({ command: 'sleep', args: ['60'] }) },
  'debugger_continue: busy': { tool: 'debugger_continue', before: debuggerSession, args: () => ({}) },
  'debugger_step_over: never returns': {
    tool: 'debugger_step_over',
    before: async () => {
      const id = await debuggerSession();
      await server.call('debugger_step_over', id);
      return id;
    },
    args: () => ({}),
  },
  'debugger_step_into: runs already': { tool: 'debugger_step_into', before: runningDebuggerSession, args: () => ({}) },
  'debugger_step_out: runs already': { tool: 'debugger_step_out', before: runningDebuggerSession, args: () => ({}) },
  debugger_pause: { tool: 'debugger_pause', before: runningDebuggerSession, args: () => ({}) },
  'debugger_run_tests: never end': {
    tool: 'debugger_run_tests',
    args: () => ({ command: 'node', args: ['--test', 'endless.test.mjs'] }),
  },
  'start_debugging: never ends': {
    tool: 'start_debugging',
    before: scriptSession,
    args: () => ({ scriptPath: 'busy.cjs' }),
  },
  'start_debugging: silent port': {
    tool: 'start_debugging',
    before: attachingSession,
    args: () => ({ scriptPath: 'busy.cjs' }),
  },
  'restart_debugging: never ends': { tool: 'restart_debugging', before: runningScriptSession, args: () => ({}) },
  'continue_execution: never ends': {
    tool: 'continue_execution',
    before: async () => {
      const id = await scriptSession();
      const entry = { scriptPath: 'busy.cjs', dapLaunchArgs: { stopOnEntry: true } };
      await server.call('start_debugging', { ...id, ...entry });
      return id;
    },
    args: () => ({}),
  },
  'debug-script: never ends': {
    tool: 'debug-script',
    args: () => ({
      command: `node --inspect-brk=${at.free} busy.cjs`,
      breakpoint: { file: 'busy.cjs', line: 1 },
      expression: 'rounds',
    }),
  },
};

/** Its document has the program run for `timeout` before it asks why. */
const LONGER_BY_CONTRACT = ['debugger_detect_hang'];

test.each(Object.entries(CASES))(
  '%s',
  async (_, { tool, args, before }) => {
    const made = (await before?.()) ?? {};
    const limit = tool.startsWith('debugger_') || tool === 'debug-script' ? 'timeout' : 'timeoutMs';
    try {
      const began = performance.now();
      const { text } = await server.call(tool, { ...made, ...args(), [limit]: LIMIT_MS });
      const tookMs = performance.now() - began;
      expect(text).not.toMatch(/defect of the debugger|nvalid argument/);
      expect(tookMs, text).toBeLessThan(LIMIT_MS + LATE_MS);
    } finally {
      await endAll();
    }
  },
  30_000,
);

// Last: the client prepares itself for a second when it has read the list.
test('every tool with a time limit is in the table', async () => {
  const { tools } = await server.client.listTools();
  const limited = tools.filter(
    ({ inputSchema: { properties = {} } }) => 'timeoutMs' in properties || 'timeout' in properties,
  );
  const covered = [...new Set(Object.values(CASES).map(({ tool }) => tool)), ...LONGER_BY_CONTRACT];
  expect(covered.sort()).toEqual(limited.map(({ name }) => name).sort());
});

async function endAll(): Promise<void> {
  const { text } = await server.call('debug_sessions');
  for (const [, session] of text.matchAll(/^(\S+) {2}/gm)) await server.call('debug_stop', { session });
}
