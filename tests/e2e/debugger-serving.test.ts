import { spawn } from 'node:child_process';
import { realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copyPrograms } from '../support/debug-programs.ts';
import { requireBuild, SERVER_PATH, startServer } from '../support/mcp-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folder: string;
let remove: () => void;
beforeEach(() => {
  ({ folder, remove } = copyPrograms());
});
afterEach(() => remove());

async function served<T>(
  args: readonly string[],
  use: (call: (name: string, args: Record<string, unknown>) => Promise<Record<string, unknown>>) => Promise<T>,
): Promise<T> {
  const server = await startServer({ cwd: folder, args });
  try {
    return await use(async (name, given) => {
      const { structuredContent, content } = await server.client.callTool({ name, arguments: given });
      const [part] = content;
      return { ...(structuredContent ?? {}), text: part?.type === 'text' ? part.text : '' };
    });
  } finally {
    await server.close();
  }
}

describe('sessions of several toolsets', () => {
  test('started by debugger_start can be used through debug_… and the other way round', async () => {
    await served(['--toolset', 'debug,debugger'], async (call) => {
      const { sessionId } = await call('debugger_start', { command: 'node', args: ['app.js'] });
      const session = String(sessionId);
      const set = await call('debug_breakpoint', { file: 'app.js', line: 10, session });
      expect(set.text).toContain('Breakpoint at app.js:10 (verified)');
      const { breakpoints } = await call('debugger_list_breakpoints', { sessionId });
      expect(breakpoints).toMatchObject([{ file: join(realpathSync(folder), 'app.js'), line: 10, verified: true }]);
      const stopped = await call('debug_continue', { session });
      expect(stopped.text).toContain('Stopped (breakpoint) at app.js:10');
      expect(await call('debugger_inspect', { sessionId, expression: 'item.price' })).toMatchObject({
        value: 2,
        type: 'number',
      });
      expect(await call('debugger_step_over', { sessionId })).toMatchObject({ state: 'paused' });
      expect((await call('debug_sessions', {})).text).toContain(session);
      await call('debug_stop', { session });
      expect(await call('debugger_get_stack', { sessionId })).toMatchObject({ code: 'SESSION_NOT_FOUND' });

      await call('debug_launch', { program: 'app.js', breakpoints: ['app.js:12'], session: 'mine' });
      expect(await call('debugger_get_stack', { sessionId: 'mine' })).toMatchObject({
        stack: [{ function: 'sum', line: 12 }, {}, {}],
      });
      expect(await call('debugger_continue', { sessionId: 'mine' })).toMatchObject({
        state: 'terminated',
        exitCode: 0,
      });
    });
  });

  test('each start is a session of its own, also of one program', async () => {
    await served(['--toolset', 'debugger'], async (call) => {
      const first = await call('debugger_start', { command: 'node', args: ['app.js'] });
      const second = await call('debugger_start', { command: 'node', args: ['app.js'] });
      expect(second.sessionId).not.toBe(first.sessionId);
      expect(await call('debugger_get_stack', { sessionId: first.sessionId })).toMatchObject({ status: 'success' });
    });
  });
});

describe('--root', () => {
  test('refuses files and folders outside of it, also behind a symbolic link', async () => {
    const outside = temporaryFolder('outside-');
    writeFileSync(join(outside, 'x.js'), '1;\n');
    symlinkSync(outside, join(folder, 'way-out'));
    try {
      await served(['--toolset', 'debugger', '--root', folder], async (call) => {
        const { sessionId } = await call('debugger_start', { command: 'node', args: ['app.js'] });
        for (const file of [join(outside, 'x.js'), '../x.js', 'way-out/x.js', '/etc/hostname', 'a/../../x.js']) {
          const refused = await call('debugger_set_breakpoint', { sessionId, file, line: 1 });
          expect(refused, file).toMatchObject({ code: 'INVALID_ARGUMENT', context: { roots: [realpathSync(folder)] } });
        }
        expect(await call('debugger_set_breakpoint', { sessionId, file: './a/../app.js', line: 10 })).toMatchObject({
          verified: true,
        });
        for (const cwd of [outside, '..', 'way-out']) {
          for (const tool of ['debugger_start', 'debugger_detect_hang', 'debugger_run_tests']) {
            const refused = await call(tool, {
              command: 'node',
              args: ['x.js'],
              cwd,
              ...(tool.endsWith('hang') ? { timeout: 100 } : {}),
            });
            expect(refused, `${tool} ${cwd}`).toMatchObject({ code: 'INVALID_ARGUMENT' });
          }
        }
      });
      await served(['--toolset', 'debugger', '--root', folder, '--root', outside], async (call) => {
        const { sessionId } = await call('debugger_start', { command: 'node', args: ['x.js'], cwd: outside });
        expect(await call('debugger_set_breakpoint', { sessionId, file: 'x.js', line: 1 })).toMatchObject({
          status: 'success',
        });
      });
    } finally {
      rmSync(outside, { recursive: true, force: true });
    }
  });
});

describe('--allow-remote', () => {
  test('is needed to attach to another machine', async () => {
    // Another machine than this one, as far as the name shows; nothing is sent to it without the option.
    const host = '192.0.2.1';
    await served(['--toolset', 'debug,session'], async (call) => {
      const refused = await call('debug_attach', { host, port: 9 });
      expect(refused.text).toContain('is another machine');
      expect(refused.text).toContain('--allow-remote');
      const { text } = await call('create_debug_session', { language: 'javascript', host, port: 9 });
      const { sessionId } = JSON.parse(String(text));
      const started = await call('start_debugging', { sessionId, scriptPath: 'app.js' });
      expect(started.text).toContain('is another machine');
    });
    const nobody = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => nobody.once('listening', resolve));
    const address = nobody.address();
    nobody.close();
    await served(['--toolset', 'debug', '--allow-remote'], async (call) => {
      const port = typeof address === 'object' && address ? address.port : 0;
      const refused = await call('debug_attach', { url: `ws://0.0.0.0:${port}/x` });
      expect(refused.text).not.toContain('is another machine');
    });
  });
});

test('a client that never sent initialize is answered', async () => {
  requireBuild();
  const server = spawn(process.execPath, [SERVER_PATH, '--toolset', 'debugger'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  try {
    const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
    const ask = async (id: number, method: string, params: object) => {
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      const { value } = await lines.next();
      return JSON.parse(String(value));
    };
    expect((await ask(1, 'tools/list', {})).result.tools).toHaveLength(22);
    const called = await ask(2, 'tools/call', { name: 'debugger_list_breakpoints', arguments: { sessionId: 'x' } });
    expect(called.result).toMatchObject({
      isError: true,
      structuredContent: { code: 'SESSION_NOT_FOUND', message: 'Session x not found' },
    });
    const unknown = await ask(3, 'tools/call', { name: 'nothing_like_that', arguments: {} });
    expect(unknown.result).toMatchObject({
      isError: true,
      structuredContent: { message: expect.stringContaining('nothing_like_that') },
    });
  } finally {
    server.stdin.end();
    await ended;
  }
});
