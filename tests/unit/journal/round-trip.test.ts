import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JournalEntry, journalEntrySchema } from '../../../src/journal/entries.ts';
import { entryLine } from '../../../src/journal/entry-line.ts';
import { JournalReader } from '../../../src/journal/reader.ts';
import { Sanitizer } from '../../../src/journal/sanitize.ts';
import { sessionEntry } from '../../../src/journal/session-entries.ts';
import { toolEntry } from '../../../src/journal/tool-entries.ts';
import type { SessionEvent } from '../../../src/model/session-event.ts';
import type { ToolEvent } from '../../../src/model/tool-event.ts';
import { folderOfTest, journalIn, OTHER, SESSION } from './samples.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'binary', minLength: 190, maxLength: 420 }),
  fc.constantFrom(
    '\n',
    '\r\n',
    '\u2028',
    '\u202e\u009b31m',
    '"',
    '\\',
    '{"message":"tool:call"}\n',
    '\ud800',
    'password: "hunter2"',
  ),
);
const number = fc.integer({ min: 1, max: 2 ** 31 });
const location = fc.record({ path: text, line: number, column: number });
const value = { type: text, value: text, variablesReference: fc.nat() };
const exception = fc.record({ name: text, message: text, uncaught: fc.boolean(), value: fc.record(value) });
const previous = fc.option(text, { nil: null });
const kind = <K extends string>(name: K) => fc.constant(name);
const category = fc.constantFrom('stdout', 'stderr', 'log');

const state = fc.oneof(
  fc.record({ kind: kind('running'), sinceMs: number }),
  fc.record(
    {
      kind: kind('stopped'),
      threadId: number,
      frameId: fc.nat(),
      reason: fc.constantFrom('entry', 'breakpoint', 'step', 'exception', 'goto'),
      location,
      functionName: text,
      hitBreakpointIds: fc.array(number, { maxLength: 3 }),
      exception,
    },
    { requiredKeys: ['kind', 'threadId', 'frameId', 'reason', 'location', 'functionName', 'hitBreakpointIds'] },
  ),
  fc.record({ kind: kind('exited'), exitCode: fc.option(fc.integer()), signal: fc.option(text) }),
  fc.record({ kind: kind('lost'), cause: text }),
);

const target = fc.oneof(
  fc.record({ kind: kind('line'), path: text, line: number }),
  fc.record({ kind: kind('function'), name: text }),
);
const breakpointState = fc.oneof(
  fc.record({ kind: kind('pending'), reason: text }),
  fc.record({ kind: kind('rejected'), reason: text }),
  fc.record(
    { kind: kind('verified'), location, movedFromLine: number, warning: text },
    { requiredKeys: ['kind', 'location'] },
  ),
);
const breakpoint = fc.record(
  {
    id: number,
    target,
    condition: text,
    hitCondition: text,
    logMessage: text,
    enabled: fc.boolean(),
    oneShot: fc.boolean(),
    state: breakpointState,
    hits: number,
  },
  { requiredKeys: ['id', 'target', 'enabled', 'oneShot', 'state', 'hits'] },
);
const frame = fc.record({
  id: number,
  name: text,
  location,
  presentation: fc.constantFrom('normal', 'internal', 'async'),
});
const outcome = fc.oneof(
  fc.record({ kind: kind('value'), ...value }),
  fc.record({ kind: kind('thrown'), exception }),
  fc.record({ kind: kind('timeout'), timeoutMs: number }),
);

const sessionEvent: fc.Arbitrary<Exclude<SessionEvent, { kind: 'output' }>> = fc.oneof(
  fc.record({ kind: kind('created'), language: text, program: text, cwd: text }),
  fc.record({ kind: kind('state'), state }),
  fc.record({ kind: kind('breakpoint'), change: fc.constantFrom('set', 'changed', 'removed'), breakpoint }),
  fc.record(
    {
      kind: kind('variables'),
      variablesReference: fc.nat(),
      variables: fc.array(
        fc.record(
          { name: text, ...value, previous },
          { requiredKeys: ['name', 'type', 'value', 'variablesReference'] },
        ),
        {
          maxLength: 8,
        },
      ),
      scope: fc.record({ frameId: fc.nat(), name: text }),
    },
    { requiredKeys: ['kind', 'variablesReference', 'variables'] },
  ),
  fc.record(
    {
      kind: kind('stack'),
      threadId: number,
      frames: fc.array(frame, { maxLength: 25 }),
      source: fc.record({ startLine: number, lines: fc.array(text, { maxLength: 7 }) }),
    },
    { requiredKeys: ['kind', 'threadId', 'frames'] },
  ),
  fc.record({
    kind: kind('watches'),
    watches: fc.array(
      fc.record(
        { id: number, expression: text, outcome, previous: text },
        { requiredKeys: ['id', 'expression', 'outcome'] },
      ),
      {
        maxLength: 3,
      },
    ),
  }),
);

const toolEvent: fc.Arbitrary<ToolEvent> = fc.oneof(
  fc.record({ kind: kind('call'), tool: text, callId: number, args: fc.jsonValue({ maxDepth: 4 }) }),
  fc.record({
    kind: kind('answer'),
    args: fc.jsonValue({ maxDepth: 2 }),
    tool: text,
    callId: number,
    durationMs: fc.nat(),
    text,
  }),
  fc.record({
    kind: kind('failure'),
    args: fc.constant({}),
    tool: text,
    callId: number,
    durationMs: fc.nat(),
    message: text,
  }),
);

const folders = { cwd: '/w/x', home: '/home/ann' };
const sanitizer = new Sanitizer(folders);
const HEAD = { timestamp: 0, time: '', pid: 0 };

/** Without what differs with the moment and the server. */
function timeless(entry: JournalEntry): unknown {
  const { timestamp, time, pid, ...rest } = entry;
  return JSON.parse(JSON.stringify('callId' in rest ? { ...rest, callId: '', sessionId: '', sessionName: '' } : rest));
}

test('what is written is read again, entry by entry, in order, whatever its texts are', async () => {
  const events = fc.array(
    fc.oneof(
      fc.record({ about: fc.constantFrom(SESSION, OTHER), session: sessionEvent }),
      fc.record({ tool: toolEvent }),
    ),
    { minLength: 1, maxLength: 12 },
  );
  const folder = folderOfTest();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(events, async (sample) => {
      // One file in three is rotated between the entries.
      const { journal, file } = journalIn(folder, {
        ...folders,
        file: `${folder}/${run++}/debug.log`,
        maxBytes: run % 3 === 0 ? 500 : undefined,
        keptFiles: 50,
      });
      const expected: JournalEntry[] = [];
      for (const each of sample) {
        if ('tool' in each) journal.onTool(each.tool);
        else journal.onSession(each.about, each.session);
        const entry =
          'tool' in each
            ? toolEntry('', undefined, each.tool, sanitizer)
            : sessionEntry({ kind: 'session', atMs: 0, session: each.about, event: each.session }, sanitizer);
        if (entry) expected.push({ ...HEAD, ...entry });
        if (run % 3 === 0) await journal.close();
      }
      await journal.close();

      const reader = new JournalReader(file);
      const read: JournalEntry[] = [];
      reader.read((line) => read.push(journalEntrySchema.parse(JSON.parse(line))) > 0);
      expect(reader.refused).toBe(0);
      reader.close();
      expect(read.map(timeless)).toEqual(expected.map(timeless));
      expect(read.map(timeless)).toEqual(expected.map((entry) => timeless(journalEntrySchema.parse(entry))));
    }),
    {
      numRuns: 150,
      // A name that copying an object key by key loses.
      examples: [[[{ tool: { kind: 'call', tool: 'x', callId: 1, args: JSON.parse('{"__proto__":0}') } }]]],
    },
  );
});

test('output is read as it was written, in its order', async () => {
  const chunks = fc.array(
    fc.record({ category, text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }) }),
    {
      minLength: 1,
      maxLength: 8,
    },
  );
  const folder = folderOfTest();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(chunks, async (sample) => {
      const { journal, file } = journalIn(folder, { ...folders, file: `${folder}/${run++}/debug.log` });
      for (const chunk of sample) journal.onSession(SESSION, { kind: 'output', chunk });
      await journal.close();
      const reader = new JournalReader(file);
      let read = '';
      reader.read((line) => {
        const entry = journalEntrySchema.parse(JSON.parse(line));
        if (entry.message === 'debug:output') read += entry.output;
        return true;
      });
      reader.close();
      expect(read).toBe(sample.map((chunk) => chunk.text).join(''));
    }),
    { numRuns: 100 },
  );
});

test('a line holds nothing that turns the direction of writing, or that a terminal obeys', () => {
  const sanitizer = new Sanitizer(folders);
  const args = { expression: 'a\u202eb\u2066c\u200fd\u009b31m\u001b[31m\u2028e\u007f' };
  const entry = toolEntry('1', undefined, { kind: 'call', tool: 'debug_evaluate', callId: 1, args }, sanitizer);
  const line = entryLine(0, entry);
  expect(line).not.toMatch(/[\p{Bidi_Control}\p{Cc}\u2028]./u);
  expect(JSON.parse(line)).toMatchObject({ request: args });
});
