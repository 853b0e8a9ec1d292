import { describe, expect, test } from 'vitest';
import type { WantedTrace } from '../../../../src/model/trace/trace-request.ts';
import { COUNTING_THREADS, countsOf } from '../../../support/counting-threads.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { FIRST_CALL, ProgramFolder } from './traced-run.ts';

const EVERY = { kind: 'function', name: '*' } as const;
const MODES: readonly (readonly [name: string, wanted: WantedTrace])[] = [
  ['frame', FIRST_CALL],
  ['deep', { kind: 'frame', place: EVERY, call: { kind: 'first' }, inside: 'run' }],
  ['value', { kind: 'frame', place: EVERY, call: { kind: 'value', texts: ['601'] }, inside: 'run' }],
  ['calls', { kind: 'calls' }],
  [
    'values',
    { kind: 'values', points: [{ id: 1, place: { kind: 'function', name: 'add' }, expressions: ['a', 'd'] }] },
  ],
  ['lines', { kind: 'lines' }],
];

describe.each(pythonVersions())('Python 3.$minor', ({ path }) => {
  test.each(MODES)('in mode "%s", threads lose nothing of what they store', { timeout: 60_000 }, async (_, wanted) => {
    using folder = new ProgramFolder(path, { 'main.py': `${COUNTING_THREADS}\nprint(count(150))\n` });
    const { stdout, records } = await folder.traced('main.py', wanted);
    expect(stdout).toBe(`${countsOf(150)}\n`);
    expect(records.length).toBeGreaterThan(1);
  });
});
