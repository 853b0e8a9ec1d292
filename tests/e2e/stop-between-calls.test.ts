import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as z from 'zod/v4';
import { converse, copyPrograms, pathWithDebuggee } from '../support/debug-programs.ts';
import { startServer } from '../support/mcp-client.ts';
import { converseInSession } from '../support/session-programs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const STOP = /^Stopped \(breakpoint\) at serving\.js:3\n/;
/** A program that runs; whichever call notices first says once that it listens. */
const RUNNING = /^(Still running after |Listening on )/;
const SERVING = { program: 'serving.js', breakpoints: ['serving.js:3'], timeoutMs: 400 };

/** A server that is debugged, and the way to what it has written that shows no stop. */
class ServedProgram {
  readonly #output: () => Promise<string>;

  constructor(output: () => Promise<string>) {
    this.#output = output;
  }

  /** Sends a request and waits until the program stands at its breakpoint. @returns what it is answered with when it goes on */
  async request(path: string): Promise<() => Promise<string>> {
    await expect.poll(this.#output, { timeout: 10_000 }).toMatch(/port \d+\./);
    const port = /port (\d+)\./.exec(await this.#output())?.[1];
    const answer = fetch(`http://127.0.0.1:${port}${path}`).then((response) => response.text());
    // A rejection before anybody awaits it must not end the test run.
    answer.catch(() => {});
    await expect.poll(this.#output, { timeout: 10_000 }).toContain(`asked for ${path}`);
    // The breakpoint is on the line after the one that says so.
    await sleep(150);
    return () => answer;
  }
}

test('debug: a stop that came between two calls is what the call that waits, steps or asks answers with', async () => {
  await converse({}, async ({ ask }) => {
    expect((await ask('launch', SERVING)).text).toMatch(/(Still running after|Listening on) .*\n/);
    const served = new ServedProgram(async () => (await ask('output')).text);
    const said = async (name: string, args = {}) => (await ask(name, args)).text;

    const first = await served.request('/first');
    expect(await said('continue', { timeoutMs: 5_000 })).toMatch(STOP);
    expect(await said('continue', { timeoutMs: 200 })).toMatch(RUNNING);
    expect(await first()).toBe('ok /first');

    const second = await served.request('/second');
    expect(await said('step', { count: 3 })).toMatch(
      /^Stopped \(breakpoint\) at serving\.js:3\n[\s\S]*\nNo step was made: /,
    );
    expect(await said('step')).toMatch(/^Stopped \(step\) at serving\.js:4\n/);
    await said('continue', { timeoutMs: 200 });
    expect(await second()).toBe('ok /second');

    const asked: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
      ['pause', {}, /./],
      ['evaluate', { expression: 'req.url' }, /\n\n\(string\) "\/asked"$/],
      ['stack', {}, /\n\n#0 {2}/],
      ['variables', {}, /\n\n {2}/],
      ['watch', { expression: 'req.method' }, /\n\n.*req\.method.*"GET"/],
    ];
    for (const [name, args, answer] of asked) {
      const response = await served.request('/asked');
      // To set a breakpoint, and to read what was written, shows no stop.
      expect(await said('breakpoint', { file: 'serving.js', line: 4, enabled: true })).toMatch(/^Breakpoint at/);
      await said('breakpoint', { file: 'serving.js', line: 4, remove: true });
      const text = await said(name, args);
      expect(text, name).toMatch(STOP);
      expect(text, name).toMatch(answer);
      expect(await said('evaluate', { expression: '1' })).toBe('(number) 1');
      expect(await said('continue', { timeoutMs: 200 })).toMatch(RUNNING);
      expect(await response()).toBe('ok /asked');
    }

    const runTo = await served.request('/run-to');
    expect(await said('continue', { to: 'serving.js:4', timeoutMs: 5_000 })).toMatch(STOP);
    expect(await said('breakpoint')).not.toContain('serving.js:4');
    expect(await said('continue', { to: 'serving.js:4', timeoutMs: 5_000 })).toMatch(/^Stopped \(run-to\)/);
    await said('continue', { timeoutMs: 200 });
    expect(await runTo()).toBe('ok /run-to');

    const listed = await served.request('/listed');
    expect(await said('sessions')).toContain('stopped (breakpoint) at serving.js:3');
    expect(await said('continue', { timeoutMs: 200 })).toMatch(RUNNING);
    expect(await listed()).toBe('ok /listed');
  });
});

test('debugger: a stop that came between two calls is what the call that waits or steps answers with', async () => {
  const { folder, remove } = copyPrograms();
  const server = await startServer({
    cwd: folder,
    env: { PATH: pathWithDebuggee() },
    args: ['--toolset', 'debugger', '--toolset', 'debug'],
  });
  const answer = z.looseObject({ sessionId: z.string(), state: z.string(), reason: z.string() }).partial();
  const ask = async (name: string, args: Record<string, unknown> = {}) => {
    const { structuredContent } = await server.client.callTool({ name: `debugger_${name}`, arguments: args });
    return answer.parse(structuredContent);
  };
  try {
    const { sessionId } = await ask('start', { command: 'node serving.js' });
    await ask('set_breakpoint', { sessionId, file: 'serving.js', line: 3 });
    const goOn = () => ask('continue', { sessionId, timeout: 400 });
    expect(await goOn()).toMatchObject({ state: 'running' });
    const served = new ServedProgram(async () => (await server.call('debug_output')).text);
    const notGone = { state: 'paused', reason: 'breakpoint', message: expect.stringContaining('has not gone on') };
    for (const name of ['continue', 'step_over', 'step_into', 'step_out']) {
      const response = await served.request(`/${name}`);
      expect(await ask(name, { sessionId }), name).toMatchObject(notGone);
      expect(await goOn()).toMatchObject({ state: 'running' });
      expect(await response()).toBe(`ok /${name}`);
    }
    for (const name of ['pause', 'get_stack']) {
      const response = await served.request(`/${name}`);
      expect(await ask(name, { sessionId })).toMatchObject({ status: 'success' });
      expect(await goOn()).toMatchObject({ state: 'running' });
      expect(await response()).toBe(`ok /${name}`);
    }
  } finally {
    await server.close();
    remove();
  }
});

test('session: a stop that came between two calls is not left by continue_execution or a step', async () => {
  await converseInSession(async ({ ask, get }) => {
    const sessionId = await get<string>('sessionId', 'create_debug_session', { language: 'javascript' });
    await ask('set_breakpoint', { sessionId, file: 'serving.js', line: 3 });
    const started = await ask('start_debugging', { sessionId, scriptPath: 'serving.js', timeoutMs: 400 });
    expect(started).toMatchObject({ state: 'running' });
    const served = new ServedProgram(async () => JSON.stringify(await get('output', 'get_output', { sessionId })));
    for (const name of ['continue_execution', 'step_over', 'step_into', 'step_out']) {
      const response = await served.request(`/${name}`);
      const message = expect.stringMatching(/^Not (continued|stepped): .*serving\.js:3, and no answer had said so$/);
      expect(await ask(name, { sessionId })).toMatchObject({
        state: 'paused',
        message,
        data: { reason: 'breakpoint' },
      });
      expect(await ask('continue_execution', { sessionId })).toMatchObject({ message: 'Continued execution' });
      expect(await response()).toBe(`ok /${name}`);
    }
    const paused: readonly (readonly [string, Record<string, unknown>])[] = [
      ['get_stack_trace', {}],
      ['get_local_variables', {}],
      ['evaluate_expression', { expression: 'req.url' }],
      ['pause_execution', {}],
    ];
    for (const [name, args] of paused) {
      const response = await served.request(`/${name}`);
      expect(await ask(name, { sessionId, ...args })).toMatchObject({ success: true });
      expect(await ask('continue_execution', { sessionId })).toMatchObject({ message: 'Continued execution' });
      expect(await response()).toBe(`ok /${name}`);
    }
  });
});

/** A thread that steps over a line which ends only after another thread has come to its breakpoint. */
const OVERTAKEN = `import threading
ready, gate = threading.Event(), threading.Event()
def other():
    ready.set() or gate.wait()
    return 1
thread = threading.Thread(target=other, name="Other"); thread.start()
ready.wait()
gate.set()
thread.join()
`;

test('debug: a step that another thread overtakes says that it has not ended', async () => {
  const cwd = temporaryFolder('mcp-debugger-overtaken-');
  writeFileSync(join(cwd, 'main.py'), OVERTAKEN);
  const server = await startServer({ cwd, args: ['--no-log'] });
  try {
    const breakpoints = ['main.py:4', 'main.py:8'];
    expect((await server.call('debug_launch', { program: 'main.py', breakpoints })).text).toContain('[breakpoint 1]');
    const stop = (await server.call('debug_step', { action: 'next' })).text;
    expect(stop).toContain('[breakpoint 2]');
    expect(stop).toMatch(/\nThe step in thread 2 \(Other\) has not ended: this one stopped first\./);
    expect((await server.call('debug_step', { action: 'next' })).text).not.toContain('has not ended');
  } finally {
    await server.close();
    rmSync(cwd, { recursive: true, force: true });
  }
});

/**
 * The function that the step leaves ends by an exception that nothing on the program's stack catches: V8 stops at nothing behind
 * it.
 */
const LEFT_UNSEEN = `const work = async () => {
  await null;
  throw new Error('handled'); // here
};
work().catch(() => {});
setInterval(() => process.stdout.write('.'), 50);
`;

test('debug: a step that was left unseen says that it has not ended', async () => {
  const cwd = temporaryFolder('mcp-debugger-unseen-');
  writeFileSync(join(cwd, 'main.cjs'), LEFT_UNSEEN);
  const server = await startServer({ cwd, args: ['--no-log'] });
  try {
    await server.call('debug_launch', { program: 'main.cjs', breakpoints: ['main.cjs:3'] });
    const { text } = await server.call('debug_step', { action: 'step_out', timeoutMs: 500 });
    expect(text).toMatch(/^Still running after /);
    expect(text).toMatch(/\nThe step has not ended: /);
  } finally {
    await server.close();
    rmSync(cwd, { recursive: true, force: true });
  }
});
