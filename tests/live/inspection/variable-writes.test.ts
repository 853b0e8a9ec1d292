import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { generatedWrites } from '../../support/generated-writes.ts';
import { nodeVersions } from '../../support/node-versions.ts';

interface Case {
  readonly what: string;
  readonly expression: string;
  /** The program stops at its first `debugger` statement, where the expression is watched. */
  readonly code: string;
  /** Each change: the line, the function, and the values. */
  readonly seen: readonly (string | RegExp)[];
  readonly file?: string;
}

const CASES: readonly Case[] = [
  {
    what: 'a local, by every kind of write',
    expression: 'x',
    code: `function f(a) {
  let x = 1;
  debugger;
  x = 2;
  x += 3;
  x++;
  [x, a] = [7, 8];
  ({ x } = { x: 9 });
  for (x of [10, 11]) a;
  for (x in { k: 1 });
  x &&= 12;
  x ??= 13;
  if (a) x = 14; else x = 15;
  return x = 16;
}
f(1);`,
    seen: [
      '4 f 1 → 2',
      '5 f 2 → 5',
      '6 f 5 → 6',
      '7 f 6 → 7',
      '8 f 7 → 9',
      '9 f 9 → 10',
      '9 f 10 → 11',
      '10 f 11 → "k"',
      '11 f "k" → 12',
      '13 f 12 → 14',
      '14 f 14 → 16',
    ],
  },
  {
    what: 'a parameter, in a loop',
    expression: 'n',
    code: `function f(n) {
  debugger;
  while (n < 4) n++;
  return n;
}
f(1);`,
    seen: ['3 f 1 → 2', '3 f 2 → 3', '3 f 3 → 4'],
  },
  {
    what: 'a counter of a loop',
    expression: 'i',
    code: `function f() {
  for (let i = 0; i < 3; i++) {
    if (i === 0) debugger;
  }
}
f();`,
    seen: ['2 f 0 → 1', '2 f 1 → 2', '2 f 2 → 3'],
  },
  {
    what: 'a closure, of one instance of several',
    expression: 'count',
    code: `function counter(stops) {
  let count = 0;
  if (stops) debugger;
  return {
    up() { count++; },
    set(n) { count = n; },
  };
}
const one = counter(false);
const two = counter(true);
one.up();
two.up();
one.set(5);
two.set(5);
two.set(5);
two.up();`,
    seen: ['5 up 0 → 1', '6 set 1 → 5', '5 up 5 → 6'],
  },
  {
    what: 'a recursion has a variable for each call',
    expression: 'sum',
    code: `function walk(n) {
  let sum = n;
  if (n === 2) debugger;
  if (n > 0) sum += walk(n - 1);
  sum *= 2;
  return sum;
}
walk(3);`,
    seen: ['4 walk 2 → 4', '5 walk 4 → 8'],
  },
  {
    what: 'a closure that a recursion writes',
    expression: 'sum',
    code: `let sum = 0;
function walk(n) {
  if (n > 0) sum = sum + n + walk(n - 1);
  return 1;
}
debugger;
walk(2);`,
    seen: ['3 walk 0 → 2', '3 walk 2 → 3'],
  },
  {
    what: 'a binding of a CommonJS module that no function uses',
    expression: 'x',
    code: `let x = 1;
debugger;
x = 2;
var y = x;
x = 3;`,
    seen: ['3 (module) 1 → 2', '5 (module) 2 → 3'],
  },
  {
    what: 'a binding of an ES module, over an await',
    expression: 'x',
    file: 'main.mjs',
    code: `let x = 1;
debugger;
x = 2;
x = await 3;
x = 4;`,
    seen: ['3 (module) 1 → 2', '4 (module) 2 → 3', '5 (module) 3 → 4'],
  },
  {
    what: 'an exported binding of an ES module',
    expression: 'x',
    file: 'main.mjs',
    code: `export let x = 1;
export function bump() { x++; }
debugger;
bump();
await 1;
setTimeout(bump, 1);`,
    seen: ['2 bump 1 → 2', '2 bump 2 → 3'],
  },
  {
    what: 'an async function and what it awaits',
    expression: 'state',
    code: `let state = 'idle';
async function run() {
  state = 'busy';
  state = await Promise.resolve('done');
  await (state = 'idle');
}
debugger;
run();`,
    seen: ['3 run "idle" → "busy"', '4 run "busy" → "done"', '5 run "done" → "idle"'],
  },
  {
    what: 'a private field, of one object',
    expression: 'this.#n',
    code: `class A {
  #n = 1;
  static both(a, b) { a.#n = 5; b.#n = 6; }
  stop() { debugger; }
  up() { this.#n++; return this; }
  later() { return () => { this.#n = 9; }; }
}
const a = new A(), b = new A();
a.stop();
b.up();
a.up().up();
A.both(a, b);
b.later()();
a.later()();`,
    seen: ['5 up 1 → 2', '5 up 2 → 3', '3 both 3 → 5', '6 (anonymous) 5 → 9'],
  },
  {
    what: 'a shadowed name is another variable',
    expression: 'x',
    code: `function f() {
  let x = 1;
  debugger;
  { let x = 5; x = 6; }
  ((x) => { x = 7; })(1);
  x = 2;
  { let x = 8; x++; }
  return x;
}
f();`,
    seen: ['6 f 1 → 2'],
  },
  {
    what: 'an arrow that returns its write, and a default',
    expression: 'x',
    code: `let x = 0;
const set = (v) => x = v;
function d(a = (x = 9)) {
  return a;
}
debugger;
set(1);
set(1);
d();
[4, 5].forEach((v) => (x = v));`,
    seen: ['2 set 0 → 1', '3 d 1 → 9', '10 (anonymous) 9 → 4', '10 (anonymous) 4 → 5'],
  },
  {
    what: 'a write that is left by an exception in its statement',
    expression: 'x',
    code: `let x = 0;
function f() {
  try {
    x = 1;
    null.z;
  } catch (e) {
    x = 2;
  } finally {
    x = 3;
  }
}
debugger;
f();
try { x = JSON.parse('{'); } catch {}
x = 5;`,
    seen: ['4 f 0 → 1', '7 f 1 → 2', '9 f 2 → 3', '15 (module) 3 → 5'],
  },
  {
    what: 'a class field and a static block that write',
    expression: 'x',
    code: `let x = 0;
debugger;
class A {
  p = (x = x + 1);
  static { x = 10; }
}
new A();
new A();`,
    seen: [
      /^5 (<static_initializer>|\(module\)) 0 → 10$/,
      '4 <instance_members_initializer> 10 → 11',
      '4 <instance_members_initializer> 11 → 12',
    ],
  },
  {
    what: 'a generator that writes a closure',
    expression: 'x',
    code: `let x = 0;
function* g() {
  x = yield 1;
  yield (x = 5);
  x = 6;
}
debugger;
const it = g();
it.next();
it.next(3);
it.next();`,
    seen: ['3 g 0 → 3', '4 g 3 → 5', '5 g 5 → 6'],
  },
  {
    what: 'a local of an async function that is called once',
    expression: 'sum',
    code: `async function main(values) {
  let sum = 0;
  debugger;
  for await (const each of values) sum += await each;
  sum = await Promise.all([sum, other(1), other(2)]).then(([first]) => first * 2);
  try { sum = await Promise.reject(1); } catch { sum = -1; }
  return sum;
}
async function other(n) {
  let sum = n;
  await null;
  sum += 1;
  return sum;
}
main([1, 2]).catch(() => {});`,
    seen: ['4 main 0 → 1', '4 main 1 → 3', '5 main 3 → 6', '6 main 6 → -1'],
  },
  {
    what: 'a local of an async function that is called where it is written',
    expression: 'x',
    code: `(async () => {
  let x = 1;
  debugger;
  await 1;
  x = 2;
  x += await 3;
})();`,
    seen: ['5 (anonymous) 1 → 2', '6 (anonymous) 2 → 5'],
  },
  {
    what: 'a switch that falls through, and labels',
    expression: 'x',
    code: `function f(a) {
  let x = 0;
  debugger;
  switch (a) {
    case 1: x = 1;
    case 2: x = 2; break;
    default: x = 3;
  }
  out: for (;;) {
    for (const y of [1, 2]) {
      x = 10 + y;
      if (y === 2) break out;
    }
  }
  do x++; while (x < 14);
}
f(1);`,
    seen: ['5 f 0 → 1', '6 f 1 → 2', '11 f 2 → 11', '11 f 11 → 12', '15 f 12 → 13', '15 f 13 → 14'],
  },
];

let program: DebuggedProgram | undefined;
afterEach(async () => {
  await program?.[Symbol.asyncDispose]();
  program = undefined;
});

async function watching(
  node: string,
  { code, expression, file = 'main.cjs' }: Pick<Case, 'code' | 'expression' | 'file'>,
  more: { readonly condition?: string; readonly log?: boolean } = {},
): Promise<DebuggedProgram> {
  program = await DebuggedProgram.start(node, { [file]: `${code}\n` });
  await program.firstStop();
  await program.session.inspection.writes.add({ expression, isLogged: more.log ?? false, condition: more.condition });
  return program;
}

/** Each stop until the end. */
function stops(program: DebuggedProgram): Promise<string[]> {
  return program.stopsToEnd(({ write, reason, location, functionName }) => {
    const change = write ? `${write.before} → ${write.after}` : reason;
    return `${location.line} ${functionName} ${change}`;
  });
}

describe.each(nodeVersions())('on Node $major', ({ path: node }) => {
  test.each(CASES)('$what', async (each) => {
    const watched = await watching(node, each);
    expect(await stops(watched)).toEqual(
      each.seen.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one))),
    );
  });
});

const RETURNS = `function f(n) {
  let x = n;
  if (n === 1) debugger;
  x = x + 1;
  x = x + 1;
  return x;
}
f(1);
f(2);
debugger;
f(3);`;

describe.each(nodeVersions())('around it, on Node $major', ({ path: node }) => {
  test('the stop is at the writer, and a step from there goes to what follows', async () => {
    const watched = await watching(node, { code: RETURNS, expression: 'x' });
    expect(await watched.go()).toBe('data breakpoint main.cjs:4');
    expect(await watched.value('x')).toBe('2');
    expect((await watched.session.inspection.stack())[0]?.location.line).toBe(4);
    expect(await watched.go('next')).toBe('step main.cjs:5');
    expect(await watched.value('x')).toBe('2');
    expect(await watched.go('next')).toBe('data breakpoint main.cjs:5');
    expect(await watched.go('stepIn')).toBe('step main.cjs:6');
    expect(await watched.go('stepOut')).toBe('step main.cjs:9');
  });

  test('a local ends with its call, and that is reported once', async () => {
    const watched = await watching(node, { code: RETURNS, expression: 'x' });
    expect(watched.session.inspection.writes.list()[0]?.note).toBe(' until its call returns');
    expect([await watched.go(), await watched.go()].join()).toBe(
      'data breakpoint main.cjs:4,data breakpoint main.cjs:5',
    );
    expect(await watched.go()).toBe('debugger statement main.cjs:10');
    const limits = { depth: 0, maxChildren: 5, maxTextLength: 80 };
    expect((await watched.session.report(limits)).warnings).toEqual([
      'Watch 1 (x) sees no writes any more: its call has returned since the stop before.',
    ]);
    expect((await watched.session.report(limits)).warnings).toEqual([]);
    expect(await watched.go()).toBe('exited 0');
  });

  test('a call that is left by an exception has ended, too', async () => {
    const code = `function f(n) {
  let x = n;
  if (n === 1) debugger;
  if (n === 1) throw new Error('left');
  x = 7;
}
try { f(1); } catch {}
f(2);
debugger;`;
    const watched = await watching(node, { code, expression: 'x' });
    expect(await watched.go()).toBe('debugger statement main.cjs:9');
    expect((await watched.session.report({ depth: 0, maxChildren: 5, maxTextLength: 80 })).warnings.join()).toMatch(
      /x\) sees no writes any more: its call or block has been left/,
    );
    expect(await watched.go()).toBe('exited 0');
  });

  test('breakpoints behind the writer stop as well, one after the other', async () => {
    program = await DebuggedProgram.start(
      node,
      { 'main.cjs': 'let x = 0;\nconst up = () => { x++; };\ndebugger;\nx = 1;\nx = 2;\nup();\n' },
      { breakpoints: [{ at: 'x = 2' }, { at: 'up();', condition: 'x > 1' }] },
    );
    await program.firstStop();
    await program.session.inspection.writes.add({ expression: 'x', isLogged: false });
    const seen: string[] = [];
    for (let stop = ''; !stop.startsWith('exited'); seen.push(stop)) stop = await program.go();
    expect(seen).toEqual([
      'data breakpoint main.cjs:4',
      'breakpoint [1] main.cjs:5',
      'data breakpoint main.cjs:5',
      'breakpoint [2] main.cjs:6',
      'data breakpoint main.cjs:2',
      'exited 0',
    ]);
  });

  test('two variables that one statement writes are two stops', async () => {
    const watched = await watching(node, { code: 'let x = 0, y = 0;\ndebugger;\n[x, y] = [1, 2];', expression: 'x' });
    await watched.session.inspection.writes.add({ expression: 'y', isLogged: false });
    expect(await stops(watched)).toEqual(['3 (module) 0 → 1', '3 (module) 0 → 2']);
  });

  test('what is thrown where a variable is looked at stops as without', async () => {
    const code = `let x = 0;
function f(text) {
  x = JSON.parse(text);
  null.z;
}
debugger;
for (const text of ['0', '0', '{']) try { f(text); } catch {}
try { f('1'); } catch {}
x = 2;
throw new Error('end');`;
    program = await DebuggedProgram.start(node, { 'main.cjs': code }, { exceptionMode: 'all' });
    await program.firstStop();
    await program.session.inspection.writes.add({ expression: 'x', isLogged: false });
    const seen: string[] = [];
    for (let stop = ''; !stop.startsWith('exited'); seen.push(stop)) stop = await program.go();
    expect(seen).toEqual([
      'exception main.cjs:4',
      'exception main.cjs:4',
      'exception main.cjs:3',
      'data breakpoint main.cjs:3',
      'exception main.cjs:4',
      'data breakpoint main.cjs:9',
      'exception main.cjs:10',
      'exited 1',
    ]);
  });

  test('a debugger statement behind the writer stops as well', async () => {
    const watched = await watching(node, { code: 'let x = 0;\ndebugger;\nx = 1;\ndebugger;\nx = 2;', expression: 'x' });
    expect(await watched.go()).toBe('data breakpoint main.cjs:3');
    expect(await watched.go()).toBe('debugger statement main.cjs:4');
    expect(await watched.go()).toBe('data breakpoint main.cjs:5');
    expect(await watched.go()).toBe('exited 0');
  });

  test('a condition decides on the new value, and log lists the writers', async () => {
    const code = `let x = 0, least = 2;
const set = (v) => { x = v; };
debugger;
for (const v of [1, -1, 2, -5, 2]) set(v);
x = 9;`;
    const conditional = await watching(node, { code, expression: 'x' }, { condition: 'new < 0 && old >= least' });
    expect(await stops(conditional)).toEqual(['2 set 2 → -5']);
    await conditional[Symbol.asyncDispose]();
    const logged = await watching(node, { code, expression: 'x' }, { log: true });
    expect(await stops(logged)).toEqual([]);
    const [watch] = logged.session.inspection.writes.list();
    expect(watch).toMatchObject({ writes: undefined, changes: 6 });
    expect(
      watch?.writers.map((each) => [each.location.line, each.functionName, each.count, each.before, each.after]),
    ).toEqual([
      [2, 'set', 5, '0', '2'],
      [5, '(module)', 1, '2', '9'],
    ]);
  });

  test('what is changed at a stop was written by nobody, and what eval writes is reported', async () => {
    const code = "let x = 0;\nconst up = () => { x++; };\ndebugger;\ndebugger;\neval('x = 5');\ndebugger;\nup();";
    const watched = await watching(node, { code, expression: 'x' });
    expect(watched.session.inspection.writes.list()[0]?.note).toBe(', not those of eval or with');
    await watched.value('x = 3');
    expect(await watched.go()).toBe('debugger statement main.cjs:4');
    expect(await watched.go()).toBe('debugger statement main.cjs:6');
    expect((await watched.session.report({ depth: 0, maxChildren: 5, maxTextLength: 80 })).warnings.join()).toMatch(
      /Watch 1 \(x\): changed since the stop before by code that is not seen/,
    );
    expect(await stops(watched)).toEqual(['2 up 5 → 6']);
  });

  test('a conditional breakpoint that is set later, and edited into the text, disturbs nothing', async () => {
    const code = `let x = 0;
function f(v) {
  x = v;
  return x;
}
debugger;
f(1);
debugger;
for (const v of [2, 3]) f(v);`;
    const watched = await watching(node, { code, expression: 'x' });
    expect(await watched.go()).toBe('data breakpoint main.cjs:3');
    expect(await watched.go()).toBe('debugger statement main.cjs:8');
    await watched.breakpoint({ at: 'x = v', condition: 'v === 3' });
    expect(await watched.go()).toBe('data breakpoint main.cjs:3');
    expect(await watched.go()).toBe('breakpoint [1] main.cjs:3');
    expect(await watched.go()).toBe('data breakpoint main.cjs:3');
    expect(await watched.go()).toBe('exited 0');
  });

  test('a loop that writes is paused, and goes on when the watch is removed', async () => {
    const code = `let x = 0, end = false;
function spin() {
  while (!end) x = 7;
}
debugger;
spin();`;
    const watched = await watching(node, { code, expression: 'x' });
    expect(await watched.go()).toBe('data breakpoint main.cjs:3');
    const { kind } = await watched.session.resume('continue', { timeoutMs: 300 });
    expect(kind).toBe('running');
    const paused = await watched.session.pause({ timeoutMs: 10_000 });
    expect(paused.kind === 'stopped' && paused.reason).toBe('pause');
    expect(await watched.session.inspection.removeWatch(1)).toBe('x');
    await watched.value('end = true');
    expect(await watched.go()).toBe('exited 0');
  });

  test('a step over calls that write, where writers are listed, goes to the next line', async () => {
    const code = `let x = 0;
function up(n) {
  x += n;
  if (n > 0) up(n - 1);
}
debugger;
up(3);
up(2);
console.log(x);`;
    const watched = await watching(node, { code, expression: 'x' }, { log: true });
    expect(await watched.go('next')).toBe('step main.cjs:7');
    expect(await watched.go('next')).toBe('step main.cjs:8');
    expect(await watched.go('stepIn')).toBe('step main.cjs:3');
    expect(await watched.go('next')).toBe('step main.cjs:4');
    expect(await watched.go('stepOut')).toBe('step main.cjs:9');
    expect(watched.session.inspection.writes.list()[0]).toMatchObject({ changes: 5 });
    expect(await watched.go()).toBe('exited 0');
  });

  test('removed, it leaves nothing', async () => {
    const code = `let x = 0;
const names = () => Object.getOwnPropertyNames(globalThis).filter((each) => each.includes('mcp'));
debugger;
x = 1;
debugger;
x = 2;
console.log(names(), x);`;
    const watched = await watching(node, { code, expression: 'x' });
    expect(await watched.go()).toBe('data breakpoint main.cjs:4');
    expect(await watched.session.inspection.removeWatch(1)).toBe('x');
    expect(await watched.go()).toBe('debugger statement main.cjs:5');
    expect(await watched.go()).toBe('exited 0');
    expect(watched.output('stdout')).toBe('[] 2\n');
  });
});

const REFUSED: readonly (readonly [expression: string, why: RegExp])[] = [
  ['fixed', /it is a variable, and nothing writes it after its declaration\. Watch what it holds/],
  ['nobody', /nothing in this file declares nobody/],
  ['imported', /nothing in this file declares imported/],
  ['round', /each round of its loop has one of its own.*written in lines 8, 9: set breakpoints there/],
  ['later', /it is a variable of an async function or generator that no other function uses.*written in line 11/],
  ['one.#value', /no class around this place declares #value: stop in a method of the one that does/],
  ['unread', /a variable that no function uses, so that V8 shows it in its own function alone.*in line 5/],
];

describe.each(nodeVersions())('refused, on Node $major', ({ path: node }) => {
  test('what cannot be watched is refused with the reason', async () => {
    const code = `import { sep as imported } from 'node:path';
const fixed = [];
const one = new (class { #value = 1; #method() {} #never = 1; up() { this.#value++; debugger; return this.#method; } })();
let unread = 1;
unread = 2;
async function run() {
  const all = [];
  for (let round = 0; round < 1; round++) {
    all.push(() => round++);
    let later = imported;
    later = all.length;
    debugger;
  }
}
await [run].at(0)();
one.up();`;
    program = await DebuggedProgram.start(node, { 'main.mjs': `${code}\n` });
    await program.firstStop();
    const refuses = async (expression: string, why: RegExp) =>
      expect(program?.session.inspection.writes.add({ expression, isLogged: false }), expression).rejects.toThrow(why);
    for (const [expression, why] of REFUSED) await refuses(expression, why);
    expect(await program.go()).toBe('debugger statement main.mjs:3');
    await refuses('this.#method', /private method, getter or setter/);
    await refuses('this.#never', /it is a private field, and nothing writes it/);
    await refuses('({}).#value', /its object has no such private field/);
    await refuses('nobody.#value', /cannot be read here: ReferenceError/);
    expect(await program.go()).toBe('exited 0');
  });

  test('compiled code is watched by the names and lines of its source', async () => {
    const code = `let total: number = 0;
interface Never { a: string }
enum Kind { A, B }
export function add(n: number): void {
  total += n as number;
}
debugger;
add(2);
add(Kind.B);
`;
    const files = { 'main.ts': code, 'package.json': '{ "type": "module" }' };
    program = await DebuggedProgram.start(node, files, {
      hasTools: true,
      command: { program: node, args: ['--import', 'tsx', 'main.ts'] },
    });
    await program.firstStop();
    await program.session.inspection.writes.add({ expression: 'total', isLogged: false });
    expect(await stops(program)).toEqual(['5 add 0 → 2', '5 add 2 → 3']);
  });
});

describe.each(nodeVersions())('generated programs, on Node $major', ({ path: node }) => {
  test.each([1, 2, 3, 4].flatMap((seed) => [[seed, 'shared'] as const, [seed, 'local'] as const]))(
    'seed %i, %s: changes are those that an instrumented copy records',
    async (seed, kind) => {
      const { program: code, copy } = generatedWrites(seed, kind === 'shared');
      const known: unknown = runInNewContext(copy);
      const expected: unknown = JSON.parse(JSON.stringify(known));
      const watched = await watching(node, { code, expression: 'x' });
      const seen: [number, string][] = [];
      for (let stop = await watched.session.resume('continue'); stop.kind === 'stopped'; ) {
        seen.push([stop.location.line, `${stop.write?.before} → ${stop.write?.after}`]);
        stop = await watched.session.resume('continue');
      }
      expect(seen.length).toBeGreaterThan(10);
      expect(seen).toEqual(expected);
    },
  );
});
