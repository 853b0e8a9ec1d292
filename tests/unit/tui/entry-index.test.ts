import fc from 'fast-check';
import { expect, test } from 'vitest';
import { journalEntrySchema } from '../../../src/journal/entries.ts';
import recording from '../../../src/tui/demo/recording.json';
import { decodedFields, fieldsOf } from '../../../src/tui/log/entry-fields.ts';
import { headOf } from '../../../src/tui/log/entry-head.ts';
import { memoryLog } from '../../../src/tui/log/memory-log.ts';
import { breakpointsAt, phaseAt, stopAt } from '../../../src/tui/log/moment.ts';
import { rowsOf } from '../../../src/tui/view/row-filter.ts';
import { conversation, named, Story } from './story.ts';

const json = (fields: Record<string, unknown>) => JSON.stringify({ timestamp: 1, ...fields });

test('two calls of one tool that overlap have their own answers', () => {
  const call = (callId: string) => json({ message: 'tool:call', tool: 'debug_continue', callId, request: {} });
  const answer = (callId: string) => json({ message: 'tool:response', tool: 'debug_continue', callId, success: true });
  const { index } = memoryLog([call('a'), call('b'), answer('b'), answer('a')]);
  expect([index.partner(0), index.partner(1), index.partner(2), index.partner(3)]).toEqual([3, 2, 1, 0]);
  expect(index.rows).toEqual([0, 1]);
});

test('in a journal without call ids, an answer is to the first open call of its session and tool', () => {
  const call = (sessionId: string) => json({ message: 'tool:call', tool: 'step_over', sessionId });
  const failed = (sessionId: string) => json({ message: 'tool:error', tool: 'step_over', sessionId, error: 'no' });
  const { index } = memoryLog([call('a'), call('b'), call('a'), failed('b'), failed('a'), failed('c')]);
  expect([0, 1, 2].map((row) => index.partner(row))).toEqual([4, 3, undefined]);
  expect(index.rows).toEqual([0, 1, 2, 5]);
  expect(index.failures).toEqual([0, 1, 5]);
});

test('a call that names no session belongs to the one of its answer, also in what was filtered before', () => {
  const lines = [
    json({ message: 'tool:call', tool: 'debug_launch', callId: 'a' }),
    json({ message: 'tool:response', tool: 'debug_launch', callId: 'a', sessionId: 'id-a', sessionName: 'a' }),
  ];
  const log = memoryLog(lines.slice(0, 1));
  const filter = { sessionId: 'id-a', type: 'all' } as const;
  expect(rowsOf(log.index, filter)).toEqual([]);
  log.add(lines[1] ?? '');
  expect(rowsOf(log.index, filter)).toEqual([0]);
  expect(log.index.session(0)?.name).toBe('a');
});

test('entries during a call belong to it, in its session only', () => {
  const { index } = conversation().log();
  const during = index.sessions[0]?.stops.map((stop) => index.kind(index.parent(stop) ?? -1));
  expect(during).toEqual(['call', 'call']);
  expect(index.parent(index.sessions[0]?.firstEntry ?? -1)).toBeUndefined();
});

test('what happens to a session that a call makes happens during that call', () => {
  const { index } = memoryLog([
    json({ message: 'tool:call', tool: 'debug_launch', callId: 'a' }),
    json({ message: 'session:created', sessionId: 'new' }),
    json({ message: 'debug:state', sessionId: 'new', event: 'running' }),
    json({ message: 'tool:response', tool: 'debug_launch', callId: 'a', sessionId: 'new' }),
    json({ message: 'debug:state', sessionId: 'new', event: 'paused' }),
  ]);
  expect([1, 2, 4].map((entry) => index.parent(entry))).toEqual([0, 0, undefined]);
});

test('entries as the log document has them, with the time as text first, are understood', () => {
  const state = `{"timestamp":"2025-01-06T16:15:01.123Z","level":"info","namespace":"debug-mcp:state","message":"debug:state","event":"paused","sessionId":"abc","sessionName":"S","reason":"breakpoint","location":{"file":"main.py","line":42,"function":"f"},"threadId":1,"timestamp":1736180101123}`;
  const locals = (value: string) =>
    json({
      ...named('S'),
      sessionId: 'abc',
      level: 'info',
      namespace: 'debug-mcp:variables',
      message: 'debug:variables',
      frameId: 0,
      scope: 'Locals',
      variablesReference: 1001,
      variableCount: 1,
      variables: [{ name: 'x', type: 'int', value }],
    });
  const log = memoryLog([state, locals('41'), state, locals('42')]);
  const session = log.index.sessions[0];
  if (!session) throw new Error('no session');
  expect(log.index.timeMs(0)).toBe(1736180101123);
  expect(stopAt(log, session, 3)).toMatchObject({ current: true, locals: { variables: [{ value: '42' }] } });
  expect(headOf('{"message":"tool:call","timestamp":"2025-01-06T16:15:01.123Z"}')?.timeMs).toBe(1736180101123);
});

test('the beginning of an entry says the same as all of it', () => {
  const { lines } = conversation();
  expect(lines.map(fieldsOf)).toEqual(lines.map(decodedFields));
});

test('the recording of the demo is a journal as it is written now, with a failed call and stops in it', () => {
  expect(recording.map((entry) => journalEntrySchema.parse(entry))).toEqual(recording);
  const { index } = memoryLog(recording.map((entry) => JSON.stringify(entry)));
  expect(index.failures).toHaveLength(1);
  expect(index.sessions.map(({ name, stops }) => [name, stops.length])).toEqual([
    ['invoices', 5],
    ['fixed', 1],
  ]);
});

test('a line that was torn is no entry, with the next one behind it neither', () => {
  const { lines } = conversation();
  for (const [index, line] of lines.entries()) {
    const torn = line.slice(0, line.length >> 1);
    expect(fieldsOf(torn), torn).toBeUndefined();
    expect(fieldsOf(torn + lines[index + 1]), torn).toBeUndefined();
  }
});

test('a breakpoint is as it was at each moment: wanted, verified, hit, removed', () => {
  const fields = { ...named('s'), breakpointId: 'bp-1', file: 'a.js', line: 3 };
  const log = new Story()
    .add('debug:breakpoint', { ...fields, event: 'set', verified: false, condition: 'n > 1' })
    .add('debug:breakpoint', { ...fields, event: 'verified', verified: true, line: 4 })
    .add('debug:breakpoint', { ...fields, event: 'hit', verified: true, line: 4, hits: 7 })
    .add('debug:breakpoint', { ...fields, event: 'removed', verified: true, line: 4 })
    .log();
  const session = log.index.sessions[0];
  if (!session) throw new Error('no session');
  const at = (entry: number) => breakpointsAt(log, session, entry);
  expect(at(0)).toMatchObject([{ entry: { verified: false, line: 3 }, hits: 0 }]);
  expect(at(1)).toMatchObject([{ entry: { verified: true, line: 4, condition: 'n > 1' }, hits: 0 }]);
  expect(at(2)).toMatchObject([{ hits: 7 }]);
  expect(at(3)).toEqual([]);
});

test('a session is in the state of its last entry about that, until it is closed', () => {
  const log = new Story()
    .add('session:created', { ...named('s'), language: 'node' })
    .add('debug:state', { ...named('s'), event: 'running' })
    .add('debug:state', { ...named('s'), event: 'paused', reason: 'pause' })
    .add('debug:state', { ...named('s'), event: 'stopped', reason: 'exited', exitCode: 0 })
    .add('session:closed', { ...named('s'), duration: 4 })
    .log();
  const session = log.index.sessions[0];
  if (!session) throw new Error('no session');
  const phases = [-1, 0, 1, 2, 3, 4].map((at) => phaseAt(log, session, at));
  expect(phases).toEqual([undefined, 'created', 'running', 'paused', 'stopped', 'closed']);
  expect(stopAt(log, session, 2)?.current).toBe(true);
  expect(stopAt(log, session, 3)?.current).toBe(false);
});

test('whatever lines a file has, every entry is in one row, and rows ascend', () => {
  const message = fc.constantFrom('tool:call', 'tool:response', 'tool:error', 'debug:state', 'debug:output', 'else');
  const id = fc.option(fc.constantFrom('a', 'b'), { nil: undefined });
  const entry = fc.record({ message, callId: id, sessionId: id, tool: id, timestamp: fc.nat() });
  const line = fc.oneof(
    entry.map((value) => JSON.stringify(value)),
    fc.string(),
    fc.json(),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
      const { index } = memoryLog(lines);
      const shownIn = Array.from({ length: index.length }, (_, entryIndex) => index.rowOf(entryIndex));
      expect(index.rows).toEqual([...new Set(shownIn)].sort((a, b) => a - b));
      expect(index.failures).toEqual([...index.failures].sort((a, b) => a - b));
    }),
    { numRuns: 200 },
  );
});
