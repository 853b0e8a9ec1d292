import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { AttachRequest } from '../../../src/adapter/debug-adapter.ts';
import { DebugEngine } from '../../../src/engine/debug-engine.ts';
import { detectHang } from '../../../src/investigate/hang/detect-hang.ts';
import { freePort } from '../../support/free-port.ts';
import { debugpyVersions, pythonWith } from '../../support/pythons.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { reasonWithout } from '../../support/unavailable-tools.ts';

const TICKING = `import time

def tick(n):
    value = n * 2
    return value

count = 0
while True:
    tick(count)
    count += 1
    print(count, flush=True)
    time.sleep(0.02)
`;
const SPINNING = `print("begun", flush=True)
rounds = 0
while True:
    rounds += 1
`;

const folder = temporaryFolder('attached-');
const engine = new DebugEngine({ cwd: folder });
const running: ChildProcess[] = [];
const path = file('ticking.py', TICKING);
const hasGdb = reasonWithout('gdb') === undefined;

afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

/** A program outside of any session, once it has written something. */
async function started(command: string, args: readonly string[]): Promise<{ pid: number; text(): string }> {
  const env = { ...process.env, PYDEVD_DISABLE_FILE_VALIDATION: '1', PYTHONDONTWRITEBYTECODE: '1' };
  const child = spawn(command, [...args], { stdio: ['ignore', 'pipe', 'ignore'], env, cwd: folder });
  running.push(child);
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-10_000);
  });
  await expect.poll(() => text, { timeout: 15_000 }).not.toBe('');
  return { pid: child.pid ?? 0, text: () => text };
}

async function listening(debugpy: 'newest' | 'old', program: string) {
  const port = await freePort();
  const args = ['-X', 'frozen_modules=off', '-m', 'debugpy', '--listen', `127.0.0.1:${port}`, program];
  return { ...(await started(pythonWith(debugpy), args)), target: { kind: 'port', host: '127.0.0.1', port } as const };
}

/** Attaches without a word about the language, stops once, looks, and lets go. */
async function stopOnce(target: AttachRequest): Promise<void> {
  const breakpoints = [{ target: { kind: 'line', path, line: 5 } as const }];
  const session = await engine.attach(target, 'ticking', { breakpoints }, { timeoutMs: 20_000 });
  try {
    expect(session.language).toBe('python');
    expect(await session.waitForStop({ timeoutMs: 15_000 })).toMatchObject({ kind: 'stopped', location: { line: 5 } });
    const { locals } = await session.report({ depth: 0, maxChildren: 5, maxTextLength: 50 });
    expect(locals.map(({ name }) => name)).toEqual(['n', 'value']);
  } finally {
    await engine.end(session, {});
  }
}

async function expectTicking({ text }: { text(): string }): Promise<void> {
  const seen = text();
  await expect.poll(text, { timeout: 10_000 }).not.toBe(seen);
}

describe('the language of a program that runs already', () => {
  test.each(debugpyVersions())(
    'shows at its port under the %s debugpy, and it can be attached to again and again',
    async (debugpy) => {
      const program = await listening(debugpy, path);
      for (let round = 0; round < 6; round++) {
        await stopOnce(program.target);
        await expectTicking(program);
      }
    },
  );

  test.runIf(hasGdb)('shows in its process, and it can be attached to again', async () => {
    const program = await started(pythonWith('newest'), [path]);
    for (let round = 0; round < 3; round++) {
      await stopOnce({ kind: 'pid', pid: program.pid });
      await expectTicking(program);
    }
  });

  test('is Node.js for one whose inspector is open, and whose is not', async () => {
    const idle = file('idle.cjs', "console.log('begun'); setInterval(() => {}, 1000);");
    const port = await freePort();
    const open = await started(process.execPath, [`--inspect=127.0.0.1:${port}`, idle]);
    const closed = await started(process.execPath, ['--inspect-port=0', idle]);
    for (const target of [
      { kind: 'port', host: '127.0.0.1', port },
      { kind: 'pid', pid: open.pid },
      { kind: 'pid', pid: closed.pid },
    ] as const) {
      const session = await engine.attach(target, 'idle', { breakpoints: [] }, { timeoutMs: 20_000 });
      expect(session.language).toBe('node');
      await engine.end(session, {});
    }
  });

  test('can be named, and is not looked for then', async () => {
    const program = await listening('newest', path);
    const setup = { language: 'py', breakpoints: [] };
    const session = await engine.attach(program.target, 'ticking', setup, { timeoutMs: 20_000 });
    expect(session.language).toBe('python');
    await engine.end(session, {});
  });
});

describe('what cannot be attached to is refused, with what to do:', () => {
  const attached = (target: AttachRequest) => engine.attach(target, 'it', { breakpoints: [] }, { timeoutMs: 20_000 });

  test('a port where nothing listens', async () => {
    const port = await freePort();
    await expect(attached({ kind: 'port', host: '127.0.0.1', port })).rejects.toMatchObject({
      code: 'attach_refused',
      message: `Nothing can be attached to at 127.0.0.1:${port}: nothing listens there.`,
      advice: expect.stringMatching(new RegExp(`node --inspect=.*:${port} .*python -m debugpy --listen .*:${port} `)),
    });
  });

  test('a server in Python', async () => {
    const port = await freePort();
    const serving = `import http.server as h\ns = h.HTTPServer(("127.0.0.1", ${port}), h.BaseHTTPRequestHandler)\nprint(1, flush=True)\ns.serve_forever()`;
    const { pid } = await started(pythonWith('newest'), ['-c', serving]);
    await expect(attached({ kind: 'port', host: '127.0.0.1', port })).rejects.toMatchObject({
      code: 'attach_refused',
      message: expect.stringMatching(
        new RegExp(`^No debugger answers at .*:${port}: process ${pid} .* for something else`),
      ),
      advice: expect.stringContaining('Attach by its pid'),
    });
  });

  test('a server of Node.js', async () => {
    const server = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    await expect(attached({ kind: 'port', host: '127.0.0.1', port })).rejects.toThrow('No inspector answers');
    server.close();
  });

  test('a shell, whose program is named', async () => {
    const shell = spawn('sh', ['-c', `"${pythonWith('newest')}" "${path}"; true`], {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    try {
      await once(shell.stdout, 'data');
      await expect(attached({ kind: 'pid', pid: shell.pid ?? 0 })).rejects.toMatchObject({
        code: 'attach_refused',
        message: expect.stringContaining('which is not Node.js, Go or Python'),
        advice: expect.stringMatching(/^Pass the pid of a program that it started: \d+ \(python/),
      });
    } finally {
      process.kill(-(shell.pid ?? 0), 'SIGKILL');
      await once(shell, 'exit');
    }
  });

  test.runIf(process.platform === 'linux')('a program that is stopped by a signal', async () => {
    const { pid } = await started(pythonWith('newest'), [path]);
    process.kill(pid, 'SIGSTOP');
    // A signal takes effect a moment later.
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) T /);
    await expect(attached({ kind: 'pid', pid })).rejects.toMatchObject({
      code: 'attach_refused',
      advice: expect.stringContaining('kill -CONT'),
    });
    process.kill(pid, 'SIGCONT');
  });
});

describe('why a Python program that runs already is stuck', () => {
  const LOOP = { kind: 'busy loop', hung: true, location: { line: 3 } };
  const program = file('spinning.py', SPINNING);

  test('is found by its port, without a word about the language', async () => {
    const { target } = await listening('newest', program);
    const report = await detectHang(engine, { kind: 'attach', target }, { timeoutMs: 500 });
    expect(report, JSON.stringify(report)).toMatchObject(LOOP);
    // It runs on, and can be asked again.
    expect(await detectHang(engine, { kind: 'attach', target }, { timeoutMs: 500 })).toMatchObject(LOOP);
  });

  test.runIf(hasGdb)('is found by its pid', async () => {
    const { pid } = await started(pythonWith('newest'), [program]);
    const target = { kind: 'pid', pid } as const;
    const report = await detectHang(engine, { kind: 'attach', target }, { timeoutMs: 500 });
    expect(report, JSON.stringify(report)).toMatchObject(LOOP);
    expect(process.kill(pid, 0)).toBe(true);
  });

  test.runIf(hasGdb && process.platform === 'linux')('is found by its pid inside of a native call', async () => {
    const text = 'import re\nprint("begun", flush=True)\nre.match(r"(a+)+$", "a" * 40 + "b")\n';
    const { pid } = await started(pythonWith('newest'), [file('native.py', text)]);
    const report = await detectHang(engine, { kind: 'attach', target: { kind: 'pid', pid } }, { timeoutMs: 500 });
    expect(report).toMatchObject({ kind: 'blocked call', hung: true });
    expect(process.kill(pid, 0)).toBe(true);
  });
});
