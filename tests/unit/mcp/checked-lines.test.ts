import { expect, test } from 'vitest';
import { CheckedLines } from '../../../src/mcp/checked-lines.ts';
import type { RefusedLine } from '../../../src/mcp/refused-line.ts';

const CHUNK = 65_536;

/** The refusals of a line that comes in pieces, as from a pipe, and the parts of it and of the next line that are passed on. */
async function checked(line: string): Promise<{ readonly refused: readonly RefusedLine[]; readonly passed: string }> {
  const refused: RefusedLine[] = [];
  const lines = new CheckedLines((each) => refused.push(each));
  let passed = '';
  lines.on('data', (data) => {
    passed += String(data);
  });
  const bytes = Buffer.from(`${line}\n{"jsonrpc":"2.0","id":99,"method":"ping"}\n`);
  for (let at = 0; at < bytes.length; at += CHUNK) lines.write(bytes.subarray(at, at + CHUNK));
  const ended = new Promise((resolve) => lines.once('end', resolve));
  lines.end();
  await ended;
  return { refused, passed };
}

const LONG = 'x'.repeat(10_000_000);

test.each([
  [7, `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"a":"${LONG}"}}`],
  ['a-7', `{ "id": "a-7", "jsonrpc": "2.0", "method": "tools/call", "params": {"a": "${LONG}"} }`],
  [8, `{"method":"tools/call","params":{"a":"${LONG}"},"jsonrpc":"2.0","id":8}`],
  [null, `{"jsonrpc":"2.0","method":"x","params":{"a":"${LONG}","b":{"id":5}}}`],
  [null, `{"jsonrpc":"2.0","method":"x","params":{"a":"${LONG},\\"id\\":5}"}}`],
  [null, LONG],
])('a line that is too long is refused under its id, where that is at either end (%j)', async (id, line) => {
  const { refused, passed } = await checked(line);
  expect(refused).toEqual([
    {
      answer: { jsonrpc: '2.0', id, error: { code: -32600, message: 'A message may have 9,000,000 bytes.' } },
      reason: 'A message may have 9,000,000 bytes.',
    },
  ]);
  expect(passed).toBe('{"jsonrpc":"2.0","id":99,"method":"ping"}\n');
});
