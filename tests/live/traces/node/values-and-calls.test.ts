import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TracedEnd, TraceRecord } from '../../../../src/model/trace/trace-record.ts';
import type { WantedTrace } from '../../../../src/model/trace/trace-request.ts';
import { nodeVersions } from '../../../support/node-versions.ts';
import { buildTracer, ProgramFolder } from '../../../support/traced-program.ts';

const folder = new ProgramFolder();
const SHOP = `const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
function price(item, rate) {
  if (item.n < 0) throw new Error('negative');
  return item.n * rate;
}
async function total(items) {
  let sum = 0;
  for (const item of items) {
    await sleep(1);
    sum += price(item, 2);
  }
  return sum;
}
Promise.all([total([{ n: 1 }, { n: 2 }, { n: 3 }]), total([{ n: 4 }])]).then(() => {
  for (let i = 0; i < 20; i++) price({ n: i }, i % 2 ? 1 : null);
  try { price({ n: -1 }, 1); } catch {}
});
`;

beforeAll(buildTracer);
afterAll(() => folder.remove());

function ofKind<K extends TraceRecord['kind']>(records: readonly TraceRecord[], kind: K) {
  return records.filter((record): record is Extract<TraceRecord, { kind: K }> => record.kind === kind);
}

function ended(end: TracedEnd | undefined): string | undefined {
  return end?.kind === 'returned' ? end.value.text : end?.kind === 'threw' ? `! ${end.error.text}` : end?.kind;
}

describe.each(nodeVersions())('on Node $major', ({ path }) => {
  test('values at a line: each pass, and what they come to', async () => {
    const file = folder.write('shop.cjs', SHOP);
    const place = { kind: 'line', path: file, line: 10 } as const;
    const points = [{ id: 7, place, expressions: ['item.n', 'sum', 'nope'], condition: 'item.n !== 2' }];
    const { records } = await folder.traced(path, [file], { kind: 'values', points });
    expect(ofKind(records, 'point')).toEqual([{ kind: 'point', point: 7, path: file, line: 10, name: 'total' }]);
    const rows = ofKind(records, 'hit').map(({ pass, values }) => [
      pass,
      ...values.map((each) => (each.kind === 'value' ? each.value.text : each.message)),
    ]);
    const failure = 'ReferenceError: nope is not defined';
    expect(rows).toEqual([
      [1, '1', '0', failure],
      [2, '4', '0', failure],
      [4, '3', '6', failure],
    ]);
    const totals = ofKind(records, 'pointTotal').at(-1);
    expect(totals).toMatchObject({ passes: 4, held: 3, failed: 0 });
    expect(totals?.series[0]).toMatchObject({ distinct: 3, changes: 2, range: { least: 1, most: 4, sum: 8 } });
    expect(totals?.series[2]).toMatchObject({ failed: 3, types: {} });
  });

  test('values at a function: arguments and ends; the first and the last rows are kept', async () => {
    const file = folder.write('shop.mjs', SHOP);
    const points = [{ id: 1, place: { kind: 'function', name: 'price' } as const, expressions: [] }];
    const wanted: WantedTrace = { kind: 'values', points };
    const { records } = await folder.traced(path, [file], wanted, { limits: { maxRows: 6 } });
    const rows = ofKind(records, 'hit').map(({ pass, values, end, caller }) => {
      const given = values.map((each) => (each.kind === 'value' ? each.value.text : each.message));
      return [pass, ...given, ended(end), caller?.name].join(' ');
    });
    expect(rows.slice(0, 3)).toEqual(['1 {n: 1} 2 2 total', '2 {n: 4} 2 8 total', '3 {n: 2} 2 4 total']);
    expect(rows.slice(-3)).toEqual([
      expect.stringMatching(/^23 \{n: 18\} null 0/),
      expect.stringMatching(/^24 \{n: 19\} 1 19/),
      expect.stringMatching(/^25 \{n: -1\} 1 ! Error: negative/),
    ]);
    expect(ofKind(records, 'pointTotal').at(-1)).toMatchObject({ passes: 25, held: 25 });
  });

  test('values at functions of one name in several files: counted together', async () => {
    folder.write('circle.cjs', 'exports.area = function area(r) { return r * r };');
    const file = folder.write(
      'areas.cjs',
      "const { area: round } = require('./circle.cjs');\nfunction area(w, h) { return w * h }\nround(2); area(3, 4); round(5);",
    );
    const points = [{ id: 1, place: { kind: 'function', name: 'area' } as const, expressions: [] }];
    const { records } = await folder.traced(path, [file], { kind: 'values', points });
    expect(ofKind(records, 'point')).toHaveLength(2);
    const rows = ofKind(records, 'hit').map(({ pass, end }) => `${pass} ${ended(end)}`);
    expect(rows).toEqual(['1 4', '2 12', '3 25']);
    const total = ofKind(records, 'pointTotal').at(-1);
    expect(total).toMatchObject({ passes: 3, held: 3 });
    const counted = total?.series.map(({ name, range }) => [name, range?.sum]);
    expect(counted?.sort()).toEqual([
      ['h', 4],
      ['r', 7],
      ['w', 3],
    ]);
  });

  test('the tree of calls: by who called, not by what happened to run', async () => {
    const file = folder.write('tree.mjs', SHOP.replace('sleep(1)', 'null'));
    const { records } = await folder.traced(path, [file], { kind: 'calls' });
    const names = new Map(ofKind(records, 'function').map(({ id, name }) => [id, name]));
    const last = new Map(ofKind(records, 'node').map((node) => [node.id, node]));
    const nodes = [...last.values()];
    const named = nodes.map((node) => {
      const parent = node.parent === undefined ? undefined : last.get(node.parent);
      const below = parent === undefined ? '' : ` in ${names.get(parent.function)} ${parent.arguments[0]?.after?.text}`;
      return `${names.get(node.function)} ${node.arguments[0]?.after?.text} → ${ended(node.end)} ×${node.alike + 1}${below}`;
    });
    const items = '[{n: 1}, {n: 2}, {n: 3}]';
    expect(named).toEqual(
      expect.arrayContaining([
        // Both make calls of the same kinds.
        `total ${items} → 12 ×2`,
        `price {n: 1} → 2 ×3 in total ${items}`,
        'price {n: 0} → 0 ×10 in (anonymous) undefined',
        'price {n: 1} → 1 ×10 in (anonymous) undefined',
        'price {n: -1} → ! Error: negative ×1 in (anonymous) undefined',
      ]),
    );
    const counts = new Map(ofKind(records, 'total').map((each) => [names.get(each.function), each]));
    expect(counts.get('price')).toMatchObject({ calls: 25, threw: 1 });
  });

  test('the tree of calls: a function that waits in a loop calls nothing meanwhile', async () => {
    const text = `async function* slow(n) { for (let i = 0; i < n; i++) { await new Promise((r) => setTimeout(r, 2)); yield i } }
async function reader() {
  let s = 0;
  outer: for await (const x of slow(3)) { if (x === 1) continue outer; s += own(x); }
  if (s) for await (const x of slow(9)) if (x > 0) break;
  own('last');
  return s;
}
function own(x) { return x }
function other() { return 'o' }
const timer = setInterval(other, 1);
reader().then((s) => { clearInterval(timer); console.log(s) });
(async function fails(o) { for await (const x of o.none) other(); })({ none: 5 }).catch((e) => console.log(e.message));
(async function failsToo(o) { for await (const x of o.f(1)) other(); })({ f: Number }).catch((e) => console.log(e.message));
`;
    const file = folder.write('waits.cjs', text);
    const plain = await folder.plain(path, [file]);
    const { records, ...traced } = await folder.traced(path, [file], { kind: 'calls' });
    expect(traced).toEqual(plain);
    const names = new Map(ofKind(records, 'function').map(({ id, name }) => [id, name]));
    const last = new Map(ofKind(records, 'node').map((node) => [node.id, node]));
    const nodes = [...last.values()].map(({ function: id, parent, end }) => {
      const caller = parent === undefined ? undefined : last.get(parent);
      return `${names.get(id)} ${ended(end)} in ${caller && names.get(caller.function)}`;
    });
    expect(nodes.filter((each) => each.startsWith('other'))).toEqual(['other "o" in undefined']);
    expect(nodes.filter((each) => each.startsWith('own'))).toEqual([
      'own 0 in reader',
      'own 2 in reader',
      'own "last" in reader',
    ]);
    expect(nodes).toContain('reader 2 in undefined');
  });

  test('the tree of calls: true and false, empty values, zero and negative numbers are not alike', async () => {
    const values = `true, true, false, 0, 1, 2, -1, -2, NaN, '', 'a', 'b', [], [1], [2], {}, {a: 1}, new Map(), new Map([[1, 2]]), 0n, 1n, -1n`;
    const file = folder.write('kinds.cjs', `function same(value) {}\nfor (const each of [${values}]) same(each);\n`);
    const below = { kind: 'function', name: 'same' } as const;
    const { records } = await folder.traced(path, [file], { kind: 'calls', below });
    const last = new Map(ofKind(records, 'node').map((node) => [node.id, node]));
    const shown = [...last.values()].map((node) => [node.arguments[0]?.after?.text, node.alike + 1]);
    const twice = ['true', '1', '-1', '"a"', '[1]'];
    const once = ['false', '0', 'NaN', '""', '[]', '{}', '{a: 1}', 'Map(0) {}', 'Map(1) {1 → 2}', '0n', '1n', '-1n'];
    expect(shown.sort()).toEqual([...twice.map((each) => [each, 2]), ...once.map((each) => [each, 1])].sort());
  });

  test('the tree of calls: beyond its limit, calls that threw are there with those that they were made in', async () => {
    const text = `class Base {}
function own(value) { return value }
function outer(value) { try { fails(value) } catch {} }
function fails() { throw new Error('no') }
for (let n = 0; n < 60; n++) own(new (class extends Base { static name = 'C' + n }));
outer(1);
`;
    const file = folder.write('limit.cjs', text);
    const { records } = await folder.traced(path, [file], { kind: 'calls' }, { limits: { maxRows: 10 } });
    const names = new Map(ofKind(records, 'function').map(({ id, name }) => [id, name]));
    const last = new Map(ofKind(records, 'node').map((node) => [node.id, node]));
    const fails = [...last.values()].find((node) => names.get(node.function) === 'fails');
    const outer = last.get(fails?.parent ?? 0);
    expect(outer && names.get(outer.function)).toBe('outer');
  });

  test('a module of the program that a package imports is traced, too', async () => {
    folder.write('node_modules/loads/index.js', 'module.exports = async (path) => (await import(path)).target(2);');
    const own = folder.write('imported.mjs', 'export function target(n) { return n * 2 }');
    const file = folder.write('imports.cjs', `require('loads')(${JSON.stringify(own)}).then(console.log);`);
    const { records, stdout } = await folder.traced(path, [file], { kind: 'calls' });
    expect(stdout).toBe('4\n');
    expect(ofKind(records, 'node').map(({ end }) => ended(end))).toContain('4');
  });

  test('workers and children are traced, too, and do not see it', async () => {
    folder.write('task.cjs', 'function target(n) { return n * 2 }\nconsole.log(target(3), process.env.NODE_OPTIONS);');
    const file = folder.write(
      'parent.cjs',
      `const { Worker } = require('node:worker_threads'); const { spawnSync } = require('node:child_process');
       new Worker(__dirname + '/task.cjs');
       console.log(spawnSync(process.execPath, [__dirname + '/task.cjs'], { env: {}, encoding: 'utf8' }).stdout);`,
    );
    const place = { kind: 'function', name: 'target' } as const;
    const traced = await folder.traced(path, [file], { kind: 'frame', place, call: { kind: 'first' } });
    expect(traced.stderr).toBe('');
    expect(traced.stdout.match(/6 undefined/g)).toHaveLength(2);
    expect(ofKind(traced.records, 'call')).toHaveLength(2);
  });

  test('any number of passes takes a bounded space, and are counted', async () => {
    const file = folder.write(
      'many.cjs',
      'function target(n) { let s = 0; for (let i = 0; i < n; i++) { s = i; } return s }\ntarget(300_000);',
    );
    const place = { kind: 'function', name: 'target' } as const;
    const { records } = await folder.traced(path, [file], { kind: 'frame', place, call: { kind: 'last' } });
    const call = ofKind(records, 'call').at(-1);
    expect(call?.events.length).toBeLessThan(30);
    expect(call?.events).toContainEqual({ kind: 'loopEnd', line: 1, passes: 300_000 });
    expect(call?.end).toMatchObject({ kind: 'returned', value: { number: 299_999 } });
  });

  test('a program that is killed has written what it did', async () => {
    const file = folder.write(
      'killed.cjs',
      `async function target() { let n = 0; for (;;) { n++; await new Promise((r) => setTimeout(r, 5)); } }
       target(); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 900);`,
    );
    const place = { kind: 'function', name: 'target' } as const;
    const { records } = await folder.traced(path, [file], { kind: 'frame', place, call: { kind: 'last' } });
    const call = ofKind(records, 'call').at(-1);
    expect(call?.end.kind).toMatch(/suspended|running/);
    expect(call?.events.length).toBeGreaterThan(5);
  });
});
