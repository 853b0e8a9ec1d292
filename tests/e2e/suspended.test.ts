import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../support/mcp-client.ts';

const WAIT_MS = 500;

let folder: string;
let server: RunningServer;

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'suspended-')));
  writeFileSync(join(folder, 'tick.js'), 'let n = 0;\nsetInterval(() => {\n  n += 1;\n}, 20);\n');
  writeFileSync(join(folder, 'abort.js'), 'process.abort();\n');
  server = await startServer({ cwd: folder, args: ['--toolset', 'all', '--no-log'] });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

test.runIf(process.platform === 'linux')(
  'every call that waits for a program that SIGSTOP has stopped says so',
  async () => {
    await server.call('debug_launch', { program: 'tick.js', stopOnEntry: false, timeoutMs: WAIT_MS, session: 's' });
    const pid = Number(/pid (\d+)/.exec((await server.call('debug_sessions')).text)?.[1]);
    process.kill(pid, 'SIGSTOP');
    const said = `Process ${pid} is stopped by a signal (SIGSTOP): it runs nothing. kill -CONT ${pid} lets it go on; `;
    for (const name of ['debug_continue', 'debug_pause'])
      expect((await server.call(name, { timeoutMs: WAIT_MS })).text).toContain(`${said}debug_stop ends it.`);
    expect((await server.call('debugger_pause', { sessionId: 's', timeout: WAIT_MS })).text).toContain(said);
    process.kill(pid, 'SIGCONT');
    const paused = await server.call('debug_pause', { timeoutMs: 10_000 });
    expect(paused.text).toMatch(/^Stopped \(pause\) at /);
  },
);

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
