import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type JournalEntry, journalEntrySchema } from '../../src/journal/entries.ts';
import { JournalReader } from '../../src/journal/reader.ts';
import { type Conversation, converse } from '../support/debug-programs.ts';
import { expectGolden } from '../support/golden.ts';

/** What is in a program's memory must be readable in it, so that a test sees it masked elsewhere. */
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
 * program runs, and when its output comes, is nobody's promise.
 */
function told(entries: readonly JournalEntry[]): string {
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

test('a conversation is told by the journal, without its secrets', async () => {
  await converse({}, async (conversation) => {
    const { folder } = conversation;
    expect(readdirSync(folder)).not.toContain('logs');
    await debugIt(conversation);
    const file = journalOf(folder);
    await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toContain('"session:closed"');
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(folder);
    expectGolden('journal/conversation', told(entriesOf(file)));
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

test('a folder that cannot be written to is told once on stderr, and debugging works', async () => {
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
