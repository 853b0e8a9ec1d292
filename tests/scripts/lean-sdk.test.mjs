import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildDist } from '../../scripts/bundle/build.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const OUT = `.cache/sdk-${process.pid}`;
const VARIANTS = { shipped: { outdir: `${OUT}/shipped` }, whole: { outdir: `${OUT}/whole`, wholeSdk: true } };
const ANSWER_TIMEOUT_MS = 10_000;

beforeAll(async () => {
  await Promise.all(Object.values(VARIANTS).map((options) => buildDist(options)));
}, 60_000);
afterAll(() => rmSync(root + OUT, { recursive: true, force: true }));

const clientInfo = { name: 'tests', version: '1' };
const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
/** The fields of each request of the newer era, in place of a handshake. */
const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Good requests and bad ones, each [method, params]. */
const REQUESTS = [
  ['ping', {}],
  ['tools/list', {}],
  ['tools/list', { cursor: 'nowhere' }],
  ['tools/list', { cursor: 7 }],
  ['tools/call', { name: 'debug_sessions', arguments: {} }],
  ['tools/call', { name: 'debug_sessions', arguments: {}, _meta: { progressToken: 'p1' } }],
  ['tools/call', { name: 'debug_sessions' }],
  ['tools/call', { name: 'debug_sessions', arguments: { nonsense: 1 } }],
  ['tools/call', { name: 'debug_sessions', arguments: 'no object' }],
  ['tools/call', { name: 'debug_sessions', arguments: [] }],
  ['tools/call', { name: 'debug_launch', arguments: { program: 'missing.js' } }],
  ['tools/call', { name: 'debug_evaluate', arguments: { expression: '1 + 1' } }],
  ['tools/call', { name: 'debug_nonsense', arguments: {} }],
  ['tools/call', { name: 7 }],
  ['tools/call', {}],
  ['tools/call', undefined],
  ['resources/list', {}],
  ['prompts/get', { name: 'x' }],
  ['logging/setLevel', { level: 'debug' }],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: 'b' } }],
  ['server/discover', {}],
  ['initialize', INITIALIZE],
  ['initialize', { protocolVersion: 7 }],
  ['nonsense', { a: 1 }],
  ['', {}],
];

/** Lines that are no requests, or not quite: most of them are not answered. */
const ODD_LINES = [
  'no JSON',
  '[]',
  '7',
  'null',
  '{}',
  '{"jsonrpc":"1.0","id":901,"method":"ping"}',
  '{"id":902,"method":"ping"}',
  '{"jsonrpc":"2.0","id":null,"method":"ping"}',
  '{"jsonrpc":"2.0","id":{},"method":"ping"}',
  '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
  '{"jsonrpc":"2.0","id":"text","method":"ping"}',
  '{"jsonrpc":"2.0","id":903,"method":7}',
  '{"jsonrpc":"2.0","id":904,"method":"ping","params":[]}',
  '{"jsonrpc":"2.0","id":905,"method":"ping","more":true}',
  '{"jsonrpc":"2.0","id":906,"method":"ping","result":{}}',
  '{"jsonrpc":"2.0","id":907,"result":{}}',
  '{"jsonrpc":"2.0","id":908,"result":7}',
  '{"jsonrpc":"2.0","id":909,"error":{"code":1,"message":"no"}}',
  '{"jsonrpc":"2.0","id":910,"error":{}}',
  '{"jsonrpc":"2.0","method":"notifications/nonsense"}',
  '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":999}}',
  '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}',
  '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}',
  '[{"jsonrpc":"2.0","id":911,"method":"ping"}]',
];

const ERAS = {
  'the handshake': {
    opening: [request(1, 'initialize', INITIALIZE), '{"jsonrpc":"2.0","method":"notifications/initialized"}'],
    meta: undefined,
  },
  'the era without a handshake': { opening: [request(1, 'server/discover', { _meta: MODERN })], meta: MODERN },
  'no opening at all': { opening: [], meta: undefined },
};

function request(id, method, params) {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

function withMeta(params, meta) {
  return meta && params ? { ...params, _meta: { ...meta, ...params._meta } } : params;
}

/** All that a server writes to the lines, one after the other, and to stderr. Each answer is waited for before the next line. */
async function conversation(outdir, lines, cwd) {
  const server = spawn(process.execPath, [`${root}${outdir}/mcp-debugger.js`, '--no-log'], { cwd });
  const ended = once(server, 'close');
  let stderr = '';
  server.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  const written = [];
  const waiting = new Map();
  createInterface({ input: server.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    written.push(message);
    waiting.get(message.id)?.();
  });
  for (const { line, id } of lines) {
    const answered = id === undefined ? undefined : new Promise((resolve) => waiting.set(id, resolve));
    server.stdin.write(`${line}\n`);
    if (answered) await within(answered, line);
  }
  server.stdin.end();
  const [code] = await ended;
  return { written, stderr, code };
}

/** The odd lines are sent at once: what is refused is answered at once, what is asked when it is done. */
function inOrder({ written, ...rest }) {
  const texts = written.map((message) => JSON.stringify(message)).sort();
  return { ...rest, written: texts.map((text) => JSON.parse(text)) };
}

async function within(answered, line) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer to ${line}`)), ANSWER_TIMEOUT_MS);
  });
  await Promise.race([answered, late]).finally(() => clearTimeout(timer));
}

describe.each(Object.entries(ERAS))('after %s', (_, { opening, meta }) => {
  test('the shipped server writes what one with the whole SDK writes', async () => {
    const lines = [
      ...opening.map((line) => ({ line, id: JSON.parse(line).id })),
      ...REQUESTS.map(([method, params], index) => {
        const id = 100 + index;
        return { line: request(id, method, withMeta(params, meta)), id };
      }),
      ...ODD_LINES.map((line) => ({ line })),
      // The server reads in order: with this answer, it has read all of them.
      { line: request(999, 'tools/call', withMeta({ name: 'debug_sessions', arguments: {} }, meta)), id: 999 },
    ];
    const cwd = mkdtempSync(join(tmpdir(), 'sdk-'));
    try {
      const heard = [];
      for (const { outdir } of Object.values(VARIANTS)) {
        rmSync(cwd, { recursive: true });
        mkdirSync(cwd);
        heard.push(inOrder(await conversation(outdir, lines, cwd)));
      }
      const [shipped, whole] = heard;
      expect(whole.written.length).toBeGreaterThan(REQUESTS.length);
      expect(shipped).toEqual(whole);
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  }, 60_000);
});
