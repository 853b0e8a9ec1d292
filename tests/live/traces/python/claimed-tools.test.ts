import { describe, expect, test } from 'vitest';
import type { WantedTrace } from '../../../../src/model/trace/trace-request.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { FIRST_CALL, ProgramFolder, recordsOfKind } from './traced-run.ts';

/** Claims a tool of sys.monitoring, runs a module of its own with it, and gives it back. */
const PROGRAM = `
import sys

def early(n):
    return n

early(1)
tool = int(sys.argv[1])
monitoring = sys.monitoring
monitoring.use_tool_id(tool, "mine")
seen = []
monitoring.register_callback(tool, monitoring.events.PY_START, lambda code, offset: seen.append(code.co_name))
monitoring.set_events(tool, monitoring.events.PY_START)
import more
print(more.target(2), early(2), monitoring.get_tool(tool))
monitoring.set_events(tool, 0)
monitoring.free_tool_id(tool)
print([each for each in seen if each in ("target", "early")])
try:
    monitoring.use_tool_id(7, "none")
except ValueError as error:
    print(error)
`;
const MORE = 'def target(n):\n    m = n + 1\n    return m\n';
const VALUES: WantedTrace = {
  kind: 'values',
  points: [{ id: 1, place: { kind: 'function', name: 'early' }, expressions: ['n'] }],
};
const LINES: WantedTrace = { kind: 'lines' };

/** Native code takes the trace function away, as tools for coverage do. */
const NATIVE = `
import ctypes
import more
print(more.target(1))
ctypes.pythonapi.PyEval_SetTrace(None, None)
print(more.target(2))
`;

const monitored = pythonVersions().filter(({ minor }) => minor >= 12);

describe.skipIf(monitored.length === 0).each(monitored)('Python 3.$minor', ({ path }) => {
  test.each(['3', '4'])('a program that claims tool %s has it, and is traced', async (tool) => {
    using folder = new ProgramFolder(path, { 'main.py': PROGRAM, 'more.py': MORE });
    const plain = await folder.plain('main.py', { args: [tool] });
    const traced = await folder.traced('main.py', FIRST_CALL, { args: [tool] });
    expect([traced.stdout, traced.stderr, traced.ended]).toEqual([plain.stdout, '', 0]);
    expect(recordsOfKind(traced.records, 'call')).toMatchObject([{ end: { value: { text: '3' } } }]);
    expect(recordsOfKind(traced.records, 'note')).toEqual([]);
  });

  test.each([VALUES, LINES, FIRST_CALL])(
    'a program that claims the tool of the recorder has it: $kind',
    async (wanted) => {
      using folder = new ProgramFolder(path, { 'main.py': PROGRAM, 'more.py': MORE });
      const plain = await folder.plain('main.py', { args: ['5'] });
      const traced = await folder.traced('main.py', wanted, { args: ['5'] });
      expect([traced.stdout, traced.stderr, traced.ended]).toEqual([plain.stdout, '', 0]);
      const notes = recordsOfKind(traced.records, 'note').map(({ text }) => text);
      expect(notes).toEqual([expect.stringContaining('claimed tool 5 of sys.monitoring')]);
      const hits = recordsOfKind(traced.records, 'hit').map(({ pass }) => pass);
      expect(hits).toEqual(wanted.kind === 'values' ? [1] : []);
    },
  );
});

test.each(pythonVersions().filter(({ minor }) => minor < 12))(
  'what native code hides is said to be a gap, Python 3.$minor',
  async ({ path }) => {
    using folder = new ProgramFolder(path, { 'main.py': NATIVE, 'more.py': MORE });
    const traced = await folder.traced('main.py', { kind: 'calls' });
    expect([traced.stdout, traced.stderr, traced.ended]).toEqual(['2\n3\n', '', 0]);
    expect(recordsOfKind(traced.records, 'note')).toEqual([
      { kind: 'note', isGap: true, text: expect.stringContaining('what ran from then on is not recorded') },
    ]);
  },
);
