import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TraceRecord } from '../../../../src/model/trace/trace-record.ts';
import type { WantedTrace } from '../../../../src/model/trace/trace-request.ts';
import { frameText } from '../../../support/frame-text.ts';
import { nodeVersions } from '../../../support/node-versions.ts';
import { buildTracer, ProgramFolder } from '../../../support/traced-program.ts';

const folder = new ProgramFolder();
const TEXT = `const f = function (x) { return x };
const bound = f.bind(null);
eval('globalThis.hidden = function hidden() { return 1 }'); hidden();

console.log(bound(1),
  f(2));
class Shop { make = f.call(null, f) }
`;
/** `swallows` stands in a package, `met` in another file. */
const ERRORS = `const { swallows, formats } = require('swallows');
const { met } = require('./met.cjs');
function target(x) {
  inner(x);
}
function inner(x) { return x.a.b }
function other() { throw new Error('another one') }
`;

beforeAll(async () => {
  await buildTracer();
  folder.write('met.cjs', 'exports.met = (run) => { try { return run() } catch (e) { return e.name } };');
  folder.write(
    'node_modules/swallows/index.js',
    `exports.swallows = (run) => { try { return run() } catch (e) { return e.name } };
exports.formats = (run) => { try { return run() } catch ({ stack }) { return stack.length } };`,
  );
});
afterAll(() => folder.remove());

const TARGET = { kind: 'function', name: 'target' } as const;

function named(name: string): WantedTrace {
  return { kind: 'frame', place: { kind: 'function', name }, call: { kind: 'first' } };
}

function notes(records: readonly TraceRecord[]): string[] {
  return records.flatMap((record) => (record.kind === 'note' ? [record.text] : []));
}

/** The end of the call in its last record, and that of the call that it made. */
function ends(records: readonly TraceRecord[]): string[] {
  const call = records.findLast((record) => record.kind === 'call');
  return call?.kind === 'call' ? frameText(call).slice(-2) : [];
}

describe.each(nodeVersions())('on Node $major', ({ path }) => {
  test.each(['cjs', 'mjs'])('what cannot be traced is said, as .%s', async (extension) => {
    const file = folder.write(`said.${extension}`, TEXT);
    const evaluated = `said.${extension} evaluates texts (eval, new Function): functions in them cannot be traced.`;
    const bound = await folder.traced(path, [file], named('bound'));
    expect(notes(bound.records)).toEqual([
      'bound at line 2 is no function with code of its own but f.bind(null): ask for what that calls.',
      evaluated,
    ]);
    const hidden = await folder.traced(path, [file], named('hidden'));
    expect(notes(hidden.records)).toEqual([evaluated]);
    const made = await folder.traced(path, [file], named('Shop.make'));
    expect(notes(made.records)[0]).toMatch(/^make at line 7 is no function with code of its own but f\.call\(/);
    const known = await folder.traced(path, [file], named('f'));
    expect(notes(known.records)).toEqual([]);
    const calls = await folder.traced(path, [file], { kind: 'calls' });
    expect(notes(calls.records)).toEqual([evaluated]);
  });

  test('a point on a line where no statement begins says where it stands', async () => {
    const file = folder.write('points.cjs', TEXT);
    const points = [6, 4].map((line, id) => ({
      id,
      place: { kind: 'line', path: file, line } as const,
      expressions: ['f'],
    }));
    const { records } = await folder.traced(path, [file], { kind: 'values', points });
    expect(notes(records)).toEqual([
      'Point 0: no statement begins on line 6; its values are those before the one on line 5, which it is in.',
      'Point 1 cannot be used: no code is around line 4.',
    ]);
  });

  test.each([
    ['a file that catches it', 'first', 'met(() => target({}))', 'TypeError'],
    ['a stack that is made of it', 'first', 'formats(() => target({}))', 'TypeError'],
    ['a package that catches it, where it is wanted', 'throws', 'swallows(() => target({}))', 'TypeError'],
    // No other error is taken for it.
    [
      'none, where nobody looks at it',
      'first',
      'swallows(() => target({})); met(() => swallows(other)); met(other)',
      'unknown',
    ],
  ] as const)('an error is known by %s', async (_by, kind, text, type) => {
    const file = folder.write('errors.cjs', `${ERRORS}console.log(${text.replaceAll(';', ',')});`);
    const place = { kind: 'function', name: 'target' } as const;
    const wanted: WantedTrace = { kind: 'frame', place, call: { kind } };
    const plain = await folder.plain(path, [file]);
    const { records, ...traced } = await folder.traced(path, [file], wanted);
    expect(traced).toEqual(plain);
    const error = "TypeError: Cannot read properties of undefined (reading 'b')";
    const shown = type === 'unknown' ? '(an error that was caught outside of the traced code)' : error;
    expect(ends(records)).toEqual([`  inner({}) ! ${shown}`, `! ${shown}`]);
  });

  test.each([
    ['frame', { kind: 'frame', place: TARGET, call: { kind: 'last' } }],
    ['calls', { kind: 'calls' }],
    ['values', { kind: 'values', points: [{ id: 1, place: TARGET, expressions: [] }] }],
  ] as const)('the error that ends the program is known in mode %s', async (_mode, wanted) => {
    const text = "function target(x) { return x.a.b }\nprocess.on('exit', () => console.log('bye'));\ntarget({});";
    for (const extension of ['cjs', 'mjs']) {
      const { records, code, stdout } = await folder.traced(path, [folder.write(`ends.${extension}`, text)], wanted);
      expect([code, stdout]).toEqual([1, 'bye\n']);
      const last = records.findLast(({ kind }) => kind === 'call' || kind === 'node' || kind === 'hit');
      const error = { text: "TypeError: Cannot read properties of undefined (reading 'b')", type: 'TypeError' };
      expect(last).toMatchObject({ end: { kind: 'threw', error } });
      expect(records.filter(({ kind }) => kind === 'hit')).toHaveLength(wanted.kind === 'values' ? 1 : 0);
    }
  });
});
