// A bug found in a small program through the built server, as an agent would do it. Every answer that is printed is the server's
// own; what the narration says of it is checked, and the exit code is 1 when an answer does not bear it out.
//
// node scripts/demo/scenario.mjs [folder with another invoices.js]
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DebuggerClient } from './debugger-client.mjs';

const PROGRAM = 'invoices.js';
const PROGRAM_FOLDER = fileURLToPath(new URL('../../tests/programs/demo', import.meta.url));
const FAULTY = 'Object.assign(product, { price, quantity: item.quantity })';
const FIXED = '{ ...product, price, quantity: item.quantity }';
const CLEOS_LINE = `${PROGRAM}:19 if item.quantity === 2`;

// A copy, because the fix is made in it.
const folder = mkdtempSync(join(tmpdir(), 'mcp-debugger-demo-'));
cpSync(process.argv[2] ?? PROGRAM_FOLDER, folder, { recursive: true });
const differences = [];
let debug;
try {
  debug = await DebuggerClient.start(folder, differences);
  await play();
} catch (error) {
  differences.push(`The demo broke off: ${error.message}`);
} finally {
  await debug?.close();
  rmSync(folder, { recursive: true, force: true });
}
for (const difference of differences) console.log(`\nNOT AS EXPECTED: ${difference}`);
process.exitCode = differences.length === 0 ? 0 : 1;

async function play() {
  step('1. The symptom');
  run({ expecting: 'A-3  Cleo   64.80' });
  say(
    'Members get 10 % off. Cleo is one and bought two kettles at 40.00: that is 72.00, not 64.80. Ada, also a member,',
  );
  say('is charged correctly, and line by line the code reads well.');

  step('2. Stop where the line of Cleo is priced');
  await debug.call(
    'debug_launch',
    { program: PROGRAM, breakpoints: [CLEOS_LINE] },
    `Stopped (breakpoint) at ${PROGRAM}:19`,
    'product: object = {name: "Kettle", price: 36, quantity: 1}',
    'price: number = 32.4',
  );
  say(
    'The arithmetic is right and its input is wrong: the catalogue itself says 36 for a kettle, and it has got a quantity.',
  );
  say('Somebody wrote into it before Cleo came.');

  step('3. Start again, to the first kettle');
  const stop = await debug.call('debug_launch', { program: PROGRAM, breakpoints: [`${PROGRAM}:19`] }, 'price: 40}');
  say('The kettle still costs 40 here. So it is about to happen.');

  step('4. Watch the catalogue over one line');
  await debug.call('debug_watch', { expression: 'CATALOGUE.kettle.price' }, 'CATALOGUE.kettle.price = 40');
  const after = await debug.call(
    'debug_step',
    {},
    `Stopped (step) at ${PROGRAM}:20`,
    'CATALOGUE.kettle.price: 40 → 36',
  );
  const line = stop.match(/^Stopped \(breakpoint\) at (\S+)/m)?.[1];
  const [, before, now] = after.match(/CATALOGUE\.kettle\.price: (\S+) → (\S+)/) ?? [];
  say(
    `One step over line 19 and the shared catalogue went from ${before} to ${now}: Object.assign writes into its first argument.`,
  );

  step('5. Fix it, and look at the same place again');
  edit(FAULTY, FIXED);
  await debug.call(
    'debug_launch',
    { program: PROGRAM, breakpoints: [CLEOS_LINE] },
    'product: object = {name: "Kettle", price: 40}',
    'price: number = 36',
  );
  await debug.call('debug_continue', {}, 'Program terminated. Exit code: 0.', 'A-3  Cleo   72.00');
  await debug.call('debug_stop', {}, 'Debug session ended.');

  if (differences.length > 0) return;
  say(
    `Found: ${line} changed the shared catalogue from ${before} to ${now}, so every later member got the discount twice.`,
  );
  say('Fixed: Cleo pays 72.00.');
}

function step(title) {
  console.log(`\n── ${title} ──`);
}

function say(text) {
  console.log(`# ${text}`);
}

function run({ expecting }) {
  const output = execFileSync(process.execPath, [PROGRAM], { cwd: folder, encoding: 'utf8' });
  console.log(`$ node ${PROGRAM}\n${output.trimEnd()}`);
  if (!output.includes(expecting)) differences.push(`node ${PROGRAM} did not print: ${expecting}`);
}

function edit(from, to) {
  const file = join(folder, PROGRAM);
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) differences.push(`${PROGRAM} does not contain: ${from}`);
  writeFileSync(file, text.replace(from, to));
  console.log(`- ${from}\n+ ${to}`);
}
