import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inspectorPortOf } from '../support/inspector-port.ts';
import { type RunningServer, startServer } from '../support/mcp-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const WAIT_MS = 500;

let folder: string;
let server: RunningServer;

beforeEach(async () => {
  folder = temporaryFolder('suspended-');
  writeFileSync(join(folder, 'tick.js'), 'let n = 0;\nsetInterval(() => {\n  n += 1;\n}, 20);\n');
  writeFileSync(join(folder, 'tick.py'), 'import time\nn = 0\nwhile True:\n    n += 1\n    time.sleep(0.02)\n');
  writeFileSync(join(folder, 'abort.js'), 'process.abort();\n');
  server = await startServer({ cwd: folder, args: ['--toolset', 'all', '--no-log'] });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.runIf(process.platform === 'linux')('a program that SIGSTOP has stopped', () => {
  const languages = ['tick.js', 'tick.py'];

  /** Long enough for a signal to have taken effect, and for nothing to answer. */
  async function suspended(pid: number): Promise<void> {
    process.kill(pid, 'SIGSTOP');
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) T /);
  }

  function said(pid: number): string {
    return `Process ${pid} is stopped by a signal (SIGSTOP): it runs nothing.`;
  }

  async function pidOf(): Promise<number> {
    return Number(/pid (\d+)/.exec((await server.call('debug_sessions')).text)?.[1]);
  }

  test.each(languages)('says so to every call that waits while it runs (%s)', async (program) => {
    const launched = { program, stopOnEntry: false, timeoutMs: 5_000, session: 's', breakpoints: [`${program}:1`] };
    await server.call('debug_launch', launched);
    await server.call('debug_continue', { timeoutMs: WAIT_MS });
    const pid = await pidOf();
    await suspended(pid);
    const way = `${said(pid)} kill -CONT ${pid} lets it go on; `;
    for (const name of ['debug_continue', 'debug_pause'])
      expect((await server.call(name, { timeoutMs: WAIT_MS })).text, name).toContain(`${way}debug_stop ends it.`);
    expect((await server.call('debugger_pause', { sessionId: 's', timeout: WAIT_MS })).text).toContain(way);
    const calls = [
      ['debug_breakpoint', { file: program, line: 2 }],
      ['debug_attach', { pid }],
    ] as const;
    for (const [name, args] of calls) expect((await server.call(name, args)).text, name).toContain(said(pid));
    for (const target of [{ session: 's' }, { pid }]) {
      const hang = await server.call('debug_hang', { ...target, timeoutMs: 3_000 });
      expect(hang.text).toContain(`Hung: process ${pid} is stopped by a signal (SIGSTOP), and runs nothing`);
      expect(hang.text).toContain(`Next: kill -CONT ${pid} lets it go on;`);
    }
    process.kill(pid, 'SIGCONT');
    const paused = await server.call('debug_pause', { timeoutMs: 10_000 });
    expect(paused.text).toMatch(/^Stopped \((pause|breakpoint)\) at /);
  });

  test.each(languages)(
    'says so to every call that looks into its stop, which is still there then (%s)',
    async (program) => {
      await server.call('debug_launch', { program, breakpoints: [`${program}:3`], timeoutMs: 10_000 });
      const pid = await pidOf();
      await suspended(pid);
      const calls = [
        ['debug_evaluate', { expression: 'n' }],
        ['debug_variables', {}],
        ['debug_stack', {}],
        ['debug_step', {}],
        ['debug_continue', {}],
        ['debug_breakpoint', { file: program, line: 2 }],
        ['debug_watch', { expression: 'n' }],
        ['debug_patch', { file: program, old: 'n += 1', new: 'n += 2' }],
      ] as const;
      for (const [name, args] of calls) {
        const { text } = await server.call(name, args);
        expect(text, name).toContain(`${said(pid)}\nkill -CONT ${pid} lets it go on; debug_stop ends it.`);
      }
      process.kill(pid, 'SIGCONT');
      expect((await server.call('debug_evaluate', { expression: 'n + 100' })).text).toContain('100');
      expect((await server.call('debug_step')).text).toMatch(/^Stopped \((step|breakpoint)\) at /);
    },
  );

  test.each([
    ['stops.js', "process.kill(process.pid, 'SIGSTOP');\n"],
    ['stops.py', 'import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)\n'],
  ])('is said to be hung where it has stopped itself (%s)', async (program, text) => {
    writeFileSync(join(folder, program), text);
    const hang = await server.call('debug_hang', { program, timeoutMs: 5_000 });
    expect(hang.text).toMatch(/^Hung: process \d+ is stopped by a signal \(SIGSTOP\), and runs nothing/);
  });

  test('is said by a trace and by a run of tests whose program has stopped itself', async () => {
    writeFileSync(
      join(folder, 'stops.js'),
      "function work() {}\nwork();\nprocess.kill(process.pid, 'SIGSTOP');\nwork();\n",
    );
    writeFileSync(
      join(folder, 'stops.test.js'),
      "require('node:test')('x', () => process.kill(process.pid, 'SIGSTOP'));\n",
    );
    const runs = [
      ['debug_trace', { program: 'stops.js', function: 'work()', timeoutMs: 3_000 }],
      ['debug_trace', { program: 'stops.js', mode: 'lines', timeoutMs: 3_000 }],
      ['debug_trace', { program: 'stops.js', at: ['stops.js:2: 1'], timeoutMs: 3_000 }],
      ['debug_probe', { program: 'stops.js', file: 'stops.js', line: 4, timeoutMs: 3_000 }],
      ['debug_test', { program: 'node --test stops.test.js', timeoutMs: 5_000 }],
    ] as const;
    for (const [name, args] of runs) {
      const { text } = await server.call(name, args);
      expect(text, name).toMatch(/Process \d+ was stopped by a signal \(SIGSTOP\)/);
      // Of a run that could not go on, it is not known what it did not do, and more time helps nothing.
      expect(text, name).not.toMatch(/No function|No code|reached 0 times|Next, |longer timeoutMs|kill -CONT/);
    }
  });

  test('is said before anything else by a trace that was left nothing', async () => {
    writeFileSync(join(folder, 'stops.js'), "function work() {}\nwork();\nprocess.kill(process.pid, 'SIGSTOP');\n");
    const { text } = await server.call('debug_trace', { program: 'stops.js', function: 'work()', timeoutMs: 3_000 });
    expect(text).toMatch(/^Nothing of the run is known: SIGSTOP came before it had written down what it recorded\.\n/);
    writeFileSync(join(folder, 'killed.js'), "function work() {}\nwork();\nprocess.kill(process.pid, 'SIGKILL');\n");
    const killed = await server.call('debug_trace', { program: 'killed.js', function: 'work()' });
    expect(killed.text).toMatch(/^Nothing of the run is known: SIGKILL came before /);
  });

  test('is refused where it is reached by its port', async () => {
    const idle = spawn(process.execPath, ['--inspect=0', join(folder, 'tick.js')], { stdio: 'pipe' });
    try {
      const port = await inspectorPortOf(idle);
      await suspended(idle.pid ?? 0);
      const { text, isError } = await server.call('debug_attach', { port });
      expect(isError).toBe(true);
      expect(text).toBe(`${said(idle.pid ?? 0)}\nkill -CONT ${idle.pid} lets it go on; attach to it then.`);
    } finally {
      idle.kill('SIGKILL');
    }
  });
});

test('a program that ends itself by a signal is not said to have been killed', async () => {
  const { text } = await server.call('debug_launch', { program: 'abort.js', stopOnEntry: false });
  expect(text).toContain('Ended by SIGABRT.');
  expect((await server.call('debug_sessions')).text).toContain('ended by SIGABRT');
});

test.each(['A=B', 'A\0', ''])('a variable of the environment that is called %j is refused', async (name) => {
  const answer = await server.call('debug_launch', { program: 'tick.js', env: { [name]: '1' } });
  expect(answer.isError).toBe(true);
  expect(answer.text).toContain('expected a name without = and NUL characters');
});
