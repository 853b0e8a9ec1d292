import type { WantedCall } from '../../src/model/trace/trace-request.ts';

/** A program whose function `target` is traced, with everything that happens in it, found by reading it. */
export interface CorpusProgram {
  readonly name: string;
  readonly text: string;
  readonly call?: WantedCall;
  readonly events: readonly string[];
}

/** Programs for `frameText`. `target` is in each of them, and its first line is line 1. */
export const TRACED_CORPUS: readonly CorpusProgram[] = [
  {
    name: 'sums and branches',
    text: `function target(a, b = 2) {
  let total = a;
  if (total > 5) total = 5;
  else {
    total *= b;
  }
  return total;
}
target(2);`,
    events: ['(a = 2, b = 2)', '2 | total = 2', '3', '  total > 5? no', '5 | total: 2 → 4', '7', '→ 4'],
  },
  {
    name: 'a body without a statement',
    text: `function target() {}
target();`,
    events: ['()', '→ undefined'],
  },
  {
    name: 'a body of a directive and a comment',
    text: `const target = (n) => { 'use strict'; /* nothing else */ };
target(1);`,
    events: ['(n = 1)', '→ undefined'],
  },
  {
    name: 'an async function without a statement',
    text: `async function target() {
}
target();`,
    events: ['()', '→ undefined'],
  },
  {
    name: 'passes of a loop that are alike',
    text: `function target(items) {
  let sum = 0;
  for (const x of items) {
    sum += x;
  }
  return sum;
}
target([1, 2, 3, 4, 5]);`,
    events: [
      '(items = [1, 2, 3, 4, 5])',
      ...['2 | sum = 0', '3 | x = 1', 'pass 1 of 3', '4 | sum: 0 → 1'],
      ...['pass 2 of 3', '3 | x: 1 → 2', '4 | sum: 1 → 3', '2 skipped'],
      ...['pass 5 of 3', '3 | x: 4 → 5', '4 | sum: 10 → 15', '5 passes of 3', '6', '→ 15'],
    ],
  },
  {
    name: 'a pass that differs in a kind of value',
    text: `function target(items) {
  let last = 0;
  for (const x of items)
    last = x;
  return last;
}
target([1, 2, 3, null, 5, 6]);`,
    events: [
      '(items = [1, 2, 3, null, 5, 6])',
      ...[
        '2 | last = 0',
        '3 | x = 1',
        'pass 1 of 3',
        '4 | last: 0 → 1',
        'pass 2 of 3',
        '3 | x: 1 → 2',
        '4 | last: 1 → 2',
      ],
      ...['1 skipped', 'pass 4 of 3', '3 | x: 3 → null', '4 | last: 3 → null'],
      ...['1 skipped', 'pass 6 of 3', '3 | x: 5 → 6', '4 | last: 5 → 6', '6 passes of 3', '5', '→ 6'],
    ],
  },
  {
    name: 'calls and what they give',
    text: `const half = (n) => n / 2;
function target(n) {
  const list = [half(n), Math.max(n, ...[1, 2])].map((x) => x + 1);
  return list.join(half(4) + '-');
}
target(8);`,
    events: [
      '(n = 8)',
      '3 | list = [5, 9]',
      '  half(8) → 4',
      '  Math.max(8, ...[1, 2]) → 8',
      '  [half(n), Math.max(n, ...[1, 2])].map((x) => …) → [5, 9]',
      '4',
      '  half(4) → 2',
      '  list.join("2-") → "52-9"',
      '→ "52-9"',
    ],
  },
  {
    name: 'objects one level deep',
    text: `function target(cart) {
  cart.total = 3;
  cart.items.push('b');
  delete cart.old;
  const items = cart.items;
  items[0] = 'c';
  items.length = 1;
}
target({ items: ['a'], old: true });`,
    events: [
      '(cart = {items: ["a"], old: true})',
      '2 | cart.total = 3',
      '3',
      '  cart.items.push("b") → 2',
      '4 | cart.old gone, was true',
      '5 | items = ["a", "b"]',
      '6 | items[0]: "a" → "c"',
      '7 | items[1] gone, was "b"',
      '→ undefined',
    ],
  },
  {
    name: 'an exception that is caught, and one that is not',
    text: `function target(text) {
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    parsed = error.name;
  } finally {
    text = null;
  }
  throw new TypeError(parsed);
}
try { target('x'); } catch (error) { String(error); }`,
    events: [
      '(text = "x")',
      '2 | parsed = undefined',
      '4',
      `  JSON.parse("x") ! SyntaxError: Unexpected token 'x', "x" is not valid JSON`,
      `  caught SyntaxError: Unexpected token 'x', "x" is not valid JSON`,
      '6 | parsed: undefined → "SyntaxError"',
      '8 | text: "x" → null',
      '10',
      '  new TypeError("SyntaxError") → TypeError: SyntaxError',
      '! TypeError: SyntaxError',
    ],
  },
  {
    name: 'an async function',
    text: `const later = (value) => new Promise((done) => setTimeout(done, 1, value));
async function target(n) {
  const a = await later(n);
  try {
    await Promise.reject(new Error('no'));
  } catch {
    n = a;
  }
  return n + 1;
}
target(1);`,
    events: [
      '(n = 1)',
      ...['3 | a = 1', '  later(1) → Promise {…}', '  await Promise {…}', '  resumed 1'],
      ...[
        '5',
        '  new Error("no") → Error: no',
        '  Promise.reject(Error: no) → Promise {…}',
        '  await Promise {…}',
        '  resumed',
      ],
      ...['  caught Error: no', '7', '9', '→ 2'],
    ],
  },
  {
    name: 'a generator',
    text: `function* target(n) {
  for (let i = 0; i < n; i++) {
    const got = yield i;
    if (got) return got;
  }
}
const it = target(9);
it.next(); it.next(0); it.next('x');`,
    events: [
      '(n = 9)',
      ...['2 | i = 0', 'pass 1 of 2', '3 | got = 0', '  yield 0', '  resumed 0', '4', '  got? no'],
      ...[
        'pass 2 of 2',
        '2 | i: 0 → 1',
        '3 | got = "x"',
        '  yield 1',
        '  resumed "x"',
        '4',
        '  got? yes',
        '4',
        '2 passes of 2',
        '→ "x"',
      ],
    ],
  },
  {
    name: 'a class: private fields, a derived constructor',
    text: `class Base { constructor() { this.base = 1; } }
class Some extends Base {
  #hidden = 1;
  target(step) {
    this.shown = (this.#hidden += step);
    return this.shown;
  }
}
new Some().target(2);`,
    events: ['(this = Some {base: 1}, step = 2)', '5 | this.shown = 3', '6', '→ 3'],
  },
  {
    name: 'super, and what this holds after it',
    text: `class Base { constructor(n) { this.base = n; } }
class target extends Base {
  constructor(n) {
    const twice = n * 2;
    super(twice);
    this.own = n;
  }
}
new target(2);`,
    events: ['(n = 2)', '4 | twice = 4', '5', '  super(4) → target {base: 4}', '6 | this.own = 2', '→ undefined'],
  },
  {
    name: 'a template with a tag, eval, calls inside of a chain',
    text: `const tag = (texts, ...values) => texts.join('|') + values;
const o = { make: (x) => ({ x, add: (y) => x + y }) };
function target(n) {
  tag\`a\${n}b\`;
  eval('n + 1');
  o?.make(n).add(1);
  o.none?.make(n).add(1);
}
target(2);`,
    events: [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program.
      ...['(n = 2)', '4', '  tag(`a${n}b`, 2) → "a|b2"', '5', '  eval("n + 1") → 3', '6'],
      ...['  o?.make(2) → (not seen: inside of ?.)', '  o?.make(n).add(1) → 3', '7', '→ undefined'],
    ],
  },
  {
    name: 'a chain that breaks behind a call, and one that a call ends',
    text: `const o = { make: (x) => ({ x }), fail: (x) => { throw new Error('failed ' + x) } };
function target(n) {
  try { o?.make(n).none.x; } catch (e) {}
  o?.make(n).x.concat(n);
}
try { target(2); } catch (e) {}`,
    events: [
      ...['(n = 2)', '3', '  o?.make(2) …', "  caught TypeError: Cannot read properties of undefined (reading 'x')"],
      ...[
        '4',
        '  o?.make(2) → (not seen: inside of ?.)',
        '  o?.make(n).x.concat(2) ! TypeError: o?.make(...).x.concat is not a function',
      ],
      '! TypeError: o?.make(...).x.concat is not a function',
    ],
  },
  {
    name: 'sets, typed arrays, and what this holds in an arrow function',
    text: `class Box { size = 1; target = (n) => {
  const seen = new Set(['a']), bytes = new Uint8Array(2);
  seen.add(n);
  seen.delete('a');
  bytes[1] = n;
  [n].forEach((x) => { this.size += x });
}; }
new Box().target(2);`,
    events: [
      ...['(n = 2)', '2 | seen = Set(1) {"a"} | bytes = Uint8Array(2) [0, 0]'],
      ...['  new Set(["a"]) → Set(1) {"a"}', '  new Uint8Array(2) → Uint8Array(2) [0, 0]'],
      ...['3 | seen.has(2) = true', '  seen.add(2) → Set(2) {"a", 2}'],
      ...['4 | seen.has("a") gone, was true', '  seen.delete("a") → true', '5 | bytes[1]: 0 → 2'],
      ...['6 | this.size: 1 → 3', '  [n].forEach((x) => …) → undefined', '→ undefined'],
    ],
  },
  {
    name: 'finally: a return that an error overtakes, one that is overtaken, one that stays',
    text: `const fail = (x) => { throw new Error('late') };
function target(n) {
  try {
    try { return n; } finally { fail(n); }
  } catch (e) { n = 1; }
  try { return n; } finally { n = 5; }
}
target(2);`,
    events: [
      ...[
        '(n = 2)',
        '4',
        '4',
        '  fail(2) ! Error: late',
        '  caught Error: late',
        '5 | n: 2 → 1',
        '6',
        '6 | n: 1 → 5',
        '→ 1',
      ],
    ],
  },
  {
    name: 'a yield of nothing, what return() and throw() do to a generator',
    text: `function* target() {
  try {
    const got = yield;
    yield got;
  } finally {
    yield 'end';
  }
}
const g = target();
g.next(); g.next(3); g.return(4); g.next();`,
    events: [
      ...['()', '3 | got = 3', '  yield undefined', '  resumed 3', '4', '  yield 3'],
      ...['  resumed', '6', '  yield "end"', '  resumed undefined', 'closed at 6'],
    ],
  },
  {
    name: 'closures and variables around',
    text: `let count = 0;
const target = (by) => {
  count += by;
  const more = () => count++;
  more();
  return count;
};
target(2);`,
    events: ['(by = 2)', '3 | count: 0 → 2', '4 | more = () => …', '5 | count: 2 → 3', '  more() → 2', '6', '→ 3'],
  },
  {
    name: 'recursion: each call is its own',
    text: `function target(n) {
  if (n < 2) return n;
  return target(n - 1) + target(n - 2);
}
target(3);`,
    call: { kind: 'number', number: 2 },
    events: ['(n = 2)', '2', '  n < 2? no', '3', '  target(1) → 1', '  target(0) → 0', '→ 1'],
  },
  {
    name: 'destructuring, optional chaining, a conditional expression',
    text: `function target({ a: [x, ...rest], b }) {
  const { y = x, ...others } = b;
  const length = others?.z?.toFixed(1) ?? others.none?.();
  return rest.length ? y : length;
}
target({ a: [1, 2], b: { z: 3 } });`,
    events: [
      '(x = 1, rest = [2], b = {z: 3})',
      '2 | y = 1 | others = {z: 3}',
      '3 | length = "3.0"',
      '  others?.z?.toFixed(1) → "3.0"',
      '4',
      '  rest.length? yes',
      '→ 1',
    ],
  },
  {
    name: 'a switch that falls through',
    text: `function target(kind) {
  let price = 1;
  switch (kind) {
    case 'a':
      return 0;
    case 'b':
      price += 2;
    default:
      price *= 2;
  }
  return price;
}
target('b');`,
    events: [
      '(kind = "b")',
      '2 | price = 1',
      '3',
      "  case 'b'? yes",
      '7 | price: 1 → 3',
      '9 | price: 3 → 6',
      '11',
      '→ 6',
    ],
  },
  {
    name: 'labels, a loop that is left, one that has no pass',
    text: `function target(n) {
  outer: for (let i = 0; i < n; i++) {
    while (true) {
      if (i === 1) break outer;
      continue outer;
    }
  }
  while (n < 0) n++;
  return n;
}
target(3);`,
    events: [
      '(n = 3)',
      ...['2 | i = 0', 'pass 1 of 2', '3', 'pass 1 of 3', '4', '  i === 1? no', '5', '1 passes of 3'],
      ...[
        'pass 2 of 2',
        '2 | i: 0 → 1',
        '3',
        'pass 1 of 3',
        '4',
        '  i === 1? yes',
        '4',
        '1 passes of 3',
        '2 passes of 2',
      ],
      ...['8', '  n < 0? no', '9', '→ 3'],
    ],
  },
  {
    name: 'an expression as a body',
    text: `const twice = (x) => x * 2;
const target = (x) => ({ y: twice(x) });
target(4);`,
    events: ['(x = 4)', '2', '  twice(4) → 8', '→ {y: 8}'],
  },
  {
    name: 'a call that never ends',
    text: `async function target() {
  let n = 1;
  await new Promise(() => {});
  n++;
}
target();`,
    events: ['()', '2 | n = 1', '3', '  new Promise(() => …) → Promise {…}', '  await Promise {…}', 'suspended at 3'],
  },
  {
    name: 'the call that throws',
    text: `function target(n) {
  if (n > 1) null.x;
  return n;
}
for (const n of [0, 1, 2]) try { target(n); } catch (error) {}`,
    call: { kind: 'throws' },
    events: ['(n = 2)', '2', '  n > 1? yes', '2', `! TypeError: Cannot read properties of null (reading 'x')`],
  },
  {
    name: 'the call where a condition holds',
    text: `const target = function (a) {
  return a;
};
target(1); target({ b: 2 }); target(3);`,
    call: { kind: 'condition', expression: 'a.b === 2' },
    events: ['(a = {b: 2})', '2', '→ {b: 2}'],
  },
];
