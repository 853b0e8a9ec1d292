import { program } from '../oracle/corpus-run.ts';

/** Statements, loops and values. */
export const PLAIN_CODE = [
  program(
    'branches, else if, conditional expressions in each other',
    `function grade(n) { return n > 90 ? 'A' : n > 80 ? 'B' : 'C'; }
function target(scores, bonus = 5) {
  let best = null;
  const grades = {};
  if (scores.length === 0) return grades;
  else if (scores.length > 10) best = -1;
  for (const name in scores) {
    const n = scores[name] + (name === '1' ? bonus : 0);
    grades[name] = grade(n);
    if (best === null || n > best) best = n;
    else if (n === best) {
      grades.tie = true;
    } else
      continue;
  }
  return best > 95 ? { best, grades } : best;
}
console.log(target([70, 85, 85, 93, 91, 97]));`,
    {
      points: [
        { line: 1, expressions: ['n'] },
        { line: 9, expressions: ['n', 'best', 'grades[name]', 'missing'], condition: 'n !== 93' },
        { line: 17, expressions: ['best', '[grades, scores.length]'] },
      ],
    },
  ),
  program(
    'loops of all kinds, with labels',
    `function target(n) {
  let total = 0;
  let i;
  for (i = 0; i < n; i++) total += i;
  do {
    total--;
  } while (total > 3);
  while (i-- > 0) if (i % 2) total += i;
  outer: for (let a = 0, b = 9; a < b; a++, b--) {
    inner: for (const x of [1, 2, 3]) {
      if (x === a) continue outer;
      if (x > b) break inner;
      for (;;) {
        total++;
        if (total % 5 === 0) break outer;
        if (total % 3 === 0) continue inner;
        if (total > 20) break;
      }
    }
  }
  block: {
    if (total) break block;
    total = -1;
  }
  for (const key in { p: 1, q: 2 }) total += key.length;
  for (; total > 100; );
  return total;
}
console.log(target(4));`,
  ),
  program(
    'what the head of a loop changes, and after its last pass',
    `function target(text) {
  const words = [];
  const re = /(\\w)(\\d)/g;
  let found;
  while ((found = re.exec(text)) !== null) {
    words.push(found[1]);
  }
  let at = 0;
  for (at = 0; at < words.length; at += 2) {
    words[at] = words[at].toUpperCase();
  }
  let last;
  for (last of words) {
    at--;
  }
  do at += 10; while (at < 30);
  return [words.join(''), at, last];
}
console.log(target('a1 b2 c3 d4'));`,
  ),
  program(
    'passes that are alike and passes that differ',
    `function target(rows) {
  let sum = 0;
  let name;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    if (row === null) continue;
    if (row.price > 100) name = row.name;
    sum += row.price;
  }
  return [sum, name];
}
const rows = Array.from({ length: 40 }, (_, i) => ({ name: 'n' + i, price: i }));
rows[7] = null;
rows[20].price = NaN;
rows[30] = { name: 5, price: 200 };
console.log(target(rows));`,
    {
      points: [
        { line: 5, expressions: ['i', 'row', 'row.price'] },
        { line: 8, expressions: ['sum', 'row.price', 'typeof name'], condition: 'row.price % 3 === 0' },
        { line: 7, expressions: ['name'], condition: 'row.none.deep' },
      ],
    },
  ),
  program(
    'loops in loops, folded',
    `function target(table) {
  let count = 0;
  const seen = {};
  for (const row of table) {
    let inRow = 0;
    for (const cell of row) {
      if (cell < 0) inRow -= 1;
      else inRow += cell;
    }
    count += inRow;
    seen[row.length] = inRow;
  }
  return [count, seen];
}
console.log(target([[1, 2], [3, 4, 5], [6, 7, 8, 9], [1, -1], [5, 5, 5, 5, 5], [], [-2, 1, 3], [4, 4]]));`,
  ),
  program(
    'more kinds of passes than are told apart',
    `function target(n) {
  let x = 0;
  for (let i = 0; i < n; i++) {
    if (i & 1) x += 1;
    if (i & 2) x += 2;
    if (i & 4) x += 4;
    if (i & 8) x += 8;
    if (i & 16) x += 16;
  }
  return x;
}
console.log(target(64));`,
  ),
  program(
    'more events than are kept',
    `function target(n) {
  const list = [];
  list.push(n + 1); list.push(n + 2); list.push(n + 3);
  list.push(n + 4); list.push(n + 5); list.push(n + 6);
  list.push(n + 7); list.push(n + 8); list.push(n + 9);
  for (const x of list) {
    if (x > 4) n++;
  }
  return n;
}
console.log(target(0));`,
    { maxEvents: 12 },
  ),
  program(
    'a switch in a loop: cases that fall through, groups, default in the middle, none',
    `function target(tokens) {
  const out = [];
  for (const token of tokens) {
    switch (token.kind ?? token) {
      case 'open':
      case 'close':
        out.push('bracket');
        break;
      default:
        out.push('?');
      case 'number': {
        const value = Number(token.value);
        out.push(value);
        break;
      }
      case 'skip':
        continue;
      case String(out.length):
        out.push('length');
    }
    out.push(';');
  }
  switch (out.length) {
    case -1:
      return null;
  }
  return out;
}
console.log(target(['open', { kind: 'number', value: '4' }, 'skip', 'what', '7', 'close']));`,
  ),
  program(
    'exceptions through try, catch, finally and back again',
    `function check(n) {
  if (n < 0) throw new RangeError('negative ' + n);
  return n;
}
function parse(text) { return JSON.parse(text); }
function fail() { throw 'only text'; }
function target(list) {
  let good = 0, bad = 0;
  for (const n of list) {
    try {
      good += check(n);
    } catch (error) {
      bad++;
      if (error.message.endsWith('9')) break;
    } finally {
      good += 0.5;
    }
  }
  try {
    try {
      parse('{');
    } finally {
      bad += 10;
    }
  } catch {
    bad += 100;
  }
  try {
    fail();
  } catch (text) {
    bad += text.length;
  }
  try {
    null.property = 1;
  } catch ({ name, message }) {
    good = name;
  }
  return { good, bad };
}
console.log(target([1, -2, 3, -9, 4]));`,
  ),
  program(
    'a finally that returns, one that throws, one that breaks',
    `function keep() { try { throw new Error('lost'); } finally { return 'kept'; } }
function target(log) {
  for (const x of [1, 2]) {
    try {
      if (x === 1) return 'never';
    } finally {
      log.push(x);
      break;
    }
  }
  const kept = keep();
  try {
    return kept;
  } finally {
    log.push('end');
    throw new TypeError(log.join());
  }
}
try { target([]); } catch (error) { console.log(error.message); }`,
  ),
  program(
    'an exception of a callee that leaves, known where it is caught',
    `function inner(o) { return o.a.b; }
function target(o) {
  let n = 1;
  n += inner(o);
  return n;
}
try { target({ n: 1 }); } catch (error) { console.log(error.message); }`,
  ),
  program(
    'the call that throws, of many',
    `function target(order) {
  const { lines } = order;
  let sum = 0;
  for (const { price, count = 1 } of lines) sum += price * count;
  if (Number.isNaN(sum)) throw new Error('no sum');
  return sum;
}
for (const order of [{ lines: [] }, { lines: [{ price: 2 }] }, { lines: [{ price: 1 }, { count: 2 }] }, { lines: [] }]) {
  try { target(order); } catch (error) { console.log(error.message); }
}`,
    { call: { kind: 'throws' } },
  ),
  program(
    'recursion, one call of many, mutual',
    `function isOdd(n) { return n === 0 ? false : target(n - 1); }
function target(n) {
  if (n === 0) return true;
  const below = isOdd(n - 1);
  return below;
}
function walk(node, depth = 0) {
  let most = depth;
  for (const child of node.children ?? []) most = Math.max(most, walk(child, depth + 1));
  return most;
}
console.log(target(8), walk({ children: [{}, { children: [{}] }] }));`,
    { call: { kind: 'number', number: 3 } },
  ),
  program(
    'destructuring with defaults, rest, computed names and swaps',
    `const key = 'k';
const twice = (x) => x * 2;
function target({ a: { b = 2, ...others } = {}, [key]: named }, [first, , third = twice(first), ...rest] = [1, 2]) {
  let { length, [\`\${key}2\`]: k2 = twice(b) } = rest;
  let x = 1, y = 2;
  [x, y] = [y, x];
  ({ x, z: y = x + 5 } = { x: 8 });
  const [{ p: [q = 7] = [] } = {}] = [];
  for (const [name, { v = 0 } = {}] of Object.entries(others)) length += name.length + v;
  return [b, others, named, third, rest, length, k2, x, y, q];
}
console.log(target({ a: { c: { v: 3 }, d: undefined }, k: 'v' }, [5, 6, undefined, 8, 9]));`,
  ),
  program(
    'optional chaining and nullish assignment',
    `function find(list, id) { return list.find((each) => each.id === id); }
function target(users) {
  const name = find(users, 2)?.name;
  const missing = find(users, 9)?.address?.street.trim();
  const street = users[1].address?.street?.trim().toUpperCase();
  const called = users[0].greet?.('you') ?? users[1].greet?.('me');
  users[0].none?.(find(users, 1));
  users[0].none?.();
  let cache;
  cache ??= {};
  cache.a ??= name?.length;
  cache.a ||= 5;
  cache.b &&= 1;
  cache.c ||= find(users, 1)?.id;
  delete users[0]?.extra;
  const sizes = users?.map((each) => each.name?.length)[0];
  return [name, missing, street, called, cache, sizes];
}
console.log(target([
  { id: 1, name: 'Ann', extra: 1 },
  { id: 2, name: 'Bob', address: { street: ' Oak ' }, greet: (who) => 'hi ' + who },
]));`,
  ),
  program(
    'array methods in the way of comprehensions',
    `function target(items) {
  const cheap = items.filter((each) => each.price < 10).map(({ price }) => price);
  const sum = cheap.reduce((all, each) => all + each, 0);
  const byKind = {};
  items.forEach((each) => { (byKind[each.kind] ??= []).push(each.price); });
  const sorted = [...items].sort((a, b) => b.price - a.price);
  const flat = Object.entries(byKind).flatMap(([kind, prices]) => prices.map((each) => kind + each));
  const some = items.some(({ price }) => price > 50), index = items.findIndex((each) => each.kind === 'b');
  items.length = 1;
  items.splice(0, 1, 'x', 'y');
  items.reverse();
  return { sum, flat: flat.join(), some, index, top: sorted[0].price, from: Array.from({ length: 3 }, (_, i) => i ** 2) };
}
console.log(target([{ kind: 'a', price: 5 }, { kind: 'b', price: 20 }, { kind: 'a', price: 7 }]));`,
  ),
  program(
    'spread, template literals and tagged templates',
    `const tag = (strings, ...values) => strings.raw.join('|') + values.join();
const max = (...all) => Math.max(...all);
function target(list, more) {
  const all = [0, ...list, ...more.slice(1)];
  const copy = { ...more, list, ['x' + 1]: max(...all, 3) };
  const text = \`a \${list.length} and \${max(1, \`\${all.length}\`)}\`;
  const tagged = tag\`one \${max(...list)} two \${text.length}\`;
  console.log(String.raw\`\\n\${copy.x1}\`);
  new Map([...Object.entries({ a: 1 })]);
  return [text, tagged];
}
console.log(target([3, 1], [7, 8, 9]));`,
  ),
  program(
    'what was, as it was: values that change later',
    `function target() {
  let batch = [];
  const batches = [];
  for (const x of [1, 2, 3, 4, 5]) {
    batch.push(x);
    if (batch.length === 2) {
      batches.push(batch);
      batch = [];
    }
  }
  const first = batches[0];
  first.push('later');
  let state = { n: 1 };
  const alias = state;
  alias.n = 2;
  state = null;
  alias.n = 3;
  const other = alias;
  other.n = 4;
  batches.pop();
  return [batch, batches, alias];
}
console.log(JSON.stringify(target()));`,
  ),
  program(
    'long lists and objects: what is looked at of them',
    `function target() {
  const list = Array.from({ length: 50 }, (_, i) => i);
  list[5] = 'near';
  list[25] = 'between';
  list[48] = 'far';
  list.push('new');
  list.shift();
  const wide = {};
  for (let i = 0; i < 35; i++) {
    wide['k' + i] = i;
  }
  wide.k3 = 'seen';
  return list.length;
}
console.log(target());`,
  ),
  program(
    'closures, shadowed names and variables that are not there yet',
    `let counter = 0;
let around = 'old';
let picked;
function target(step) {
  const fs = [];
  for (let i = 0; i < 3; i++) fs.push(() => (i += step));
  counter++;
  const shadow = (counter) => counter + 1;
  let x = 1;
  {
    let x = shadow(counter);
    {
      const x = 'inner';
      around = x;
    }
    x++;
  }
  for (picked of [7, 8]) x += picked;
  try { early(); } catch (error) { x = error.name; }
  const later = 1;
  function early() { return later; }
  class Local { static made = 0; constructor() { Local.made++; } }
  new Local();
  var old = x, old = 2;
  return fs.map((f) => f() + f()) + around + early() + old;
}
console.log(target(10), counter);`,
  ),
  program(
    'numbers and other values: BigInt, dates, symbols, typed arrays, the state of an expression',
    `function target() {
  let big = 2n ** 70n;
  big -= 1n;
  const when = new Date(86400000);
  when.setUTCDate(10);
  const sign = Symbol('sign');
  const o = { [sign]: 1, 'a b': -0, f() {}, get g() { console.log('never'); return 1; } };
  o[sign] = 2;
  o['a b'] = NaN;
  const bytes = new Uint8Array([250, 251]);
  bytes[0] += 10;
  const re = /a/g;
  re.test('banana');
  re.lastIndex;
  let u, n = null, t = true;
  n ??= Infinity;
  t = !t && u;
  const map = new Map([['k', 1], [2, o]]);
  map.set('k', [big]).set(null, 'x').delete(2);
  const set = new Set([1]);
  set.add(2);
  const weak = new WeakMap([[o, 1]]);
  const holes = [, 1, , 3];
  holes[0] = 'filled';
  delete holes[1];
  const proxy = new Proxy({ p: 1 }, { get() { console.log('never'); } , set(t, k, v) { t[k] = v; return true; } });
  proxy.p = 2;
  return JSON.parse(JSON.stringify({ when, list: [...bytes, holes.length, String(big)], u, t }), (key, value) => (key === 'u' ? 0 : value));
}
console.log(target());`,
  ),
  program(
    'one line with everything, and statements without braces or semicolons',
    `function target(a) {
  if (a) for (const x of [1, 2]) if (x > 1) a += x; else a -= x; else return 0
  let i = 0
  while (i < 2) i++
  do i--
  while (i > 0)
  ;[3, 4].forEach((x) => { a += x })
  const f = function () { return a }, g = () => f()
  label: if (a) { break label }
  var v
  ;{ ; }
  return g(),
    f()
}
console.log(target(5))`,
  ),
];
