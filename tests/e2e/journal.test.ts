import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type JournalEntry, journalEntrySchema } from '../../src/journal/entries.ts';
import { JournalReader } from '../../src/journal/reader.ts';
import { type Conversation, converse } from '../support/debug-programs.ts';
import { expectGolden } from '../support/golden.ts';

/** A value in a program's memory that must be readable there, so that a test sees it masked elsewhere. */
const SECRET = 'hunter2-and-more';

const PROGRAM = `const user = { name: 'ann', password: process.env.DEMO_PASSWORD };
const apiKey = user.password;

function greet(greeting) {
  const token = 'if';
  const text = greeting + ', ' + user.name;
  console.log(text);
  console.error('password: "' + apiKey + '"');
  return text;
}

greet('hello');
greet('goodbye');
`;

const journalOf = (folder: string) => join(folder, 'logs', 'debug-mcp-server.log');

/** All entries so far; the server writes them a moment after it answers. */
function entriesOf(file: string): JournalEntry[] {
  const reader = new JournalReader(file);
  const entries: JournalEntry[] = [];
  reader.read((line) => entries.push(journalEntrySchema.parse(JSON.parse(line))) > 0);
  reader.close();
  return entries;
}

function byStream(a: JournalEntry, b: JournalEntry): number {
  return a.message === 'debug:output' && b.message === 'debug:output' ? a.category.localeCompare(b.category) : 0;
}

/**
 * Entries as lines, without what differs between runs. One kind after another: whether a breakpoint is verified before or after the
 * program runs, and when its output comes, is not promised.
 */
function entriesText(entries: readonly JournalEntry[]): string {
  const kinds = [...new Set(entries.map(({ namespace }) => namespace))].sort();
  const sorted = kinds.flatMap((kind) => entries.filter(({ namespace }) => namespace === kind).sort(byStream));
  const ids = new Map<string, string>();
  const short = (prefix: string, id: string) => {
    const known = ids.get(id) ?? `<${prefix} ${ids.size + 1}>`;
    ids.set(id, known);
    return known;
  };
  const shown = (entry: JournalEntry) =>
    JSON.stringify(entry, (key, value) => {
      if (key === 'timestamp' || key === 'time' || key === 'pid') return undefined;
      if (key === 'duration' || key === 'threadId' || key === 'frameCount') return '<n>';
      if (key === 'sessionId') return short('session', value);
      if (key === 'callId') return short('call', value);
      // Below the module, there are the runtime's own, which differ between its versions.
      if (key === 'frames')
        return value.filter(({ presentation }: { presentation: string }) => presentation === 'normal');
      if (key === 'variablesReference' || key === 'frameId') return '<handle>';
      return value;
    });
  return sorted.map(shown).join('\n');
}

async function debugIt({ ask, folder }: Conversation): Promise<void> {
  writeFileSync(join(folder, 'secrets.js'), PROGRAM);
  await ask('launch', {
    program: 'secrets.js',
    env: { DEMO_PASSWORD: SECRET },
    breakpoints: ['secrets.js:7'],
  });
  await ask('watch', { expression: 'user.password' });
  await ask('continue');
  await ask('variables', { path: 'user' });
  await ask('evaluate', { expression: 'apiKey' });
  await ask('evaluate', { expression: 'token' });
  await ask('evaluate', { expression: 'process.env' });
  await ask('evaluate', { expression: 'nothing.here' });
  await ask('breakpoint', { file: 'secrets.js', line: 400 });
  await ask('step', { count: 0.5 });
  await ask('continue');
  await ask('continue');
  await ask('stop');
}

test('a conversation is recorded in the journal, without its secrets', async () => {
  await converse({}, async (conversation) => {
    const { folder } = conversation;
    expect(readdirSync(folder)).not.toContain('logs');
    await debugIt(conversation);
    const file = journalOf(folder);
    await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toContain('"session:closed"');
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(folder);
    expectGolden('journal/conversation', entriesText(entriesOf(file)));
  });
});

test('answers mask secrets, unless the server was started to show them', async () => {
  await converse({}, async (conversation) => {
    await debugIt(conversation);
    expect(conversation.transcript()).toContain('[masked]');
    // The caller's own words are in the transcript, too.
    const answers = conversation.transcript().replaceAll(/^> .*$/gm, '');
    expect(answers).not.toContain(SECRET);
    expect(answers).toContain('(string) "if"');
  });
  await converse({ args: ['--show-secrets'] }, async (conversation) => {
    await debugIt(conversation);
    expect(conversation.transcript()).toContain(`password: "${SECRET}"`);
    const file = journalOf(conversation.folder);
    await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toContain('"session:closed"');
    expect(readFileSync(file, 'utf8')).not.toContain(SECRET);
  });
});

test('the journal is another file, or none', async () => {
  await converse({ args: ['--log-file', 'elsewhere/j.log', '--log-level', 'error'] }, async ({ ask, folder }) => {
    await ask('sessions');
    await ask('evaluate', { expression: '1' });
    const file = join(folder, 'elsewhere', 'j.log');
    await expect.poll(() => existsSync(file) && entriesOf(file)).toMatchObject([{ message: 'tool:error' }]);
    expect(existsSync(join(folder, 'logs'))).toBe(false);
  });
  await converse({ args: ['--no-log'] }, async ({ ask, folder, close }) => {
    await ask('sessions');
    await close();
    expect(existsSync(join(folder, 'logs'))).toBe(false);
  });
});

test('a folder that cannot be written to is reported once on stderr, and debugging works', async () => {
  await converse({}, async ({ ask, folder, stderr }) => {
    writeFileSync(join(folder, 'logs'), 'in the way');
    const { text } = await ask('launch', { program: 'app.js' });
    expect(text).toContain('Debugger started');
    await expect
      .poll(stderr)
      .toMatch(/^mcp-debugger: the journal cannot be written \(.*\); debugging goes on without it\./);
    await ask('continue');
    await ask('stop');
    expect(stderr().match(/journal/g)).toHaveLength(1);
  });
});

test('what a server wrote last, before its client left, is in the journal', async () => {
  await converse({}, async ({ ask, folder, close }) => {
    mkdirSync(join(folder, 'logs'));
    await ask('launch', { program: 'app.js' });
    await close();
    expect(entriesOf(journalOf(folder)).at(-1)).toMatchObject({ message: 'session:closed', sessionName: 's1' });
  });
});

test('every toolset writes it, with the sessions that each began', async () => {
  await converse({ args: ['--toolset', 'all'] }, async ({ call, folder, close }) => {
    const path = join(folder, 'app.js');
    await call('debug_probe', { program: 'app.js', file: 'app.js', line: 10 });
    const created = await call('create_debug_session', { language: 'node', name: 'My Debug Session' });
    const { sessionId } = JSON.parse(created.text);
    await call('set_breakpoint', { sessionId, file: path, line: 10 });
    await call('close_debug_session', { sessionId });
    await call('debugger_start', { command: `node ${path}` });
    const breakpoint = { file: path, line: 12 };
    const script = { command: `node ${path}`, breakpoint, expression: 'total', timeout: 20_000 };
    await call('debug-script', script);
    await close();
    const entries = entriesOf(journalOf(folder));
    const answers = entries.flatMap((entry) =>
      entry.message === 'tool:response' || entry.message === 'tool:error' ? [[entry.tool, entry.sessionName]] : [],
    );
    expect(answers.map(([tool]) => tool)).toEqual([
      'debug_probe',
      'create_debug_session',
      'set_breakpoint',
      'close_debug_session',
      'debugger_start',
      'debug-script',
    ]);
    expect(entries.filter((entry) => entry.message === 'tool:response' && entry.sessionId === sessionId)).toHaveLength(
      3,
    );
    expect(answers[1]).toEqual(['create_debug_session', 'My Debug Session']);
    const sessions = (message: string) =>
      entries.filter((entry) => entry.message === message).map((entry) => entry.sessionName);
    expect(sessions('session:created')).toEqual(['probe', 'My Debug Session', 's1', 'script']);
    // The last to be ended is the one that its client left behind.
    expect(sessions('session:closed')).toEqual(['probe', 'My Debug Session', 'script', 's1']);
  });
});
