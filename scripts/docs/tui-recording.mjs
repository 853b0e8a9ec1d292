// Records what `mcp-debugger tui --demo` plays: the journal of a conversation with the built server, in which an agent finds a bug.
// node scripts/bundle/build.mjs && node scripts/docs/tui-recording.mjs
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DebuggerClient } from '../demo/debugger-client.mjs';

const PROGRAM = 'invoices.js';
const PROGRAM_FOLDER = fileURLToPath(new URL('../../tests/programs/demo', import.meta.url));
const RECORDING = fileURLToPath(new URL('../../src/tui/demo/recording.json', import.meta.url));
const FAULTY = 'Object.assign(product, { price, quantity: item.quantity })';
const FIXED = '{ ...product, price, quantity: item.quantity }';
/** An agent thinks between two calls. */
const THINKING_MS = 500;

const folder = mkdtempSync(join(tmpdir(), 'mcp-debugger-recording-'));
const differences = [];
cpSync(PROGRAM_FOLDER, folder, { recursive: true });
const debug = await DebuggerClient.start(folder, differences);
try {
  await converse();
} finally {
  await debug.close();
}
const lines = readFileSync(join(folder, 'logs/debug-mcp-server.log'), 'utf8').trimEnd().split('\n');
rmSync(folder, { recursive: true, force: true });
for (const difference of differences) console.log(`NOT AS EXPECTED: ${difference}`);
if (differences.length === 0) writeFileSync(RECORDING, `[\n${lines.join(',\n')}\n]\n`);
process.exitCode = differences.length === 0 ? 0 : 1;

async function converse() {
  const session = 'invoices';
  const cleo = `${PROGRAM}:19 if item.quantity === 2`;
  await call('debug_launch', { program: PROGRAM, breakpoints: [cleo], session }, 'quantity: 1}');
  await call('debug_evaluate', { expression: 'product.price *', session }, 'SyntaxError');
  await call('debug_evaluate', { expression: 'CATALOGUE', session: 'invoice' }, 'invoices');
  await call('debug_evaluate', { expression: 'CATALOGUE', session }, 'kettle');
  await call('debug_launch', { program: PROGRAM, breakpoints: [`${PROGRAM}:19`], session }, 'price: 40}');
  await call('debug_watch', { expression: 'CATALOGUE.kettle.price', session }, '= 40');
  await call('debug_watch', { expression: 'lines.length', session }, 'lines.length');
  await call('debug_step', { session }, 'CATALOGUE.kettle.price: 40 → 36');
  await call('debug_step', { session }, 'Stopped (step)');
  await call('debug_stack', { session }, 'invoice');
  const file = join(folder, PROGRAM);
  writeFileSync(file, readFileSync(file, 'utf8').replace(FAULTY, FIXED));
  await call('debug_launch', { program: PROGRAM, breakpoints: [cleo], session: 'fixed' }, 'price: number = 36');
  await call('debug_continue', { session: 'fixed' }, 'Cleo   72.00');
  await call('debug_continue', { session }, 'Stopped (breakpoint)');
  await call('debug_stop', { session: 'fixed' }, 'ended');
}

async function call(...call) {
  await debug.call(...call);
  await sleep(THINKING_MS);
}
