import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WantedTrace } from '../../../../src/model/trace/trace-request.ts';
import { nodeVersions } from '../../../support/node-versions.ts';
import { buildTracer, ProgramFolder } from '../../../support/traced-program.ts';
import { expectItsOrigin, foundOrigins, howMade, wantedInTests, wantedValue } from '../../../support/value-origins.ts';
import { VALUE_PROGRAMS } from './value-programs.ts';

const folder = new ProgramFolder();

beforeAll(buildTracer);
afterAll(() => folder.remove());

describe.each(nodeVersions())('on Node $major', ({ path }) => {
  test.each(VALUE_PROGRAMS)('$name is found where it came to be', async (program) => {
    const file = folder.write('main.mjs', program.program);
    const run = await folder.traced(path, [file], wantedValue(program.value));
    const plain = await folder.plain(path, [file]);
    expect({ ...run, records: [] }).toEqual({ ...plain, records: [] });
    expectItsOrigin(run.records, program);
  });
});

const [newest] = nodeVersions().toReversed();
const LONG = `function next(n) { return (n % 7) * 3 }
let sum = 0;
for (let n = 0; n < 100000; n++) sum += next(n);
console.log(sum);`;

describe('a value', () => {
  const found = async (text: string, ...values: readonly string[]) => {
    const { records } = await folder.traced(
      newest?.path ?? 'node',
      [folder.write('main.cjs', text)],
      wantedValue(...values),
    );
    return foundOrigins(records, ...values);
  };

  test('is told apart by its kind', async () => {
    const { origins } = await found(
      `const text = ['1', '2'].join(''); const n = Number(text); module.exports = [text, n];`,
      '12',
      '"12"',
    );
    expect(origins.filter(({ text }) => text === 0).map(({ value }) => value.type)).toEqual(
      expect.arrayContaining(['string', 'number']),
    );
    expect(origins.filter(({ text }) => text === 1).map(({ value }) => value.type)).not.toContain('number');
  });

  test('that came to be a hundred thousand times takes a bounded space, and its places are counted', async () => {
    const { origins, calls } = await found(LONG, '15');
    expect(origins[0]).toMatchObject({
      likeness: 'equal',
      place: { how: 'returned', line: 1, number: 6 },
      times: 14_285,
    });
    expect(calls.length).toBeLessThan(5);
  });

  test('that was made in one place by several calls of each test is that of the call which the test checks', async () => {
    const text = `const made = (options) => {
  const text = 'y-' + Object.keys(options).length;
  return text;
};
const check = (text) => text;
function one() {
  made({ first: 1 });
  const wanted = made({ second: 1 });
  const other = made({ third: 1 });
  check(wanted);
}
function two() {
  const kept = made({ fourth: 1 });
  check(kept);
  check(made({ fifth: 1 }));
}
setImmediate(one);
setImmediate(two);`;
    const numbers = async (wanted: WantedTrace) => {
      const { records } = await folder.traced(newest?.path ?? 'node', [folder.write('main.cjs', text)], wanted);
      const { origins } = foundOrigins(records, 'y-1');
      return origins.flatMap(({ place }) => (place.function.name === 'made' ? place.number : []));
    };
    expect(await numbers(wantedInTests('y-1'))).toEqual([2, 5]);
    expect(await numbers(wantedValue('y-1'))).toEqual([1]);
  });

  test('that never was has what came closest to it', async () => {
    const { origins, closest, calls } = await found(
      `function f(a) { return a + 'lo' }\nconsole.log(f('hel'), f('x'))`,
      'hello there',
    );
    expect(origins).toEqual([]);
    expect(closest.map(({ value, place }) => [value.text, howMade(place), place.line])).toEqual([
      ['"hello"', 'returned', 1],
    ]);
    expect(calls.map(({ function: { name } }) => name)).toEqual(['(top level)', 'f']);
  });

  test('is searched for without running code of the program', async () => {
    const hostile = `const loud = () => { process._rawDebug('ran') };
class Trap { get total() { loud(); return 9 } toString() { loud(); return '9' } [Symbol.toPrimitive]() { loud(); return 9 } }
String.prototype.indexOf = loud; Array.prototype.push = loud; Map.prototype.set = loud; Number.parseFloat = loud;
function keep(trap) { return { trap } }
keep(new Trap()); keep(new Proxy({}, { get: loud, ownKeys: loud, getOwnPropertyDescriptor: loud }));`;
    const file = folder.write('hostile.cjs', hostile);
    const node = newest?.path ?? 'node';
    const { stdout, stderr } = await folder.traced(node, [file], wantedValue('9', 'ran'));
    const plain = await folder.plain(node, [file]);
    expect([stdout, stderr]).toEqual([plain.stdout, plain.stderr]);
  });
});
