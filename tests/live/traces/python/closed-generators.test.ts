import { describe, expect, test } from 'vitest';
import type { TraceRecord } from '../../../../src/model/trace/trace-record.ts';
import type { WantedTrace } from '../../../../src/model/trace/trace-request.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { FIRST_CALL, ProgramFolder } from './traced-run.ts';

const PROGRAM = `
import sys

def target():
    try:
        yield 1
        yield 2
    finally:
        print("cleaned up")

def closed():
    made = target()
    next(made)
    made.close()

def plain(n):
    yield n
    yield n

def target_plain():
    for each in plain(1):
        break

def waiting():
    global kept
    kept = plain(1)
    next(kept)

def thrown_into():
    made = target()
    next(made)
    try:
        made.throw(ValueError("no"))
    except ValueError:
        pass

globals()[sys.argv[1]]()
`;

const PLAIN = { kind: 'function', name: 'plain' } as const;
const TARGET = { kind: 'function', name: 'target' } as const;
const MODES: readonly (readonly [string, WantedTrace])[] = [
  ['frame', FIRST_CALL],
  ['calls', { kind: 'calls', below: TARGET }],
  ['values', { kind: 'values', points: [{ id: 1, place: TARGET, expressions: [] }] }],
];

const PLAIN_MODES: readonly (readonly [string, WantedTrace])[] = [
  ['frame', { kind: 'frame', place: PLAIN, call: { kind: 'first' } }],
  ['calls', { kind: 'calls', below: PLAIN }],
  ['values', { kind: 'values', points: [{ id: 1, place: PLAIN, expressions: ['n'] }] }],
];

function endsOf(records: readonly TraceRecord[]): (string | undefined)[] {
  return records.flatMap((each) =>
    each.kind === 'call' || each.kind === 'node' || each.kind === 'hit' ? [each.end?.kind] : [],
  );
}

describe.each(pythonVersions())('Python 3.$minor', ({ path }) => {
  test.each(MODES)('mode %s tells a closed generator from one that threw', async (_, wanted) => {
    using folder = new ProgramFolder(path, { 'main.py': PROGRAM });
    const closed = await folder.traced('main.py', wanted, { args: ['closed'] });
    expect([endsOf(closed.records), closed.stdout]).toEqual([['closed'], 'cleaned up\n']);
    const thrown = await folder.traced('main.py', wanted, { args: ['thrown_into'] });
    expect([endsOf(thrown.records), thrown.stdout]).toEqual([['threw'], 'cleaned up\n']);
  });

  test.each(PLAIN_MODES)('mode %s tells a generator that was left from one that waits', async (_, wanted) => {
    using folder = new ProgramFolder(path, { 'main.py': PROGRAM });
    const closed = await folder.traced('main.py', wanted, { args: ['target_plain'] });
    expect(endsOf(closed.records)).toEqual(['closed']);
    const waiting = await folder.traced('main.py', wanted, { args: ['waiting'] });
    expect(endsOf(waiting.records)).toEqual(['suspended']);
  });
});
