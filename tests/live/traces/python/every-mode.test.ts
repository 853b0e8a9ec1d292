import { describe, expect, test } from 'vitest';
import type { TraceRecord } from '../../../../src/model/trace/trace-record.ts';
import type { WantedTrace } from '../../../../src/model/trace/trace-request.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { FIRST_CALL, ProgramFolder, recordsOfKind } from './traced-run.ts';

const PROGRAM = `
import threading

class Cart:
    def target(self, n):
        held = {"n": n}
        for each in range(n):
            held["n"] += other(each)
        return held

def other(n):
    return n + 1

def generated(n):
    for each in range(n):
        yield other(each)

print(Cart().target(2), list(generated(2)))
thread = threading.Thread(target=other, args=(1,))
thread.start()
thread.join()
`;

/** A program whose with statements Python itself calls, while something else is written there. */
const WITH = `
import contextlib

def target(n):
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.suppress(KeyError))
        n += 1
    with contextlib.suppress(KeyError):
        n += {}["x"]
    return n

print(target(1))
`;

const TARGET = { kind: 'function', name: 'target' } as const;
const EVERY = { kind: 'function', name: '*' } as const;

/** The question of each mode, and the names or counts that its records must hold. */
const MODES: readonly (readonly [name: string, wanted: WantedTrace, kind: TraceRecord['kind'], records: number])[] = [
  ['frame', { kind: 'frame', place: TARGET, call: { kind: 'first' } }, 'call', 1],
  // The module, `target`, `other` and `generated`.
  ['deep', { kind: 'frame', place: EVERY, call: { kind: 'first' }, inside: 'run' }, 'call', 4],
  ['deep in a function', { kind: 'frame', place: EVERY, call: { kind: 'first' }, inside: TARGET }, 'call', 4],
  ['calls', { kind: 'calls' }, 'node', 6],
  ['calls below a function', { kind: 'calls', below: TARGET }, 'node', 2],
  ['values', { kind: 'values', points: [{ id: 1, place: TARGET, expressions: ['n'] }] }, 'hit', 1],
  ['lines', { kind: 'lines' }, 'counts', 1],
  ['lines of a function', { kind: 'lines', within: TARGET }, 'counts', 1],
];

describe.each(pythonVersions())('Python 3.$minor', ({ path }) => {
  test.each(MODES)(
    'mode %s loads, records, and leaves the program as it is',
    { timeout: 60_000 },
    async (_, wanted, kind, least) => {
      using folder = new ProgramFolder(path, { 'main.py': PROGRAM });
      const [plain, traced] = await Promise.all([folder.plain('main.py'), folder.traced('main.py', wanted)]);
      expect([traced.stdout, traced.stderr, traced.ended]).toEqual([plain.stdout, '', 0]);
      expect(recordsOfKind(traced.records, 'note')).toEqual([]);
      expect(recordsOfKind(traced.records, kind).length).toBeGreaterThanOrEqual(least);
    },
  );

  test('each call that is written is shown once', { timeout: 60_000 }, async () => {
    using folder = new ProgramFolder(path, { 'main.py': WITH });
    const { records } = await folder.traced('main.py', FIRST_CALL);
    const events = recordsOfKind(records, 'call').flatMap((call) => call.events);
    const names = events.flatMap((event) => (event.kind === 'call' ? [event.name] : []));
    expect(names).toEqual([
      'contextlib.ExitStack',
      'contextlib.suppress',
      'stack.enter_context',
      'contextlib.suppress',
    ]);
  });
});
