import type { SeededProgram } from './generate.ts';

const fine = (
  name: string,
  file: string,
  kinds: SeededProgram['kinds'],
  text: string,
  more: Partial<SeededProgram> = {},
): SeededProgram => ({ name, language: 'node', file, kinds, text, ...more });

const EITHER = ['progressing', 'finished'] as const;

/** Node programs that take their time and are all right; those that end may do so within the watch or not. */
export const NODE_FINE: readonly SeededProgram[] = [
  fine(
    'long-count',
    'main.cjs',
    ['progressing'],
    `
function $a($b) {
  let $c = 0;
  for (let $d = 0; $d < $b; $d++) {
    $c = ($c * 31 + $d) % 1000003;
  }
  return $c;
}
console.log($a(1e11));
`,
  ),
  fine(
    'nested-count',
    'main.mjs',
    ['progressing'],
    `
function $a($b) {
  let $c = 0;
  for (let i = 0; i < 2_000; i++) $c += Math.sqrt(i * $b);
  return $c;
}
let $d = 0;
for (let $e = 0; $e < 50_000_000; $e++) {
  for (let $f = 0; $f < 5; $f++) $d += $a($f);
}
console.log($d);
`,
  ),
  fine(
    'deep-recursion',
    'main.cjs',
    ['busy'],
    `
function $a($b) {
  return $b < 2 ? $b : $a($b - 1) + $a($b - 2);
}
console.log($a(60));
`,
  ),
  fine(
    'heavy-rounds',
    'main.cjs',
    ['progressing'],
    `
function $a($b) {
  return $b < 2 ? $b : $a($b - 1) + $a($b - 2);
}
const $c = [];
for (let $d = 0; $d < 300; $d++) {
  $c.push($a(31));
  $c.push($a(32));
}
`,
  ),
  fine(
    'converges',
    'main.mjs',
    ['progressing'],
    `
let $a = 1e12;
let $b = 0;
while ($a > 1e-12) {
  for (let i = 0; i < 1e6; i++) $b += i % 7;
  $a *= 0.9995;
}
console.log($b);
`,
  ),
  fine(
    'async-steps',
    'main.mjs',
    ['progressing'],
    `
const $a = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function $b($c) {
  for (let $d = 0; $d < $c; $d++) {
    await $a(12);
  }
}
await $b(5_000);
`,
  ),
  fine(
    'chunked-work',
    'main.cjs',
    ['progressing'],
    `
const $a = Array.from({ length: 5_000_000 }, (_, index) => index);
let $b = 0;
let $c = 0;
function $d() {
  if ($b < $a.length) {
    $c += $a[$b++];
    setImmediate($d);
  }
}
$d();
`,
  ),
  fine(
    'retries-with-pauses',
    'main.cjs',
    ['progressing'],
    `
const $a = new Int32Array(new SharedArrayBuffer(4));
function $b($c) {
  for (let $d = 0; $d < $c; $d++) {
    Atomics.wait($a, 0, 0, 40);
  }
}
$b(1_000);
`,
  ),
  fine(
    'idle-server',
    'main.cjs',
    ['idle'],
    `
const http = require('node:http');
http.createServer(($a, $b) => $b.end('ok')).listen(0, '127.0.0.1');
`,
  ),
  fine(
    'set-from-endless-items',
    'main.cjs',
    ['busy'],
    `
const $a = { [Symbol.iterator]() { return { next() { return { value: 1, done: false }; } }; } };
function $b($c) {
  return new Set($c); // @here
}
$b($a);
`,
  ),
  fine(
    'for-each-that-grows',
    'main.cjs',
    ['busy'],
    `
const $a = new Set([1]);
function $b() {
  $a.forEach(($c) => { // @here
    $a.delete($c);
    $a.add($c);
  });
}
$b();
`,
  ),
  fine(
    'sleeps-in-turns',
    'main.cjs',
    ['sleeping loop'],
    `
const $a = new Int32Array(new SharedArrayBuffer(4));
function $b($c) {
  while (true) {
    $c.polls += 1;
    Atomics.wait($a, 0, 0, 300); // @here
  }
}
$b({ polls: 0 });
`,
  ),
  fine(
    'worker-counts',
    'main.cjs',
    ['progressing'],
    `
const { Worker } = require('node:worker_threads');
new Worker(\`
  let $a = 0;
  for (let $b = 0; $b < 1e11; $b++) $a = ($a + $b) % 997;
  require('node:worker_threads').parentPort.postMessage($a);
\`, { eval: true }).on('message', console.log);
`,
  ),
  fine(
    'ends-in-time-busy',
    'main.cjs',
    ['finished'],
    `
const $a = Date.now();
let $b = 0;
while (Date.now() - $a < 700) $b += 1;
console.log('done');
`,
    { timeoutMs: 10_000 },
  ),
  fine(
    'ends-in-time-idle',
    'main.mjs',
    ['finished'],
    `
import { setTimeout as sleep } from 'node:timers/promises';
async function $a($b) {
  await sleep($b);
  return $b;
}
await Promise.all([$a(300), $a(500), $a(700)]);
console.log('done');
`,
    { timeoutMs: 10_000 },
  ),
  fine(
    'slow-timers',
    'main.mjs',
    EITHER,
    `
import { setTimeout as sleep } from 'node:timers/promises';
for (let $a = 0; $a < 40; $a++) {
  await sleep(180);
}
`,
  ),
];
