import { describe, expect, test } from 'vitest';
import { DebuggedProgram } from '../../../support/debugged-program.ts';
import { frameText } from '../../../support/frame-text.ts';
import { nodeVersions } from '../../../support/node-versions.ts';
import { record, treeText } from '../../../support/recorded-session.ts';

const PROGRAM = `const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
function priceOf(item) {
  if (item.broken) throw new RangeError('broken ' + item.id);
  return item.price * 2;
}
function safe(item) {
  try {
    return priceOf(item);
  } catch (error) {
    return error.message;
  }
}
function deep(item) {
  return priceOf(item);
}
async function load(id) {
  await pause(id * 5);
  if (id > 2) throw new Error('no ' + id);
  return { id };
}
async function loadAll(ids) {
  const found = [];
  for (const id of ids) found.push(await load(id));
  return found;
}
async function together(ids) {
  return await Promise.all(ids.map((id) => load(id)));
}
function* numbers(n) {
  for (let i = 0; i < n; i++) yield i;
  return n;
}
function counting(n) {
  while (n > 0) {
    n--;
  }
  return n;
}
class Cart {
  constructor(items) {
    this.items = items;
  }
  get total() {
    return this.items.reduce((sum, item) => sum + item.price, 0);
  }
}
const fact = (n) => (n <= 1 ? 1 : n * fact(n - 1));
function begin() {}
function end() {}
async function main() {
  begin();
  safe({ id: 1, price: 3 });
  safe({ id: 2, broken: true });
  try {
    deep({ id: 3, broken: true });
  } catch {}
  await loadAll([1, 2]);
  try {
    await loadAll([3]);
  } catch {}
  await together([2, 1]);
  [...numbers(2)];
  counting(3);
  new Cart([{ price: 4 }]).total;
  fact(3);
  end();
}
setTimeout(main, 10);
`;

const CALLS = `safe(item = {id: 1, price: 3}) → 6
  priceOf(item = {id: 1, price: 3}) → 6
safe(item = {id: 2, broken: true}) → "broken 2"
  priceOf(item = {id: 2, broken: true}) threw RangeError: broken 2
deep(item = {id: 3, broken: true}) threw RangeError: broken 3
  priceOf(item = {id: 3, broken: true}) threw RangeError: broken 3
loadAll(ids = [1, 2]) → [{id: 1}, {id: 2}]
  load(id = 1) → {id: 1} (+1)
    pause(ms = 5) → Promise {pending}
      (anonymous)(resolve = ƒ) → Timeout
loadAll(ids = [3]) threw Error: no 3
  load(id = 3) threw Error: no 3
    pause(ms = 15) → Promise {pending}
      (anonymous)(resolve = ƒ) → Timeout
together(ids = [2, 1]) → [{id: 2}, {id: 1}]
  (anonymous)(id = 2) → Promise {pending} (+1)
    load(id = 2) → {id: 2}
      pause(ms = 10) → Promise {pending}
        (anonymous)(resolve = ƒ) → Timeout
numbers(n = 2) → 2
counting(n = 3) → 0
Cart.constructor(items = [{price: 4}]) → undefined
Cart.total() → 4
  (anonymous)(sum = 0, item = {price: 4}) → 4
fact(n = 3) → 6
  fact(n = 2) → 2
    fact(n = 1) → 1
end() → undefined`.split('\n');

const STORIES = {
  counting: [
    ...['34', 'pass 1 of 34', '35 | n: 3 → 2', 'pass 2 of 34', '35 | n: 2 → 1', 'pass 3 of 34', '35 | n: 1 → 0'],
    ...['3 passes of 34', '37', '→ 0'],
  ],
  together: ['27', '→ [{id: 2}, {id: 1}]'],
  load: ['17', '18', '! Error: no 3'],
  'Cart.constructor': ['41 | this.items = [{price: 4}]', '→ undefined'],
  safe: ['8 | error = RangeError: broken 2', '10', '→ "broken 2"'],
};

/** Node's own words for a function and a timer differ from version to version. */
const plain = (lines: readonly string[]) =>
  lines.map((line) =>
    line.replace(/→ Timeout .*/, '→ Timeout').replace(/resolve = [^)]*\(?\)?.*\) →/, 'resolve = ƒ) →'),
  );

describe.each(nodeVersions())('Node $major', ({ path }) => {
  const start = (breakpoints: { at: string }[]) =>
    DebuggedProgram.start(path, { 'main.cjs': PROGRAM }, { breakpoints });

  test('records the tree of calls until the next stop', async () => {
    await using program = await start([{ at: 'safe({ id: 1' }, { at: 'function end()' }]);
    await program.firstStop();
    const { report, outcome } = await record(program.session, { kind: 'calls' });
    expect(plain(treeText(report.roots))).toEqual(CALLS);
    expect(outcome).toMatchObject({ kind: 'stopped', reason: 'breakpoint', hitBreakpointIds: [2] });
  });

  test('says which files were loaded meanwhile', async () => {
    const main = "const before = 1; // @begin\nrequire('./late.cjs').late();\nString(before); // @end\n";
    const files = { 'main.cjs': main, 'late.cjs': 'exports.late = () => 1;\n' };
    const breakpoints = [{ at: '@begin' }, { at: '@end' }];
    await using program = await DebuggedProgram.start(path, files, { breakpoints });
    await program.firstStop();
    const { report } = await record(program.session, { kind: 'calls' });
    expect(report.gaps).toEqual(['What ran in files that were loaded meanwhile is not seen: late.cjs.']);
  });

  test('sees functions at the end of a long file', async () => {
    const many = Array.from({ length: 520 }, (_, index) => `function f${index}(n) {\n  n++;\n  return n;\n}\n`).join(
      '',
    );
    // V8 leaves out those that nothing uses.
    const used = `[${Array.from({ length: 520 }, (_, index) => `f${index}`).join()}];\n`;
    const main = `${many}${used}String(1); // @begin\nf0(1);\nf519(2);\nString(2); // @end\n`;
    const breakpoints = [{ at: '@begin' }, { at: '@end' }];
    await using program = await DebuggedProgram.start(path, { 'main.cjs': main }, { breakpoints });
    await program.firstStop();
    const { report } = await record(program.session, { kind: 'calls' });
    expect(treeText(report.roots)).toEqual(['f0(n = 1) → 2', 'f519(n = 2) → 3']);
  });

  test('records calls below a function only', async () => {
    await using program = await start([{ at: 'safe({ id: 1' }]);
    await program.firstStop();
    const { report, outcome } = await record(program.session, {
      kind: 'calls',
      below: { kind: 'function', name: 'deep' },
    });
    expect(treeText(report.roots).map((line) => line.trim().split('(')[0])).toEqual(['deep', 'priceOf']);
    expect(outcome).toMatchObject({ kind: 'exited', exitCode: 0 });
  });

  test('records what functions were given and came to', async () => {
    await using program = await start([{ at: 'safe({ id: 1' }]);
    await program.firstStop();
    const point = { id: 1, place: { kind: 'function', name: 'priceOf' }, expressions: [] } as const;
    const line = {
      id: 2,
      place: { kind: 'line', path: program.path(), line: 4 },
      expressions: ['item.price'],
    } as const;
    const { report } = await record(program.session, { kind: 'values', points: [point, line] });
    const [calls, values] = report.points;
    expect(calls?.hits.map(({ end, caller }) => [end?.kind, caller?.name])).toEqual([
      ['returned', 'safe'],
      ['threw', 'safe'],
      ['threw', 'deep'],
    ]);
    expect(calls?.total.series.map(({ name, failed }) => [name, failed])).toEqual([
      ['item', 0],
      ['return', 2],
    ]);
    expect(values?.total.passes).toBe(1);
  });

  test('records which lines ran', async () => {
    await using program = await start([{ at: 'safe({ id: 1' }]);
    await program.firstStop();
    const { report } = await record(program.session, { kind: 'lines' });
    const [file] = report.files;
    const texts = PROGRAM.split('\n');
    const left = file?.lines.filter(({ count }) => count === 0).map(({ line }) => texts[line - 1]?.trim());
    expect(left).toEqual(['begin();']);
    // Where V8 cannot stop, there is no statement of its own: `try {`.
    expect(file?.lines.length).toBe(33);
    expect(file?.functions.find(({ name }) => name === 'load')?.calls).toBe(5);
  });

  test('records the lives of all functions', async () => {
    await using program = await start([{ at: 'safe({ id: 1' }, { at: 'function end()' }]);
    await program.firstStop();
    const place = { kind: 'function', name: '*' } as const;
    const wanted = { kind: 'frame', place, call: { kind: 'throws' }, inside: 'run' } as const;
    const { report, finding } = await record(program.session, wanted);
    expect(finding.kind).toBe('lives');
    const story = (name: string) => {
      const call = report.calls.find((each) => each.function.name === name);
      return call ? frameText({ ...call, kind: 'call', function: 1, atMs: 0, returns: [] }).slice(1) : [];
    };
    expect(story('priceOf')).toEqual(['3', '! RangeError: broken 2']);
    const stories = Object.fromEntries(Object.keys(STORIES).map((name) => [name, story(name)]));
    expect(stories).toEqual(STORIES);
  });

  test('leaves nothing in the program: a stop, a step and an exception are as before', async () => {
    await using program = await start([{ at: 'safe({ id: 1' }, { at: 'return error.message' }]);
    await program.firstStop();
    program.session.exceptionMode = 'all';
    await program.session.adapter.setExceptionBreakpoints('all');
    const { outcome } = await record(program.session, { kind: 'calls' });
    expect(outcome).toMatchObject({ kind: 'stopped', reason: 'exception' });
    expect(program.session.breakpoints.list().map(({ id }) => id)).toEqual([1, 2]);
    expect(await program.go()).toBe(`breakpoint [2] main.cjs:10`);
    expect(await program.go('stepOut')).toMatch(/^(step|exception)/);
  });
});
