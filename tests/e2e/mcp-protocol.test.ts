import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectGolden } from '../support/golden.ts';
import { requireBuild, SERVER_PATH, startServer } from '../support/mcp-client.ts';

const EXIT_LIMIT_MS = 5_000;

const INITIALIZE = request(1, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'tests', version: '1' },
});
const DISCOVER = request(1, 'server/discover', {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
});

beforeAll(requireBuild);

describe.each(['legacy', 'modern'] as const)('in the %s era', (era) => {
  test('the tools are those of the golden list', async () => {
    const server = await startServer({ era });
    try {
      const { tools } = await server.client.listTools();
      expectGolden('mcp/tools-list', JSON.stringify(tools, undefined, 1));
      expect(server.client.getInstructions()).toMatch(/\w/);
      expect(server.stderr()).toBe('');
    } finally {
      await server.close();
    }
  });

  test('a wrong argument is explained to the model, an unknown tool to the client, and the server lives on', async () => {
    const server = await startServer({ era });
    try {
      const answer = await server.call('debug_sessions', { nonsense: 1 });
      expect(answer.isError).toBe(true);
      expect(answer.text).toContain('unknown argument `nonsense`');
      await expect(server.call('debug_nonsense')).rejects.toMatchObject({ code: -32602 });
      expect((await server.call('debug_sessions')).isError).toBe(false);
    } finally {
      await server.close();
    }
  });
});

test('a probe in the new era and a handshake in the old one are answered by the same process', async () => {
  const server = start();
  const [discovered] = await exchange(server, [DISCOVER]);
  expect(discovered).toMatchObject({ id: 1, result: { supportedVersions: ['2026-07-28'] } });
  const [initialized] = await exchange(server, [INITIALIZE]);
  expect(initialized).toMatchObject({
    id: 1,
    result: { protocolVersion: '2025-06-18', serverInfo: { name: 'mcp-debugger' } },
  });
  server.stdin.end();
  await exitOf(server);
});

test('stdout carries one JSON-RPC message a line and nothing else, also when stdin is not understood', async () => {
  const server = start();
  let stdout = '';
  server.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  server.stdin.write('this is no JSON\n\n{"jsonrpc":"1.0"}\n');
  server.stdin.write(INITIALIZE);
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  server.stdin.write(request(2, 'tools/list', {}));
  server.stdin.write(request(3, 'tools/call', { name: 'debug_sessions', arguments: {} }));
  await expect.poll(() => stdout.split('\n').length, { timeout: EXIT_LIMIT_MS }).toBeGreaterThan(3);
  server.stdin.end();
  await exitOf(server);
  const messages = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(messages.every((message) => message.jsonrpc === '2.0')).toBe(true);
  expect(messages.flatMap((message) => message.id ?? []).sort()).toEqual([1, 2, 3]);
  expect(messages.filter(({ id }) => id === null).map(({ error }) => error.code)).toEqual([-32700, -32600]);
});

/** A line, the code of the answer, and its id. */
const MALFORMED: readonly (readonly [line: string, code: number, id: unknown])[] = [
  ['{"jsonrpc":"2.0","id":7,', -32700, null],
  ['\u0000\u202e"', -32700, null],
  ['[]', -32600, null],
  ['[{"jsonrpc":"2.0","id":7,"method":"ping"}]', -32600, null],
  ['null', -32600, null],
  ['7', -32600, null],
  ['{"jsonrpc":"1.0","id":7,"method":"ping"}', -32600, 7],
  ['{"jsonrpc":"2.0","id":7}', -32600, 7],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, null],
  ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600, null],
  ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, null],
  ['{"jsonrpc":"2.0","id":7,"method":7}', -32600, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"ping","extra":1}', -32600, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":"x"}', -32602, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":[1]}', -32602, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"debug_sessions","_meta":5}}', -32602, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"tools/call"}', -32602, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"initialize","params":{}}', -32602, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":5}}', -32602, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"nothing/there"}', -32601, 7],
  [JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping', params: { x: 'x'.repeat(12_000_000) } }), -32600, 7],
];

test('each malformed message has an answer of its own, one line of stderr, and the next one is served', async () => {
  const server = start();
  let stderr = '';
  server.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  await exchange(server, [INITIALIZE]);
  for (const [line, code, id] of MALFORMED) {
    const [answer] = await exchange(server, [`${line}\n`]);
    expect(answer, line.slice(0, 100)).toMatchObject({
      jsonrpc: '2.0',
      id,
      error: { code, message: expect.stringMatching(/^.+$/) },
    });
    expect(answer).not.toHaveProperty('error.message', expect.stringMatching(/^.{600}/));
  }
  expect(await exchange(server, [request(8, 'ping', {})])).toEqual([{ jsonrpc: '2.0', id: 8, result: {} }]);
  // A notification has no answer, whatever is wrong with it.
  server.stdin.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":5}\n');
  expect(await exchange(server, [request(9, 'ping', {})])).toMatchObject([{ id: 9 }]);
  server.stdin.end();
  await exitOf(server);
  const lines = stderr.trimEnd().split('\n');
  // Of the requests that the SDK answers itself, it reports none.
  expect(lines).toHaveLength(MALFORMED.length - 4 + 1);
  expect(lines.every((line) => line.startsWith('mcp-debugger: refused a message: '))).toBe(true);
});

test('what was asked before the end of stdin is answered, though it takes a while', async () => {
  const server = start();
  let stdout = '';
  server.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  const wait = { program: `node -e "setTimeout(() => {}, 1500)"`, stopOnEntry: false };
  server.stdin.end(
    [
      INITIALIZE,
      `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`,
      request(2, 'tools/call', { name: 'debug_launch', arguments: wait }),
      request(3, 'tools/call', { name: 'debug_sessions', arguments: {} }),
    ].join(''),
  );
  expect(await exitOf(server)).toBe(0);
  const ids = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).id);
  expect(ids.sort()).toEqual([1, 2, 3]);
});

test('a client that stops reading ends the server', async () => {
  const server = start();
  await exchange(server, [INITIALIZE]);
  server.stdout.destroy();
  server.stdin.write(request(2, 'tools/list', {}));
  await exitOf(server);
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s ends the server with exit code 0', async (signal) => {
  const server = start();
  await exchange(server, [INITIALIZE]);
  server.kill(signal);
  expect(await exitOf(server)).toBe(0);
});

test.each(['before', 'after'] as const)(
  'the end of stdin %s the handshake ends the server with exit code 0',
  async (when) => {
    const server = start();
    if (when === 'after') await exchange(server, [INITIALIZE]);
    server.stdin.end();
    expect(await exitOf(server)).toBe(0);
  },
);

describe('the command line', () => {
  test('prints its version and help to stdout', async () => {
    expect(await run(['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      stderr: '',
    });
    expect(await run(['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('--toolset'), stderr: '' });
  });

  test('refuses what it does not know with exit code 2 and an untouched stdout', async () => {
    expect(await run(['--toolset', 'nonsense'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('nonsense'),
    });
    expect(await run(['nonsense'])).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('nonsense') });
    expect(await run(['--nonsense'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('--nonsense'),
    });
  });
});

function start(args: readonly string[] = []): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [SERVER_PATH, ...args], { stdio: 'pipe' });
}

function request(id: number, method: string, params: unknown): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
}

/** Sends lines and reads as many. */
async function exchange(server: ChildProcessWithoutNullStreams, lines: readonly string[]): Promise<unknown[]> {
  const reader = createInterface({ input: server.stdout });
  const answers: unknown[] = [];
  for (const line of lines) {
    server.stdin.write(line);
    const [answer] = await once(reader, 'line', { signal: AbortSignal.timeout(EXIT_LIMIT_MS) });
    answers.push(JSON.parse(answer));
  }
  reader.close();
  server.stdout.resume();
  return answers;
}

/** The exit code, or the signal that ended the process. Fails past the limit, and then ends the process itself. */
async function exitOf(server: ChildProcessWithoutNullStreams): Promise<number | string> {
  try {
    if (server.exitCode !== null) return server.exitCode;
    const [code, signal] = await once(server, 'exit', { signal: AbortSignal.timeout(EXIT_LIMIT_MS) });
    return code ?? signal;
  } finally {
    server.kill('SIGKILL');
  }
}

async function run(args: readonly string[]): Promise<{ code: number | string; stdout: string; stderr: string }> {
  const child = start(args);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close', { signal: AbortSignal.timeout(EXIT_LIMIT_MS) });
  return { code, stdout, stderr };
}
