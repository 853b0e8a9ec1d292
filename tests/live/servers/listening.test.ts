import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type ProgramOutcome, waitWatching } from '../../../src/investigate/serving/wait-watching.ts';
import type { DebugSession } from '../../../src/session/debug-session.ts';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { DebuggedPython } from '../../support/debugged-python.ts';
import { fixedPort } from '../../support/fixed-port.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const LONG_MS = 20_000;
const NODE = process.execPath;

const http = (port: number | string) => `
const http = require('node:http');
const server = http.createServer((req, res) => {
  res.end(req.url); // answer
});
server.listen(${port}, () => console.log('up'));
`;

function wait(session: DebugSession, timeoutMs = LONG_MS): Promise<ProgramOutcome> {
  return waitWatching(session, (until) => session.waitForStop({ timeoutMs, until }));
}

function goOn(session: DebugSession, timeoutMs = LONG_MS): Promise<ProgramOutcome> {
  return waitWatching(session, (until) => session.resume('continue', { timeoutMs, until }));
}

/** `listening 3000`, `stopped main.cjs:4`, else the kind. */
function text(outcome: ProgramOutcome): string {
  if (outcome.kind !== 'listening') return outcome.kind;
  return `${outcome.again ? 'idle again' : 'listening'} ${outcome.addresses.map(({ port }) => port).join(' ')}`;
}

/** Sends a request; a program that is stopped answers later. */
function request(port: number): Promise<string> {
  const answer = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
  // A rejection before anybody awaits it must not end the test run.
  answer.catch(() => {});
  return answer;
}

describe.each(nodeVersions().map(({ major, path }) => [major, path] as const))('Node %i', (_major, node) => {
  test('listens: the wait ends, a request stops it, and it is idle again after that', async () => {
    const port = await fixedPort();
    await using program = await DebuggedProgram.start(
      node,
      { 'main.cjs': http(port) },
      { breakpoints: [{ at: 'answer' }] },
    );
    const { session } = program;
    const began = Date.now();
    expect(text(await wait(session))).toBe(`listening ${port}`);
    expect(Date.now() - began).toBeLessThan(5_000);
    const answer = request(port);
    expect(text(await wait(session))).toBe('stopped');
    expect(text(await goOn(session))).toBe(`idle again ${port}`);
    expect(await answer).toBe('/');
    expect(text(await wait(session, 1_500))).toBe('running');
  });
});

test('a program that listens is reported once: a later wait ends with its time, or with the stop that a request causes', async () => {
  const port = await fixedPort();
  await using program = await DebuggedProgram.start(
    NODE,
    { 'main.cjs': http(port) },
    { breakpoints: [{ at: 'answer' }] },
  );
  const { session } = program;
  expect(text(await wait(session))).toBe(`listening ${port}`);
  expect(text(await wait(session, 1_500))).toBe('running');
  const waiting = wait(session);
  const answer = request(port);
  expect(text(await waiting)).toBe('stopped');
  await session.end();
  await expect(answer).rejects.toThrow();
});

test('a stop that comes between the answer and the next call is what that call answers with', async () => {
  const port = await fixedPort();
  await using program = await DebuggedProgram.start(
    NODE,
    { 'main.cjs': http(port) },
    { breakpoints: [{ at: 'answer' }] },
  );
  const { session } = program;
  await wait(session);
  void request(port);
  await expect.poll(() => session.hasUnshownStop).toBe(true);
  const began = Date.now();
  expect(text(await goOn(session))).toBe('stopped');
  expect(Date.now() - began).toBeLessThan(100);
});

test('a program that listens at its start and sends itself the request stops, before anybody says that it listens', async () => {
  const port = await fixedPort();
  const source = `${http(port)}server.on('listening', () => http.get('http://127.0.0.1:${port}/'));`;
  await using program = await DebuggedProgram.start(NODE, { 'main.cjs': source }, { breakpoints: [{ at: 'answer' }] });
  expect(text(await wait(program.session))).toBe('stopped');
});

test('a server of two ports is one answer', async () => {
  const [first, second] = [await fixedPort(), await fixedPort()];
  const source = `${http(first)}setTimeout(() => http.createServer().listen(${second}), 20);`;
  await using program = await DebuggedProgram.start(NODE, { 'main.cjs': source });
  const outcome = await wait(program.session);
  expect(outcome.kind === 'listening' ? outcome.addresses.map(({ port }) => port).sort() : outcome).toEqual(
    [first, second].sort(),
  );
});

test('a run of tests with servers of their own, at ports that the system chooses, is waited for to its end', async () => {
  const source = `
const http = require('node:http');
const one = () => new Promise((done) => {
  const server = http.createServer((req, res) => setTimeout(() => res.end('x'), 150)).listen(0, () => {
    http.get({ port: server.address().port }, (res) => res.resume().on('end', () => server.close(done)));
  });
});
(async () => { for (let i = 0; i < 8; i++) await one(); })();`;
  await using program = await DebuggedProgram.start(NODE, { 'main.cjs': source });
  expect(text(await wait(program.session))).toBe('exited');
});

test('a server below a command is reported with the process that listens', async () => {
  const port = await fixedPort();
  const command = { program: 'sh', args: ['-c', 'node main.cjs; true'] };
  await using program = await DebuggedProgram.start(NODE, { 'main.cjs': http(port) }, { command });
  const outcome = await wait(program.session);
  expect(text(outcome)).toBe(`listening ${port}`);
  const pids = program.session.summary().threads.map(({ pid }) => pid);
  expect(outcome.kind === 'listening' && pids.includes(outcome.addresses[0]?.pid)).toBe(true);
});

test('a busy program that opened no port is waited for, and so is one that sleeps', async () => {
  for (const source of ['const t = Date.now(); while (Date.now() - t < 900);', 'setTimeout(() => {}, 900);']) {
    await using program = await DebuggedProgram.start(NODE, { 'main.cjs': source });
    expect(text(await wait(program.session))).toBe('exited');
  }
});

test('a wait that its caller gives up leaves nothing behind that would still look', async () => {
  await using program = await DebuggedProgram.start(NODE, { 'main.cjs': 'setInterval(() => {}, 1000);' });
  const caller = new AbortController();
  const { session } = program;
  const waiting = waitWatching(session, (until) =>
    session.waitForStop({ timeoutMs: LONG_MS, signal: caller.signal, until }),
  );
  setTimeout(() => caller.abort(), 300);
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  await sleep(100);
});

const PYTHON: readonly (readonly [string, (port: number) => string])[] = [
  [
    'http.server',
    (port) => `
from http.server import BaseHTTPRequestHandler, HTTPServer
class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)  # answer
        self.end_headers()
        self.wfile.write(b"/")
HTTPServer(("127.0.0.1", ${port}), Handler).serve_forever()
`,
  ],
  [
    'asyncio',
    (port) => `
import asyncio
async def handle(reader, writer):
    await reader.readline()
    writer.write(b"HTTP/1.0 200 OK\\r\\n\\r\\n/")  # answer
    await writer.drain()
    writer.close()
async def main():
    server = await asyncio.start_server(handle, "0.0.0.0", ${port})
    await server.serve_forever()
asyncio.run(main())
`,
  ],
];

test.each(PYTHON)(
  'Python, %s: the wait ends when it listens, a request stops it, and it is idle again',
  async (_name, source) => {
    const port = await fixedPort();
    await using program = await DebuggedPython.start({ 'main.py': source(port) }, { breakpoints: [{ at: 'answer' }] });
    const { session } = program;
    expect(text(await wait(session))).toBe(`listening ${port}`);
    const answer = request(port);
    expect(text(await wait(session))).toBe('stopped');
    expect(text(await goOn(session))).toBe(`idle again ${port}`);
    expect(await answer).toBe('/');
  },
);
