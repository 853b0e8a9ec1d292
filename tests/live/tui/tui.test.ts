import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rotatedName } from '../../../src/journal/journal-names.ts';
import { SERVER_PATH } from '../../support/mcp-client.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { TmuxTerminal } from '../../support/tmux-terminal.ts';
import { conversation, SOURCE } from '../../unit/tui/story.ts';

const SIZES = [
  [80, 24],
  [120, 40],
  [200, 60],
] as const;

let folder: string;
let terminal: TmuxTerminal | undefined;

beforeEach(() => {
  folder = temporaryFolder('mcp-debugger-tui-');
  mkdirSync(join(folder, 'logs'));
});

afterEach(async () => {
  await terminal?.close();
  terminal = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const journal = () => join(folder, 'logs/debug-mcp-server.log');

function writeJournal(lines: readonly string[] = conversation().lines): void {
  writeFileSync(journal(), lines.map((line) => `${line}\n`).join(''));
  writeFileSync(join(folder, 'shop.js'), SOURCE.join('\n'));
}

async function open(columns = 120, rows = 40, options: Options = {}): Promise<TmuxTerminal> {
  const { args = [], env = {} } = options;
  const command = [process.execPath, SERVER_PATH, 'tui', ...args];
  terminal = await TmuxTerminal.open({ columns, rows, command, cwd: folder, env: { TZ: 'UTC', ...env } });
  return terminal;
}

interface Options {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The columns in which the lines between panes are, line by line. A wide character counted wrongly would move them. */
function separators(screen: string): Set<string> {
  return new Set(screen.split('\n').flatMap((line) => (line.includes('│') ? [columnsBefore(line)] : [])));
}

function columnsBefore(line: string): string {
  const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}]/gu;
  return line
    .split('│')
    .slice(0, -1)
    .map((part) => Array.from(part).length + (part.match(wide)?.length ?? 0))
    .join(',');
}

describe.each(SIZES)('at %i x %i', (columns, rows) => {
  test('the conversation is shown with its source, its values and its output, column by column', async () => {
    writeJournal();
    const { shows } = bound(await open(columns, rows));
    const screen = await shows('? help');
    expect(screen).toContain('shop.js:6 total');
    expect(screen).toMatch(/●→ *6 +sum \+= price \* count;/);
    expect(screen).toMatch(/\*sum = 6 {2}was 0/);
    expect(screen).toContain("*price = '5€ 👨👩👧'");
    const lines = screen.split('\n');
    expect(lines.length, 'the last row stays empty').toBe(rows - 1);
    expect(separators(screen).size, screen).toBe(1);
  });
});

/** The columns of a line without wide characters. */
function widthOf(line: string): number {
  return Array.from(line).length;
}

/** The methods of a terminal that tests call without it. */
function bound(open: TmuxTerminal) {
  return {
    shows: (wanted: string | ((screen: string) => boolean)) => open.shows(wanted),
    keys: (...names: string[]) => open.keys(...names),
  };
}

test('stops are stepped through, errors jumped to, rows filtered and searched, and everything shown again', async () => {
  writeJournal();
  const { shows, keys } = bound(await open());
  await shows('*sum = 6');
  await keys('Left');
  await shows('*sum = 6');
  await keys('Left');
  const first = await shows((screen) => screen.includes(' sum = 0') && !screen.includes('*sum'));
  expect(first).toContain('6     sum += price * count;  1x');
  await keys('Left');
  await shows('no earlier stop');
  await keys('e');
  await shows((screen) => /^›.*debug_evaluate.*✗/m.test(screen));
  await keys('t');
  await shows('Timeline: calls');
  await keys('s');
  await shows('Timeline: session shop, calls');
  await keys('/');
  await terminal?.type('launch');
  await shows('/launch_');
  await keys('Enter');
  await shows((screen) => /^›.*debug_launch/m.test(screen));
  await keys('Escape');
  await shows((screen) => /─ Timeline ──/.test(screen));
  await keys('?');
  await shows('one session after the other, then all');
  await keys('?');
  await shows('─ Sessions ─');
});

test('an entry is shown and copied as JSON, a call with its answer', async () => {
  writeJournal();
  const { shows, keys } = bound(await open());
  await shows('? help');
  await keys('E', 'Enter');
  await shows('"error": "SyntaxError: Unexpected end of input"');
  // Both at once would be Alt and c.
  await keys('Escape');
  await shows('─ Sessions ─');
  await keys('c');
  await shows('copied as JSON');
  const copied: unknown = JSON.parse((await terminal?.clipboard()) ?? '');
  expect(copied).toMatchObject({
    call: { tool: 'debug_evaluate', request: { expression: 'sum +' } },
    answer: { error: 'SyntaxError: Unexpected end of input' },
  });
});

test('a journal that does not exist is waited for, followed while it grows, over a rotation, and paused', async () => {
  const { lines } = conversation();
  const { shows, keys } = bound(await open());
  await shows('waiting for it to appear');
  writeJournal(lines.slice(0, 4));
  await shows('4 entries');
  appendFileSync(journal(), `${lines[4]}\n${lines[5]?.slice(0, 20)}`);
  await shows('5 entries');
  appendFileSync(journal(), `${lines[5]?.slice(20)}\nnot an entry\n`);
  await shows('6 entries');
  renameSync(journal(), rotatedName(journal(), new Date(), 7));
  writeJournal(lines.slice(6, 12));
  await shows('12 entries');
  await keys('Space');
  await shows((screen) => /entries +paused/.test(screen));
  appendFileSync(journal(), `${lines.slice(12).join('\n')}\n`);
  await shows(`paused, ${lines.length - 12} later`);
  await keys('Space');
  await shows((screen) => /following/.test(screen) && /▸ api/.test(screen));
});

test('--session shows one session alone, --no-follow what is there', async () => {
  writeJournal();
  const { shows } = bound(await open(120, 40, { args: [journal(), '--no-follow', '--session', 'api'] }));
  const screen = await shows('Timeline: session api');
  expect(screen).toContain('at the end');
  expect(screen).not.toContain('debug_launch');
});

test('--demo plays a recorded session, through which can be stepped', async () => {
  const { shows, keys } = bound(await open(120, 40, { args: ['--demo'] }));
  await shows('playing …');
  await shows('session invoices closed');
  for (const place of [
    'invoices.js:19',
    'lines.push({ ...product',
    'Source: invoices.js:16',
    'Source: invoices.js:20',
  ]) {
    await keys('Left');
    await shows(place);
  }
  const screen = await shows('*product = {name: "Kettle", price: 36, quantity: 1}');
  expect(screen).toContain('a recorded session');
  expect(screen).not.toContain('playing');
});

test('the screen follows the size of its terminal', async () => {
  writeJournal();
  const { shows } = bound(await open(120, 40));
  await shows('─ Output ─');
  for (const [columns, rows] of [
    [80, 24],
    [200, 60],
    [100, 20],
    [30, 8],
    [120, 40],
  ] as const) {
    await terminal?.resize(columns, rows);
    // What the terminal makes of the old screen, before the view gets the new size, has lost its first lines.
    const screen = await shows((text) => {
      const [first = '', second = '', ...rest] = text.split('\n');
      if (columns < 40) return first.includes('is too small') && second === '';
      return first.startsWith(' mcp-debugger ') && widthOf(second) === columns && rest.length === rows - 3;
    });
    expect(screen.match(/mcp-debugger|─ Sessions/g)?.length ?? 0).toBe(columns < 40 ? 0 : 2);
  }
});

test('NO_COLOR takes the colours away and leaves everything readable', async () => {
  writeJournal();
  const colour = /\[(?:\d+;)*(?:3[0-8]|9[0-7])m/;
  // A continuous integration has no colours of its own.
  const neutral = { FORCE_COLOR: undefined, COLORTERM: undefined, CI: undefined };
  const coloured = await open(120, 40, { env: { ...neutral, NO_COLOR: undefined } });
  await coloured.shows('? help');
  expect(await coloured.colours()).toMatch(colour);
  await coloured.close();
  const plain = await open(120, 40, { env: { ...neutral, NO_COLOR: '1' } });
  await plain.shows('? help');
  expect(await plain.colours()).not.toMatch(colour);
  expect(await plain.text()).toContain('*sum = 6  was 0');
});

describe('the terminal is given back', () => {
  test.each([['q'], ['C-c']])('after %s', async (key) => {
    writeJournal();
    const { shows, keys } = bound(await open());
    await shows('? help');
    expect(await terminal?.fact('#{alternate_on}')).toBe('1');
    await keys(key);
    await expectRestored();
    await terminal?.type('echo code $?');
    await keys('Enter');
    await shows('code 0');
  });

  test('after a signal', async () => {
    writeJournal();
    const { shows } = bound(await open(120, 40, { args: ['--session', 'shop'] }));
    await shows('? help');
    const shell = Number(await terminal?.fact('#{pane_pid}'));
    process.kill(childOf(shell), 'SIGTERM');
    await expectRestored();
  });

  test('after a defect, which is reported then', async () => {
    writeJournal();
    const preload = join(folder, 'defect.cjs');
    writeFileSync(preload, "process.on('SIGUSR2', () => { throw new Error('a defect for the test'); });");
    const { shows } = bound(await open(120, 40, { env: { NODE_OPTIONS: `--require=${preload}` } }));
    await shows('? help');
    process.kill(childOf(Number(await terminal?.fact('#{pane_pid}'))), 'SIGUSR2');
    await shows('a defect for the test');
    await expectRestored();
  });

  async function expectRestored(): Promise<void> {
    await terminal?.shows((screen) => screen.trimEnd().endsWith('shell>'));
    expect(await terminal?.fact('#{alternate_on} #{cursor_flag}')).toBe('0 1');
  }
});

test('without a terminal it says so and exits with 2', async () => {
  const { shows, keys } = bound(await open(120, 40, { args: ['--help'] }));
  await shows('mcp-debugger tui [FILE]');
  await terminal?.type(
    `'${process.execPath}' '${SERVER_PATH}' tui | cat; echo; '${process.execPath}' '${SERVER_PATH}' tui < /dev/null; echo code $?`,
  );
  await keys('Enter');
  const screen = await shows('code 2');
  expect(screen.match(/tui needs a terminal/g)?.length).toBe(2);
});

/** The process that a shell runs. */
function childOf(shell: number): number {
  return Number(execFileSync('pgrep', ['-P', String(shell)], { encoding: 'utf8' }).trim());
}
