import { describe, expect, test } from 'vitest';
import type { WantedTrace } from '../../../../src/model/trace/trace-request.ts';
import { COUNTING_THREADS, countsOf } from '../../../support/counting-threads.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { FIRST_CALL, ProgramFolder, recordsOfKind } from './traced-run.ts';

const EVERY = { kind: 'function', name: '*' } as const;
const DEEP = { kind: 'frame', place: EVERY, call: { kind: 'first' }, inside: 'run' } as const;
const MODES: readonly (readonly [name: string, wanted: WantedTrace])[] = [
  ['frame', FIRST_CALL],
  ['deep', DEEP],
  ['value', { kind: 'frame', place: EVERY, call: { kind: 'value', texts: ['601'] }, inside: 'run' }],
  ['calls', { kind: 'calls' }],
  [
    'values',
    { kind: 'values', points: [{ id: 1, place: { kind: 'function', name: 'add' }, expressions: ['a', 'd'] }] },
  ],
  ['lines', { kind: 'lines' }],
];

/** Eight threads begin at once, again and again. */
const BEGINNING = `import sys, threading
sys.setswitchinterval(1e-6)
done = []
def target(n):
    done.append(n)
for _ in range(150):
    threads = [threading.Thread(target=target, args=(n,)) for n in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
print(len(done))
`;

/** While one thread's call is recorded, others write what is recorded so far. */
const CALLED = `import sys, threading
sys.setswitchinterval(1e-6)
def outer():
    done = 0
    lock = threading.Lock()
    def visit(n):
        nonlocal done
        with lock:
            done += 1
    for _ in range(100):
        threads = [threading.Thread(target=visit, args=(n,)) for n in range(8)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    return done
print(outer())
`;

describe.each(pythonVersions())('Python 3.$minor', ({ path }) => {
  test.each(MODES)('in mode "%s", threads lose nothing of what they store', { timeout: 60_000 }, async (_, wanted) => {
    using folder = new ProgramFolder(path, { 'main.py': `${COUNTING_THREADS}\nprint(count(150))\n` });
    const { stdout, records } = await folder.traced('main.py', wanted);
    expect(stdout).toBe(`${countsOf(150)}\n`);
    expect(records.length).toBeGreaterThan(1);
  });

  test('each thread begins, whatever the others are about', { timeout: 60_000 }, async () => {
    using folder = new ProgramFolder(path, { 'main.py': BEGINNING });
    for (const wanted of [{ kind: 'lines' }, FIRST_CALL] as const) {
      const { stdout, stderr, records } = await folder.traced('main.py', wanted);
      expect([stdout, stderr]).toEqual(['1200\n', '']);
      expect(recordsOfKind(records, 'note')).toEqual([]);
    }
  });

  test('a call is written as it is, whatever other threads record meanwhile', { timeout: 60_000 }, async () => {
    using folder = new ProgramFolder(path, { 'main.py': CALLED });
    const { stdout, records } = await folder.traced('main.py', DEEP);
    expect([stdout, recordsOfKind(records, 'note')]).toEqual(['800\n', []]);
    expect(recordsOfKind(records, 'total')).toMatchObject([{ calls: 1 }, { calls: 1 }, { calls: 800 }]);
  });
});
