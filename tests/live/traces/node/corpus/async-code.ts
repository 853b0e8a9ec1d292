import { program } from '../oracle/corpus-run.ts';

const SLEEP = 'const sleep = (ms, value) => new Promise((done) => setTimeout(done, ms, value));\n';

/** Code that waits. */
export const ASYNC_CODE = [
  program(
    'an async function: awaits in expressions, loops and conditions',
    `${SLEEP}const load = async (id) => { await sleep(1); if (id > 3) throw new Error('no ' + id); return { id, tags: ['t' + id] }; };
async function target(ids) {
  const found = [];
  let failed = 0;
  for (const id of ids) {
    try {
      const item = await load(id);
      found.push(item.id, ...(await load(item.id)).tags);
    } catch (error) {
      failed++;
    }
  }
  const [a, b] = await Promise.all([load(1), sleep(2, 'x')]);
  if (await sleep(1, true)) found.push(b);
  const settled = await Promise.allSettled([load(9), load(2)]);
  return { found, failed, a, kinds: settled.map(({ status }) => status) };
}
target([1, 2, 5, 3]).then(console.log);`,
  ),
  program(
    'calls that run at the same time are told apart',
    `const turns = async (n) => { for (let i = 0; i < n; i++) await null; };
let shared = 0;
async function target(name, n) {
  const mine = [];
  for (let i = 0; i < 3; i++) {
    await turns(n);
    shared++;
    mine.push(name + i);
  }
  return mine;
}
Promise.all([target('a', 4), target('b', 7), target('c', 9)]).then(console.log);`,
    { call: { kind: 'number', number: 2 } },
  ),
  program(
    'promises that race, time out and are given up',
    `${SLEEP}const within = (promise, ms) => Promise.race([promise, sleep(ms).then(() => { throw new Error('late'); })]);
async function target() {
  let result = await within(sleep(1, 'soon'), 200);
  try {
    result = await within(new Promise(() => {}), 5);
  } catch (error) {
    result += error.message;
  } finally {
    await null;
    result += '!';
  }
  const any = await Promise.any([Promise.reject(new Error('x')), sleep(1, 3)]);
  return [result, any];
}
target().then(console.log);`,
  ),
  program(
    'an async function that rejects, and one that never ends',
    `${SLEEP}const fails = async () => { await sleep(1); throw new TypeError('deep'); };
async function target(n) {
  n++;
  const value = await fails();
  return value + n;
}
target(1).catch((error) => console.log(error.message));`,
  ),
  program(
    'still waiting when the run ends',
    `async function target(gate) {
  const state = { open: false };
  for (let i = 0; i < 2; i++) {
    state.open = await gate(i);
  }
  return state;
}
target((i) => (i === 0 ? Promise.resolve(true) : new Promise(() => {})));`,
  ),
  program(
    'a generator: values in and out, delegation, what is thrown into it',
    `function* inner(n) { const got = yield n; return got * 2; }
function* target(start) {
  let total = start;
  const doubled = yield* inner(total);
  total += doubled;
  try {
    total += yield total;
  } catch (error) {
    total = error.message.length;
  }
  yield* [total, total + 1];
  return total;
}
const it = target(3);
console.log(it.next(), it.next(5), it.throw(new Error('thrown in')), it.next(), it.next());`,
  ),
  program(
    'a generator that is given up, and cleans up',
    `const log = [];
function* target(items) {
  let sent = 0;
  try {
    for (const item of items) {
      sent++;
      yield item * 2;
    }
  } finally {
    log.push('closed', sent);
  }
}
for (const x of target([1, 2, 3])) { if (x > 2) break; }
console.log(log);`,
  ),
  program(
    'a generator without end that is left where it waits',
    `function* target() { let [a, b] = [0, 1]; for (;;) { yield a; [a, b] = [b, a + b]; } }
const some = [];
for (const n of target()) { if (n > 30) break; some.push(n); }
console.log(some);`,
  ),
  program(
    'an async generator and for await',
    `${SLEEP}async function* pages(n) { for (let p = 1; p <= n; p++) { await sleep(1); yield { p, items: [p, p * 10] }; } }
async function* target(n) {
  let count = 0;
  for await (const { p, items } of pages(n)) {
    for (const item of items) {
      count += item;
      yield item;
    }
    if (p === 2) count++;
  }
  return count;
}
(async () => { const all = []; for await (const x of target(3)) all.push(x); console.log(all); })();`,
    { isAlone: true },
  ),
  program(
    'timers, microtasks and their order',
    `async function target() {
  const order = [];
  const late = new Promise((done) => setTimeout(() => setImmediate(done), 1));
  queueMicrotask(() => order.push('micro'));
  process.nextTick(() => order.push('tick'));
  await null;
  order.push('after');
  await late;
  await new Promise((done) => setInterval(function () {
    order.push('again');
    if (order.length < 6) return;
    clearInterval(this);
    done();
  }, 1));
  return order.length;
}
target().then(console.log);`,
  ),
  program(
    'an emitter of events: listeners, once, errors',
    `const { EventEmitter, once } = require('node:events');
const bus = new EventEmitter();
const seen = [];
function target(kind, data) {
  const had = bus.listenerCount(kind);
  seen.push(kind);
  const taken = bus.emit(kind, data);
  if (!taken) return { kind, had };
  return seen.length;
}
bus.on('a', (data) => { data.n++; });
bus.once('a', (data) => { if (data.n < 5) target('b', data); });
bus.on('error', (error) => seen.push(error.message));
console.log(target('a', { n: 1 }), target('none', {}), target('error', new Error('bad')), seen);`,
  ),
  program(
    'streams: a transform and a pipeline',
    `const { Readable, Transform } = require('node:stream');
const { pipeline } = require('node:stream/promises');
async function target(words) {
  const out = [];
  let bytes = 0;
  const upper = new Transform({
    transform(chunk, _encoding, done) { bytes += chunk.length; done(null, chunk.toString().toUpperCase()); },
  });
  await pipeline(Readable.from(words), upper, async (source) => { for await (const chunk of source) out.push(String(chunk)); });
  const joined = out.join('-');
  return { joined, bytes };
}
target(['a', 'bc', 'def']).then(console.log);`,
    { isAlone: true },
  ),
  program(
    'storage of async calls and abort signals',
    `const { AsyncLocalStorage } = require('node:async_hooks');
const store = new AsyncLocalStorage();
const work = async (signal) => { await null; if (signal.aborted) throw signal.reason; return store.getStore()?.id; };
async function target(id) {
  const control = new AbortController();
  const first = await store.run({ id }, () => work(control.signal));
  control.abort(new Error('stop'));
  let second = null;
  try {
    second = await work(control.signal);
  } catch (error) {
    second = error.message;
  }
  return [first, second];
}
target(7).then(console.log);`,
  ),
];
