import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TraceRecord } from '../../../../src/model/trace/trace-record.ts';
import type { WantedTrace } from '../../../../src/model/trace/trace-request.ts';
import { HOSTILE_PROGRAMS, type HostileProgram, TAME_PROGRAM } from '../../../support/hostile-programs.ts';
import { nodeVersions } from '../../../support/node-versions.ts';
import { buildTracer, ProgramFolder } from '../../../support/traced-program.ts';

const VERSIONS = nodeVersions();
const F = { kind: 'function', name: 'f' } as const;
const folder = new ProgramFolder();

beforeAll(buildTracer);
afterAll(() => folder.remove());

/** Every kind of recording, of the function that is the same in all programs. */
function wantedOf(path: string): readonly WantedTrace[] {
  return [
    { kind: 'frame', place: F, call: { kind: 'last' } },
    { kind: 'frame', place: F, call: { kind: 'condition', expression: 'order.n === 4' } },
    { kind: 'frame', place: F, call: { kind: 'value', texts: ['6054'] } },
    { kind: 'calls', below: F },
    { kind: 'values', points: [{ id: 1, place: { kind: 'line', path, line: 6 }, expressions: ['total', 'order'] }] },
    { kind: 'values', points: [{ id: 1, place: F, expressions: [] }] },
    { kind: 'lines', within: F },
  ];
}

/** The facts that differ from run to run, and from file to file. */
const VARYING = /^(?:\w*Ms|path|id|object|function)$/;

/** The records of `f`: the other lines have functions and values of their own. A slow run is written in parts; these are its ends. */
function recordsOfF(records: readonly TraceRecord[]): unknown[] {
  const f = records.find((record) => record.kind === 'function' && record.name === 'f');
  const facts = records.filter((record) => {
    if (record.kind === 'process' || record.kind === 'moved') return false;
    if (record.kind === 'function') return record === f;
    if (record.kind === 'call' && record.end?.kind === 'running') return false;
    return !('function' in record) || (f !== undefined && 'id' in f && record.function === f.id);
  });
  const counts = facts.flatMap((record) => (record.kind === 'counts' ? record.values : []));
  const ends = facts.filter(({ kind }, at) => {
    const isLast = !facts.slice(at + 1).some((later) => later.kind === kind);
    return kind === 'counts' ? false : isLast || (kind !== 'total' && kind !== 'pointTotal');
  });
  const texts = ends.map((each) => JSON.stringify(each, (key, value) => (VARYING.test(key) ? undefined : value)));
  return [...texts.sort().map((each) => JSON.parse(each)), countsOf(counts)];
}

/** By counter, from pairs of a counter and its count. */
function countsOf(pairs: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (let at = 0; at < pairs.length; at += 2) counts[pairs[at] ?? 0] = pairs[at + 1] ?? 0;
  return counts;
}

/** A plain run of a program, and one for each kind of recording. */
async function runsOf(node: string, { name, text }: HostileProgram) {
  const path = folder.write(`${name.replaceAll(' ', '-')}.js`, text);
  const runs = wantedOf(path).map(async (wanted) => {
    const { records, ...end } = await folder.traced(node, [path], wanted);
    return { end, records: recordsOfF(records) };
  });
  return { plain: await folder.plain(node, [path]), runs: await Promise.all(runs) };
}

const SANDBOX = `
const asked = [];
const scope = new Proxy({ price: 12, count: 3 }, {
  has(target, key) {
    if (typeof key === 'string') asked.push(key);
    return typeof key === 'string';
  },
  get(target, key) {
    if (typeof key === 'string' && !(key in target)) throw new ReferenceError('not allowed: ' + key);
    return target[key];
  },
});
function makeRule() {
  with (scope) {
    return function rule() {
      return price * count;
    };
  }
}
console.log(makeRule()(), asked.join());
with ({ seen: asked.length }) {
  var last = () => seen;
}
console.log(last());
`;

describe.each(VERSIONS.map((version, index) => ({ ...version, index })))('on Node $major', ({ path, index }) => {
  const share = HOSTILE_PROGRAMS.filter((_, at) => at % VERSIONS.length === index);
  let tame: Awaited<ReturnType<typeof runsOf>>;

  beforeAll(async () => {
    tame = await runsOf(path, TAME_PROGRAM);
  });

  test.each(share)('a program runs and is recorded as before, with $name', async (program) => {
    const { plain, runs } = await runsOf(path, program);
    expect(plain).toEqual({ code: 0, stdout: 'total 6054\n', stderr: '' });
    expect(runs.map(({ end }) => end)).toEqual(runs.map(() => plain));
    expect(runs).toEqual(tame.runs);
    for (const { records } of runs) expect(records.length).toBeGreaterThan(1);
  });

  test('the object of a `with` is asked for the names of the program alone, and what is not traced is said', async () => {
    const file = folder.write('sandbox.js', SANDBOX);
    const plain = await folder.plain(path, [file]);
    expect(plain).toMatchObject({ code: 0, stdout: '36 price,count\n2\n' });
    for (const wanted of [{ kind: 'calls' }, { kind: 'lines' }] as const) {
      const { records, ...end } = await folder.traced(path, [file], wanted);
      expect(end).toEqual(plain);
      const notes = records.flatMap((record) => (record.kind === 'note' ? [record.text.slice(0, 14)] : []));
      expect(notes).toEqual(['sandbox.js:14:', 'sandbox.js:21:']);
      const names = records.flatMap((record) => (record.kind === 'function' ? [record.name] : []));
      if (wanted.kind === 'calls') expect(names).toEqual(['has', 'get']);
    }
  });
});
