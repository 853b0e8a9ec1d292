import { afterAll, describe, expect, test } from 'vitest';
import type { WantedTrace } from '../../../../src/model/trace/trace-request.ts';
import { COUNTING_THREADS, countsOf } from '../../../support/counting-threads.ts';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { record } from '../../../support/recorded-session.ts';

const PROGRAM = `${COUNTING_THREADS}
begin = 0
found = count(150)
print(found)
`;
const ADD = { kind: 'function', name: 'add' } as const;
const MODES: readonly (readonly [name: string, wanted: WantedTrace])[] = [
  ['deep', { kind: 'frame', place: { kind: 'function', name: '*' }, call: { kind: 'first' }, inside: 'run' }],
  ['calls', { kind: 'calls' }],
  ['values', { kind: 'values', points: [{ id: 1, place: ADD, expressions: [] }] }],
  ['lines', { kind: 'lines' }],
];

describe.each(pythonVersions())('Python 3.$minor', (version) => {
  const environment = environmentWithDebugpy(version);
  afterAll(() => environment[Symbol.dispose]());

  test.each(MODES)('while a session records "%s", threads lose nothing of what they store', async (_, wanted) => {
    const breakpoints = [{ at: 'begin = 0' }, { at: 'print(found)' }];
    await using program = await DebuggedPython.start(
      { 'main.py': PROGRAM },
      { python: environment.python, breakpoints },
    );
    await program.firstStop();
    const { outcome } = await record(program.session, wanted);
    expect(outcome).toMatchObject({ kind: 'stopped', hitBreakpointIds: [2] });
    expect(await program.value('found')).toBe(countsOf(150));
  });
});
