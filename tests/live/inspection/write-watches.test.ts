import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const MAIN = `'use strict';
class Base {
  sum = 0;
  static made = 0;
}
class Cart extends Base {
  constructor() {
    super();
    Base.made += 1;
  }
  add(n) {
    this.sum += n;
    return this;
  }
}
const cart = new Cart();
const plain = { total: 1, z: { deep: 'a' }, 'odd key': 0, [Symbol.for('s')]: 1 };
const items = [{ price: 1 }, { price: 2 }];
const list = [3, 1, 2];
const heir = Object.create(plain);
const byName = new Map([['a', 1]]);
const key = {};
const seen = new Set([key]);
function bump(o) {
  o.total++;
}
debugger;
`;

/** A program that stands behind the shared text, with a place in it watched. */
async function watching(
  node: string,
  code: string,
  expression: string,
  more: { condition?: string; log?: boolean; access?: 'read' } = {},
) {
  const program = await DebuggedProgram.start(node, { 'main.cjs': `${MAIN}${code}\n` });
  await program.firstStop();
  const { condition, access, log: isLogged = false } = more;
  const request = { expression, access, condition, isLogged };
  const added = program.session.inspection.writes.add(request).then(
    () => '',
    (error: unknown) => String(error),
  );
  return { program, refused: await added };
}

/** Each stop until the end: line of the program, and the change. */
function stops(program: DebuggedProgram): Promise<string[]> {
  const first = MAIN.split('\n').length;
  return program.stopsToEnd(({ write, reason, location, functionName }) => {
    const change = write ? `${write.before} → ${write.after}` : '';
    return `${reason} ${location.line - first + 1} ${functionName} ${change}`;
  });
}

const DB = 'data breakpoint';
const CASES: readonly (readonly [what: string, expression: string, code: string, seen: readonly string[]])[] = [
  [
    'an assignment',
    'plain.total',
    'plain.total = 5;\nplain.total = 5;\nplain.total = 6;',
    ['1 (module) 1 → 5', '3 (module) 5 → 6'],
  ],
  ['an update in a function', 'plain.total', '1;\nbump(plain);', ['-2 bump 1 → 2']],
  ['a field by this', 'cart.sum', 'cart.add(2).add(3);', ['-15 add 0 → 2', '-15 add 2 → 5']],
  ['a static', 'Base.made', 'new Cart();', ['-18 Cart 1 → 2']],
  ['an element', 'items[0].price', 'for (const i of items)\n  i.price *= 3;', ['2 (module) 1 → 3']],
  ['an element of an array', 'list[0]', 'list[0] = 9;\nlist.sort();', ['1 (module) 3 → 9', '2 (module) 9 → 1']],
  ['a computed key', 'plain["to" + "tal"]', 'const k = "total";\nplain[k] = 2;', ['2 (module) 1 → 2']],
  ['an odd key', 'plain["odd key"]', 'plain["odd key"] = "x";', ['1 (module) 0 → "x"']],
  ['a symbol', 'plain[Symbol.for("s")]', 'plain[Symbol.for("s")] = null;', ['1 (module) 1 → null']],
  ['Object.assign', 'plain.total', 'Object.assign(plain,\n  { total: 7 });', ['1 (module) 1 → 7']],
  ['Reflect.set', 'plain.total', 'Reflect.set(plain, "total", 7);', ['1 (module) 1 → 7']],
  ['destructuring', 'plain.total', '[plain.total] = [4];', ['1 (module) 1 → 4']],
  ['a logical assignment', 'plain.total', 'plain.total ||= 3;\nplain.total &&= 3;', ['2 (module) 1 → 3']],
  [
    'a callback of a library',
    'plain.total',
    '[1, 2].forEach((n) => {\n  plain.total += n;\n});',
    ['2 (anonymous) 1 → 2', '2 (anonymous) 2 → 4'],
  ],
  [
    'asynchronous code',
    'plain.total',
    'setTimeout(async () => {\n  await 1;\n  plain.total = 0;\n}, 1);',
    ['3 (anonymous) 1 → 0'],
  ],
  [
    'a getter reads it',
    'plain.total',
    'const s = JSON.stringify({ ...plain });\nplain.total = s.length;',
    ['2 (module) 1 → 40'],
  ],
  [
    'zeros and NaN',
    'plain.total',
    'plain.total = NaN;\nplain.total = NaN;\nplain.total = 0;\nplain.total = -0;',
    ['1 (module) 1 → NaN', '3 (module) NaN → 0', '4 (module) 0 → -0'],
  ],
  ['objects', 'plain.z', 'plain.z = [1, 2];', ['1 (module) {deep: "a"} → [1, 2]']],
  ['what is inside does not count', 'plain.z', 'plain.z.deep = "b";', []],
  [
    'an heir has its own',
    'plain.total',
    'heir.total = 8;\nconsole.log(heir.total, plain.total, Object.keys(heir));',
    [],
  ],
  [
    'the length of an array',
    'list.length',
    'list.push(4, 5);\nlist.sort();\nlist.shift();\nlist.splice(0, 1, 8);\nlist.splice(0, 2);\nlist.pop();\nlist.unshift(1);',
    ['1 (module) 3 → 5', '3 (module) 5 → 4', '5 (module) 4 → 2', '6 (module) 2 → 1', '7 (module) 1 → 2'],
  ],
  [
    'an entry of a Map',
    'byName.get("a")',
    'byName.set("a", 2);\nbyName.set("b", 2);\nbyName.set("a", 2).delete("a");\nbyName.set("a", [1]);\nbyName.clear();',
    ['1 (module) 1 → 2', '3 (module) 2 → undefined', '4 (module) undefined → [1]', '5 (module) [1] → undefined'],
  ],
  ['the size of a Map', 'byName.size', 'byName.set("a", 2);\nbyName.set("b", 2);', ['2 (module) 1 → 2']],
  ['an entry of a Set', 'seen.has(key)', 'seen.add(key);\nseen.delete(key);', ['2 (module) true → false']],
  [
    'the size of a Set, in a library',
    'seen.size',
    '[1, 2].forEach((n) => {\n  seen.add(n);\n});\nseen.clear();',
    ['2 (anonymous) 1 → 2', '2 (anonymous) 2 → 3', '4 (module) 3 → 0'],
  ],
  ['a global', 'globalThis.g', '1;', ['refused: the object has no such property yet: stop where it has been made']],
];

const REFUSED: readonly (readonly [expression: string, why: RegExp])[] = [
  ['plain.nothing', /has no such property yet/],
  ['heir.total', /it is inherited/],
  ['Object.freeze({ a: 1 }).a', /it is read-only/],
  ['Object.seal({ a: 1 }).a', /not configurable/],
  ['new Uint8Array(2)[0]', /typed array/],
  ['new Proxy({ a: 1 }, {}).a', /Proxy/],
  ['({ get a() { return 1 } }).a', /getter or setter/],
  ['Object.freeze([1]).length', /takes no methods of its own/],
  ['new Proxy([1], {}).length', /Proxy/],
  ['Object.assign([1], { push: 1 }).length', /has a method push of its own/],
  ['plain.get("a")', /no Map or Set/],
  ['byName.get()', /names no place/],
  ['byName.nothing', /has no such property yet/],
  ['"text".length', /is no object/],
  ['nobody.total', /ReferenceError/],
  ['cart.sum + 1', /names no place/],
  ['cart.', /does not parse/],
  ['list', /it is a variable.*nothing writes it after its declaration. Watch what it holds/],
];

let program: DebuggedProgram | undefined;
afterEach(async () => {
  await program?.[Symbol.asyncDispose]();
  program = undefined;
});

describe.each(nodeVersions())('on Node $major', ({ path: node }) => {
  test.each(CASES)('%s', async (_what, expression, code, seen) => {
    const watched = await watching(node, code, expression);
    ({ program } = watched);
    if (seen[0]?.startsWith('refused')) {
      expect(watched.refused).toContain(seen[0].slice('refused: '.length));
      return;
    }
    expect(watched.refused).toBe('');
    expect(await stops(program)).toEqual(seen.map((each) => `${DB} ${each}`));
  });

  test('what cannot be watched is refused with the reason', async () => {
    program = await DebuggedProgram.start(node, { 'main.cjs': MAIN });
    await program.firstStop();
    for (const [expression, why] of REFUSED)
      await expect(program.session.inspection.writes.add({ expression, isLogged: false }), expression).rejects.toThrow(
        why,
      );
    expect(await program.go()).toBe('exited 0');
  });

  test('the program prints what it prints without a watch, also of the object itself', async () => {
    const code = `console.log(plain, [items], Object.getOwnPropertyNames(plain), JSON.stringify(plain));
plain.total = 2;
console.error(new Error('x').stack.split('\\n').length > 1, { plain });
console.table([plain]);
Object.freeze(plain);
try { plain.total = 3; } catch (e) { console.log(e.name, plain.total); }
(function () { return Function('o', 'o.total = 4; return o.total'); })()(plain);
console.log(plain.total, structuredClone({ ...plain }).total, Object.isFrozen(plain));`;
    const run = async (isWatched: boolean) => {
      const each = isWatched
        ? (await watching(node, code, 'plain.total', { log: true })).program
        : await DebuggedProgram.start(node, { 'main.cjs': `${MAIN}${code}\n` });
      try {
        if (!isWatched) await each.firstStop();
        const end = await each.go();
        return { end, out: each.output('stdout'), error: each.output('stderr') };
      } finally {
        await each[Symbol.asyncDispose]();
      }
    };
    expect(await run(true)).toEqual(await run(false));
  });

  test('a place is watched once', async () => {
    ({ program } = await watching(node, 'plain.total = 2;', 'plain.total'));
    await expect(
      program.session.inspection.writes.add({ expression: 'heir.__proto__.total', isLogged: true }),
    ).rejects.toThrow(/watched already/);
    expect(await program.session.inspection.removeWatch(1)).toBe('plain.total');
    await program.session.inspection.writes.add({ expression: 'plain.total', isLogged: false });
    expect(await stops(program)).toEqual([`${DB} 1 (module) 1 → 2`]);
  });

  test('of a collection, one place is watched at a time', async () => {
    ({ program } = await watching(node, 'byName.set("b", 2);\nbyName.set("a", 2);', 'byName.get("a")'));
    const add = (expression: string) => program?.session.inspection.writes.add({ expression, isLogged: false });
    await expect(add('byName.size')).rejects.toThrow(/another place of its collection/);
    expect(await stops(program)).toEqual([`${DB} 2 (module) 1 → 2`]);
  });

  test('a condition decides on the new value, and may name variables', async () => {
    const code = 'for (const n of [1, -1, 2, -2])\n  plain.total = n;';
    const watched = await watching(node, code, 'plain.total', {
      condition: 'new < 0 && new > -list.length && old > 0',
    });
    ({ program } = watched);
    expect(await stops(program)).toEqual([`${DB} 2 (module) 1 → -1`, `${DB} 2 (module) 2 → -2`]);
  });

  test('log lists the writers, folded by line', async () => {
    const code = 'for (let i = 0; i < 20; i++) bump(plain);\nplain.total = 0;';
    const watched = await watching(node, code, 'plain.total', { log: true });
    ({ program } = watched);
    expect(await stops(program)).toEqual([]);
    const [watch] = program.session.inspection.writes.list();
    expect(watch).toMatchObject({ writes: 21, changes: 21 });
    expect(watch?.writers.map((each) => [each.functionName, each.count, each.before, each.after])).toEqual([
      ['bump', 20, '1', '21'],
      ['(module)', 1, '21', '0'],
    ]);
  });

  test('at a stop it is the property that it was, and steps are those of the program', async () => {
    const code = 'bump(plain);\nplain.total = 9;\nplain.z = 1;\nconsole.log("end");';
    ({ program } = await watching(node, code, 'plain.total'));
    const first = MAIN.split('\n').length;
    expect(await program.go()).toBe(`${DB} main.cjs:${program.line('o.total++')}`);
    expect(await program.value('Object.getOwnPropertyDescriptor(o, "total").value')).toBe('2');
    expect((await program.session.inspection.stack())[0]?.name).toBe('bump');
    expect(await program.go('stepOut')).toBe(`step main.cjs:${first + 1}`);
    expect(await program.go('next')).toBe(`${DB} main.cjs:${first + 1}`);
    expect(await program.go('next')).toBe(`step main.cjs:${first + 2}`);
    expect(await program.go('stepIn')).toBe(`step main.cjs:${first + 3}`);
    expect(await program.go()).toBe('exited 0');
  });

  test.each([
    ['delete plain.total;', /deleted the property/],
    ['Object.defineProperty(plain, "total", { value: 1 });', /redefined the property/],
    ['Object.freeze(plain);', /frozen its object/],
  ])('a trap that the program takes away is reported at the next stop: %s', async (code, why) => {
    ({ program } = await watching(node, `${code}\ndebugger;`, 'plain.total'));
    await program.go();
    const { warnings } = await program.session.report({ depth: 0, maxChildren: 5, maxTextLength: 80 });
    expect(warnings.join()).toMatch(why);
    expect(await program.go()).toBe('exited 0');
  });

  test('a collection is what it is without a watch, but for the moment of a call', async () => {
    const code = `console.log(list, byName, seen, Object.keys(list), JSON.stringify([list, [...byName], ...list]));
for (const k in list) console.log(k);
require('node:assert').deepStrictEqual(list, [3, 1, 2]);
console.log(list.push.name, list.push.length === [].push.length, structuredClone([list, byName, seen]), list.concat(1));
try { new list.push(1); } catch (e) { console.log(e.name); }
console.log([].push.call(list, 7), Reflect.apply([].pop, list, []), list.length = 2, list);`;
    const run = async (isWatched: boolean) => {
      const each = await DebuggedProgram.start(node, { 'main.cjs': `${MAIN}${code}\n` });
      try {
        await each.firstStop();
        const { writes } = each.session.inspection;
        for (const expression of isWatched ? ['list.length', 'byName.get("a")', 'seen.size'] : [])
          await writes.add({ expression, isLogged: true });
        const end = await each.go();
        return { end, out: each.output('stdout'), error: each.output('stderr') };
      } finally {
        await each[Symbol.asyncDispose]();
      }
    };
    expect(await run(true)).toEqual(await run(false));
  });

  test.each([
    ['list.length', 'list[list.length] = 1;', /list.length.*code that is not seen/],
    ['byName.size', 'Map.prototype.clear.call(byName);', /byName.size.*code that is not seen/],
    ['list.length', 'list.push = () => {};', /redefined its method push/],
    ['list.length', 'Object.seal(list);', /sealed its object/],
  ])('of %s, what its methods did not do is said: %s', async (expression, code, said) => {
    ({ program } = await watching(node, `${code}\ndebugger;`, expression));
    await program.go();
    const { warnings } = await program.session.report({ depth: 0, maxChildren: 5, maxTextLength: 80 });
    expect(warnings.join()).toMatch(said);
    expect(await program.go()).toBe('exited 0');
  });

  test('generated writers are seen as an instrumented copy of the program records them', async () => {
    const kinds = [
      (n: number) => `plain.total = ${n};`,
      (n: number) => `plain.total += ${n % 2};`,
      (n: number) => `Object.assign(plain, { total: ${n % 3} });`,
      () => 'bump(plain);',
      (n: number) => `[plain.total, plain.z] = [${n}, 0];`,
      () => 'plain.other = plain.total;',
      (n: number) => `(() => { plain['to' + 'tal'] = ${n % 2}; })();`,
      () => 'for (plain.total of [1, 1, 2]);',
    ];
    let seed = 7;
    const next = () => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return seed >> 8;
    };
    const lines = Array.from({ length: 60 }, () => kinds[next() % kinds.length]?.(next() % 5) ?? '');
    const recorder = `let value = plain.total; const log = []; let at = 0;
Object.defineProperty(plain, 'total', { get: () => value, set(n) { if (!Object.is(value, n)) log.push([at, value + ' → ' + n]); value = n; } });`;
    const copy = `${MAIN.replace('debugger;', '')}${recorder}\n${lines.map((line, index) => `at = ${index + 1}; ${line}`).join('\n')}\nlog`;
    const known: unknown = runInNewContext(copy.replace("'use strict';", ''));
    const expected: unknown = JSON.parse(JSON.stringify(known));
    ({ program } = await watching(node, lines.join('\n'), 'plain.total'));
    const bumpLine = program.line('o.total++');
    const first = MAIN.split('\n').length;
    const seen: [number, string][] = [];
    for (let stop = await program.session.resume('continue'); stop.kind === 'stopped'; ) {
      const frames = await program.session.inspection.stack();
      const line = stop.location.line === bumpLine ? (frames[1]?.location.line ?? 0) : stop.location.line;
      seen.push([line - first + 1, `${stop.write?.before} → ${stop.write?.after}`]);
      stop = await program.session.resume('continue');
    }
    expect(seen.length).toBeGreaterThan(20);
    expect(seen).toEqual(expected);
  });

  test('removed, it leaves nothing', async () => {
    const code = 'plain.total = 2;\nplain.total = 3;\nconsole.log(Object.getOwnPropertyDescriptor(plain, "total"));';
    ({ program } = await watching(node, code, 'plain.total'));
    await program.go();
    expect(await program.session.inspection.removeWatch(1)).toBe('plain.total');
    expect(await program.go()).toBe('exited 0');
    expect(program.output('stdout')).toMatch(/value: 3,\s+writable: true,\s+enumerable: true,\s+configurable: true/);
  });
});
