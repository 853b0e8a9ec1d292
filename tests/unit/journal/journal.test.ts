import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JournalEntry } from '../../../src/journal/entries.ts';
import type { BreakpointRecord } from '../../../src/model/breakpoints/breakpoint-record.ts';
import type { SessionEvent } from '../../../src/model/session-event.ts';
import { entriesIn, filesIn, folderOfTest, journalIn, linesIn, OTHER, SESSION } from './samples.ts';

const AT = { path: '', line: 42, column: 1 };

/** The journal's entries for some events of a session. */
async function written(folder: string, ...events: readonly SessionEvent[]): Promise<JournalEntry[]> {
  const { journal, file } = journalIn(folder);
  for (const event of events) journal.onSession(SESSION, event);
  await journal.close();
  return entriesIn(file);
}

const common = { timestamp: expect.any(Number), time: expect.any(String), pid: process.pid };
const session = { sessionId: SESSION.uuid, sessionName: 's1' };

test('a journal is for its owner only, and is not written through a link', async () => {
  const folder = folderOfTest();
  const { journal, file } = journalIn(folder);
  journal.onSession(SESSION, { kind: 'closed' });
  await journal.close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const profile = join(folder, 'profile');
  rmSync(file);
  symlinkSync(profile, file);
  const again = journalIn(folder);
  again.journal.onSession(SESSION, { kind: 'output', chunk: { category: 'stdout', text: '$(evil)' } });
  await again.journal.close();
  expect(existsSync(profile)).toBe(false);
});

test('git ignores all that is in a folder that a journal makes, and sees that of the project as before', async () => {
  const project = folderOfTest();
  const isIgnored = (path: string) => spawnSync('git', ['check-ignore', '-q', path], { cwd: project }).status === 0;
  expect(spawnSync('git', ['init', '-q'], { cwd: project }).status).toBe(0);
  mkdirSync(join(project, 'own/logs'), { recursive: true });
  for (const folder of [project, join(project, 'own')]) {
    const { journal, file } = journalIn(folder);
    journal.onSession(SESSION, { kind: 'closed' });
    await journal.close();
    expect(isIgnored(file)).toBe(folder === project);
  }
  expect(readFileSync(join(project, 'logs/.gitignore'), 'utf8')).toBe('*\n');
  expect(readdirSync(join(project, 'own/logs'))).toEqual(['debug-mcp-server.log']);
  const status = spawnSync('git', ['status', '--porcelain'], { cwd: project, encoding: 'utf8' });
  expect(status.stdout).toBe('?? own/\n');
});

describe('each example of the log document, in its shape', () => {
  test('tool:call, tool:response and tool:error', async () => {
    const folder = folderOfTest();
    const { journal, file } = journalIn(folder);
    journal.onSession(SESSION, { kind: 'created', language: 'python', program: 'main.py', cwd: folder });
    const args = { sessionId: 's1', file: 'path/to/file.py', line: 42, condition: 'x > 10' };
    journal.onTool({ kind: 'call', tool: 'set_breakpoint', callId: 1, args });
    const structured = { breakpointId: 'bp-1', verified: true, file: 'path/to/file.py', line: 42 };
    journal.onTool({ kind: 'answer', tool: 'set_breakpoint', callId: 1, args, durationMs: 333, structured });
    journal.onTool({ kind: 'call', tool: 'start_debugging', callId: 2, args: {} });
    const message = 'Failed to connect to debugger';
    journal.onTool({ kind: 'failure', tool: 'start_debugging', callId: 2, args: {}, durationMs: 1, message });
    await journal.close();

    const namespace = 'debug-mcp:tools';
    expect(entriesIn(file).slice(1)).toEqual([
      {
        ...common,
        level: 'info',
        namespace,
        message: 'tool:call',
        tool: 'set_breakpoint',
        callId: expect.stringMatching(/^[0-9a-f]{8}-1$/),
        ...session,
        request: args,
      },
      {
        ...common,
        level: 'info',
        namespace,
        message: 'tool:response',
        tool: 'set_breakpoint',
        callId: expect.stringMatching(/^[0-9a-f]{8}-1$/),
        ...session,
        success: true,
        duration: 333,
        response: structured,
      },
      expect.objectContaining({ message: 'tool:call', tool: 'start_debugging' }),
      {
        ...common,
        level: 'error',
        namespace,
        message: 'tool:error',
        tool: 'start_debugging',
        callId: expect.stringMatching(/^[0-9a-f]{8}-2$/),
        ...session,
        duration: 1,
        error: message,
      },
    ]);
  });

  test('debug:state', async () => {
    const folder = folderOfTest();
    const stop = {
      threadId: 1,
      frameId: 0,
      reason: 'breakpoint',
      location: { ...AT, path: join(folder, 'src/main.py') },
      functionName: 'process_data',
      hitBreakpointIds: [1],
    } as const;
    const exception = {
      name: 'TypeError',
      message: 'x is not a function',
      uncaught: true,
      value: { type: 'error', value: 'TypeError', variablesReference: 0 },
    };
    const entries = await written(
      folder,
      { kind: 'state', state: { kind: 'starting' } },
      { kind: 'state', state: { kind: 'running', sinceMs: 1 } },
      { kind: 'state', state: { kind: 'stopped', ...stop } },
      { kind: 'state', state: { kind: 'stopped', ...stop, reason: 'exception', hitBreakpointIds: [], exception } },
      { kind: 'state', state: { kind: 'exited', exitCode: 3, signal: null } },
      { kind: 'state', state: { kind: 'lost', cause: 'the socket was closed' } },
    );
    const base = { ...common, level: 'info', namespace: 'debug-mcp:state', message: 'debug:state', ...session };
    const location = { file: 'src/main.py', line: 42, function: 'process_data' };
    expect(entries).toEqual([
      { ...base, event: 'running' },
      { ...base, event: 'paused', reason: 'breakpoint', location, threadId: 1, breakpointIds: ['bp-1'] },
      {
        ...base,
        event: 'paused',
        reason: 'exception',
        location,
        threadId: 1,
        description: 'TypeError: x is not a function',
      },
      { ...base, event: 'stopped', reason: 'exited', exitCode: 3 },
      { ...base, level: 'warn', event: 'stopped', reason: 'lost', description: 'the socket was closed' },
    ]);
  });

  test('debug:breakpoint', async () => {
    const folder = folderOfTest();
    const path = join(folder, 'src/main.py');
    const wanted: BreakpointRecord = {
      id: 1,
      target: { kind: 'line', path, line: 41 },
      condition: 'x > 10',
      enabled: true,
      oneShot: false,
      state: { kind: 'pending', reason: 'not loaded' },
      hits: 0,
    };
    const verified: BreakpointRecord = {
      ...wanted,
      state: { kind: 'verified', location: { ...AT, path }, movedFromLine: 41 },
    };
    const atFunction: BreakpointRecord = {
      ...wanted,
      id: 2,
      target: { kind: 'function', name: 'main' },
      state: { kind: 'rejected', reason: 'no such function' },
    };
    const entries = await written(
      folder,
      { kind: 'breakpoint', change: 'set', breakpoint: wanted },
      { kind: 'breakpoint', change: 'changed', breakpoint: verified },
      { kind: 'breakpoint', change: 'hit', breakpoint: { ...verified, hits: 1 } },
      { kind: 'breakpoint', change: 'changed', breakpoint: atFunction },
      { kind: 'breakpoint', change: 'removed', breakpoint: verified },
    );
    const base = {
      ...common,
      level: 'info',
      namespace: 'debug-mcp:breakpoint',
      message: 'debug:breakpoint',
      ...session,
    };
    const place = { breakpointId: 'bp-1', file: 'src/main.py', condition: 'x > 10' };
    expect(entries).toEqual([
      { ...base, event: 'set', ...place, line: 41, verified: false },
      { ...base, event: 'verified', ...place, line: 42, verified: true, reason: 'moved from line 41' },
      { ...base, event: 'hit', ...place, line: 42, verified: true, hits: 1 },
      {
        ...base,
        level: 'warn',
        event: 'rejected',
        breakpointId: 'bp-2',
        function: 'main',
        condition: 'x > 10',
        verified: false,
        reason: 'no such function',
      },
      { ...base, event: 'removed', ...place, line: 42, verified: true },
    ]);
  });

  test('debug:variables, with what the document cuts', async () => {
    const long = `{'key': '${'value '.repeat(60)}'}`;
    const variable = (name: string, type: string, value: string) => ({ name, type, value, variablesReference: 0 });
    const entries = await written(folderOfTest(), {
      kind: 'variables',
      scope: { frameId: 0, name: 'Locals' },
      variablesReference: 1001,
      variables: [
        variable('x', 'int', '42'),
        variable('data', 'dict', long),
        { ...variable('result', 'list', '[1, 2, 3, 4, 5]'), previous: null },
        { ...variable('items', 'list', '[1, 2, 3, 4, 5, 6, 7]'), previous: '[1, 2, 3, 4, 5, 6]' },
        variable('password', 'str', "'hunter2'"),
        variable('environ', 'dict', "{'HOME': '/home/ann'}"),
      ],
    });
    expect(entries).toEqual([
      {
        ...common,
        level: 'info',
        namespace: 'debug-mcp:variables',
        message: 'debug:variables',
        ...session,
        frameId: 0,
        scope: 'Locals',
        variablesReference: 1001,
        variableCount: 6,
        variables: [
          { name: 'x', type: 'int', value: '42' },
          { name: 'data', type: 'dict', value: `${long.slice(0, 200)}... (truncated)` },
          { name: 'result', type: 'list', value: '[1, 2, 3, 4, 5]', previous: null },
          { name: 'items', type: 'list', value: '[1, 2, 3, 4, 5... +2 more]', previous: '[1, 2, 3, 4, 5... +1 more]' },
          { name: 'password', type: 'str', value: "'[masked]'" },
          { name: 'environ', type: 'dict', value: '[environment]' },
        ],
      },
    ]);
  });

  test('session:created and session:closed', async () => {
    const folder = folderOfTest();
    const entries = await written(
      folder,
      { kind: 'created', language: 'python', program: '/usr/lib/tool.py', cwd: folder },
      { kind: 'closed' },
    );
    const base = { ...common, level: 'info', namespace: 'debug-mcp:session', ...session };
    expect(entries).toEqual([
      { ...base, message: 'session:created', language: 'python', program: '/usr/lib/tool.py', cwd: '.' },
      { ...base, message: 'session:closed', duration: expect.any(Number) },
    ]);
  });

  test('debug:output', async () => {
    const chunk = { category: 'stdout', text: 'Processing item 42...\n' } as const;
    expect(await written(folderOfTest(), { kind: 'output', chunk })).toEqual([
      {
        ...common,
        level: 'info',
        namespace: 'debug-mcp:output',
        message: 'debug:output',
        ...session,
        category: 'stdout',
        output: 'Processing item 42...\n',
      },
    ]);
  });

  test('and beyond the document: debug:stack and debug:watches', async () => {
    const folder = folderOfTest();
    const location = { ...AT, path: join(folder, 'main.py') };
    const value = { type: 'int', value: '3', variablesReference: 0 };
    const exception = { name: 'NameError', message: 'y', uncaught: false, value };
    const entries = await written(
      folder,
      {
        kind: 'stack',
        threadId: 1,
        frames: [{ id: 0, name: 'main', location, presentation: 'normal' }],
        source: { startLine: 41, lines: ['a', 'password = "hunter2"'] },
      },
      {
        kind: 'watches',
        watches: [
          { id: 1, expression: 'x', outcome: { kind: 'value', ...value }, previous: '2' },
          { id: 2, expression: 'y', outcome: { kind: 'thrown', exception } },
        ],
      },
    );
    expect(entries).toEqual([
      expect.objectContaining({
        message: 'debug:stack',
        threadId: 1,
        frames: [{ name: 'main', file: 'main.py', line: 42, presentation: 'normal' }],
        frameCount: 1,
        source: { startLine: 41, lines: ['a', 'password = "[masked]"'] },
      }),
      expect.objectContaining({
        message: 'debug:watches',
        watches: [
          { expression: 'x', value: '3', failed: false, previous: '2' },
          { expression: 'y', value: 'NameError: y', failed: true },
        ],
      }),
    ]);
  });
});

describe('calls and sessions', () => {
  test('two overlapping calls of one tool are distinguished, and each finds its response', async () => {
    const { journal, file } = journalIn(folderOfTest());
    for (const callId of [1, 2]) journal.onTool({ kind: 'call', tool: 'debug_continue', callId, args: { n: callId } });
    for (const callId of [2, 1]) {
      journal.onTool({ kind: 'answer', tool: 'debug_continue', callId, args: {}, durationMs: 1, text: `of ${callId}` });
    }
    await journal.close();
    const entries = entriesIn(file);
    for (const callId of [1, 2]) {
      const own = entries.filter((entry) => 'callId' in entry && entry.callId.endsWith(`-${callId}`));
      expect(own).toMatchObject([{ request: { n: callId } }, { response: { text: `of ${callId}` } }]);
    }
  });

  test('a call is about the session that it names, else the only one, and the one that it began', async () => {
    const { journal, file } = journalIn(folderOfTest());
    const created = { kind: 'created', language: 'node', program: 'a.js', cwd: '/x' } as const;
    journal.onTool({ kind: 'call', tool: 'launch', callId: 1, args: {} });
    journal.onSession(SESSION, created);
    journal.onTool({ kind: 'answer', tool: 'launch', callId: 1, args: {}, durationMs: 1, text: '' });
    journal.onTool({ kind: 'call', tool: 'only', callId: 2, args: {} });
    journal.onSession(OTHER, created);
    journal.onTool({ kind: 'call', tool: 'nobody', callId: 3, args: {} });
    journal.onTool({ kind: 'call', tool: 'named', callId: 4, args: { session: 's2' } });
    journal.onSession(OTHER, { kind: 'closed' });
    journal.onTool({ kind: 'call', tool: 'closed', callId: 5, args: { session: 's2' } });
    await journal.close();
    const names = entriesIn(file).flatMap((entry) =>
      'callId' in entry ? [[entry.tool, entry.message, entry.sessionName]] : [],
    );
    expect(names).toEqual([
      ['launch', 'tool:call', undefined],
      ['launch', 'tool:response', 's1'],
      ['only', 'tool:call', 's1'],
      ['nobody', 'tool:call', undefined],
      ['named', 'tool:call', 's2'],
      ['closed', 'tool:call', undefined],
    ]);
  });
});

describe('what comes often', () => {
  const output = (text: string, category: 'stdout' | 'stderr' = 'stdout'): SessionEvent => ({
    kind: 'output',
    chunk: { category, text },
  });

  test('is put together: pieces of output in a row, passes of a breakpoint', async () => {
    const breakpoint: BreakpointRecord = {
      id: 1,
      target: { kind: 'function', name: 'f' },
      enabled: true,
      oneShot: false,
      state: { kind: 'pending', reason: '' },
      hits: 0,
    };
    const hits = Array.from(
      { length: 1_000 },
      (_, index): SessionEvent => ({
        kind: 'breakpoint',
        change: 'hit',
        breakpoint: { ...breakpoint, hits: index + 1 },
      }),
    );
    const entries = await written(
      folderOfTest(),
      output('a'),
      output('b\n'),
      output('e', 'stderr'),
      output('c'),
      ...hits,
    );
    expect(entries).toMatchObject([
      { output: 'ab\n' },
      { output: 'e', category: 'stderr' },
      { output: 'c' },
      { hits: 1_000 },
    ]);
  });

  test('a long output is cut into pieces at its lines, and nothing of it is lost', async () => {
    const text = Array.from({ length: 60 }, (_, index) => `line ${index} ${'x'.repeat(index)}`).join('\n');
    const entries = await written(folderOfTest(), output(text));
    const pieces = entries.flatMap((entry) => (entry.message === 'debug:output' ? entry.output : []));
    expect(pieces.join('')).toBe(text);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(200);
    expect(pieces.slice(0, -1).every((piece) => piece.endsWith('\n'))).toBe(true);
  });

  test('a flood is bounded, and says how much is missing', async () => {
    const line = 'password = "hunter2" and more\n';
    const entries = await written(folderOfTest(), ...Array.from({ length: 10_000 }, () => output(line)));
    const outputs = entries.flatMap((entry) => (entry.message === 'debug:output' ? entry : []));
    const kept = outputs.map((entry) => entry.output).join('');
    expect(kept).not.toContain('hunter2');
    const lines = kept.split('\n').length - 1;
    expect(outputs.length).toBeLessThan(40);
    expect(outputs.at(-1)?.omitted).toBe((10_000 - lines) * line.length);
  });

  test('a flood of two streams by turns is bounded, too', async () => {
    const chunks = Array.from({ length: 5_000 }, (_, index) => output('line\n', index % 2 ? 'stderr' : 'stdout'));
    const entries = await written(folderOfTest(), ...chunks);
    expect(entries).toHaveLength(100);
    const chars = entries.map((entry) =>
      entry.message === 'debug:output' ? entry.output.length + (entry.omitted ?? 0) : 0,
    );
    expect(chars.reduce((sum, each) => sum + each)).toBe(25_000);
  });

  test('more entries than can wait are counted as missing', async () => {
    const { journal, file } = journalIn(folderOfTest());
    for (let index = 0; index < 6_000; index++)
      journal.onSession(SESSION, { kind: 'state', state: { kind: 'running', sinceMs: 1 } });
    await journal.close();
    const entries = entriesIn(file);
    expect(entries).toHaveLength(5_001);
    expect(entries[0]).toMatchObject({
      message: 'journal:gap',
      dropped: 1_000,
      reason: 'more happened than could be written',
    });
  });
});

describe('the file', () => {
  const running: SessionEvent = { kind: 'state', state: { kind: 'running', sinceMs: 1 } };

  test('is not there before the first entry', async () => {
    const folder = folderOfTest();
    const { journal } = journalIn(folder);
    await journal.close();
    expect(filesIn(folder)).toEqual([]);
  });

  test('gets its entries without being closed', async () => {
    const { journal, file } = journalIn(folderOfTest());
    journal.onSession(SESSION, running);
    await expect.poll(() => existsSync(file) && linesIn(file).length).toBe(1);
    journal.onSession(SESSION, running);
    await expect.poll(() => linesIn(file).length).toBe(2);
    await journal.close();
  });

  test('leaves out what is below the level', async () => {
    const { journal, file } = journalIn(folderOfTest(), { level: 'error' });
    journal.onSession(SESSION, running);
    journal.onTool({ kind: 'failure', tool: 't', callId: 1, args: {}, durationMs: 1, message: 'no' });
    await journal.close();
    expect(entriesIn(file)).toMatchObject([{ message: 'tool:error' }]);
  });

  test('that was deleted, with its folder, is made anew', async () => {
    const folder = folderOfTest();
    const { journal, file, warnings } = journalIn(folder);
    for (const remove of [file, join(folder, 'logs')]) {
      journal.onSession(SESSION, running);
      await expect.poll(() => existsSync(file)).toBe(true);
      rmSync(remove, { recursive: true });
    }
    journal.onSession(SESSION, running);
    await expect.poll(() => existsSync(file)).toBe(true);
    await journal.close();
    expect(entriesIn(file)).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  test('that cannot be written is warned of once; when it can be again, the gap is recorded', async () => {
    const folder = folderOfTest();
    writeFileSync(join(folder, 'logs'), 'in the way');
    const { journal, file, warnings } = journalIn(folder);
    journal.onSession(SESSION, running);
    await expect.poll(() => warnings.length).toBe(1);
    journal.onSession(SESSION, running);
    await journal.close();
    expect(warnings).toEqual([
      expect.stringMatching(/^the journal cannot be written \(.*(EEXIST|ENOTDIR).*\); debugging goes on/),
    ]);
    renameSync(join(folder, 'logs'), join(folder, 'moved'));
    mkdirSync(join(folder, 'logs'));
    await expect
      .poll(
        async () => {
          journal.onSession(SESSION, running);
          await journal.close();
          return existsSync(file);
        },
        { timeout: 10_000 },
      )
      .toBe(true);
    const [gap, ...rest] = entriesIn(file);
    expect(gap).toMatchObject({
      message: 'journal:gap',
      level: 'warn',
      reason: expect.stringMatching(/EEXIST|ENOTDIR/),
    });
    expect(rest).toMatchObject([{ message: 'debug:state' }]);
    expect(warnings).toHaveLength(1);
  });

  test('that ends in half a line, of a server that was killed, is gone on with on a line of its own', async () => {
    const folder = folderOfTest();
    mkdirSync(join(folder, 'logs'));
    const { journal, file } = journalIn(folder);
    writeFileSync(file, '{"timestamp": 17');
    journal.onSession(SESSION, running);
    await journal.close();
    const [torn, ...whole] = linesIn(file);
    expect(torn).toBe('{"timestamp": 17');
    expect(whole).toHaveLength(1);
  });

  test('is put aside when it is full, and so many of them are kept', async () => {
    const folder = folderOfTest();
    const { journal, file } = journalIn(folder, { maxBytes: 1_000, keptFiles: 3 });
    for (let index = 0; index < 40; index++) {
      journal.onSession(SESSION, running);
      await journal.close();
    }
    const files = filesIn(join(folder, 'logs')).filter((name) => name !== '.gitignore');
    expect(files).toHaveLength(4);
    expect(files.at(-1)).toBe('debug-mcp-server.log');
    expect(files.slice(0, 3)).toEqual(
      Array(3).fill(expect.stringMatching(/^debug-mcp-server\.\d{8}T\d{9}Z-\d+\.log$/)),
    );
    expect(entriesIn(file).length).toBeGreaterThan(0);
  });
});
