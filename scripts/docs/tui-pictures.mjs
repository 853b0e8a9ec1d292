// Draws docs/pictures/tui-*.svg: what `mcp-debugger tui --demo` shows in a real terminal (tmux), with its colours.
// node scripts/bundle/build.mjs && node scripts/docs/tui-pictures.mjs
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { terminalSvg } from './terminal-svg.mjs';

const SERVER = fileURLToPath(new URL('../../dist/mcp-debugger.js', import.meta.url));
const PICTURES = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const TIMEOUT_MS = 60_000;
/** The header when the recording has come to its end. */
const PLAYED = /session invoices closed/;

/** From the end to the stop where the catalogue changed: over two stops in line 19, and the end of the loop. */
const LEFT_TO_STEP = [
  ['Left', /^›.*breakpoint invoices.js:19/m],
  ['Left', 'lines.push({ ...product'],
  ['Left', 'Source: invoices.js:16'],
  ['Left', 'Source: invoices.js:20'],
];

/** Each a terminal: its size, the keys that are pressed one after the other, and what must be seen after each. */
const SHOTS = [
  {
    name: 'tui',
    title: 'The terminal view: calls, source, changed values and stack of a stop in the past',
    columns: 120,
    rows: 40,
    keys: [[PLAYED], ...LEFT_TO_STEP, ['Tab', '[Watches]']],
  },
  {
    name: 'tui-large',
    title: 'The terminal view in a large terminal',
    columns: 200,
    rows: 50,
    keys: [[PLAYED], ...LEFT_TO_STEP],
  },
  {
    name: 'tui-small',
    title: 'The terminal view in a terminal of 80 by 24, an error jumped to',
    columns: 80,
    rows: 24,
    keys: [[PLAYED], ['t', 'Timeline: calls'], ['E', '✗']],
  },
];

const folder = mkdtempSync(join(tmpdir(), 'mcp-debugger-pictures-'));
try {
  mkdirSync(PICTURES, { recursive: true });
  for (const shot of SHOTS) await take(shot);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function take({ name, title, columns, rows, keys }) {
  const socket = join(folder, name);
  const tmux = (...args) => execFileSync('tmux', ['-S', socket, ...args], { encoding: 'utf8' });
  const environment = ['-u', 'NO_COLOR', '-u', 'COLORTERM', 'TZ=UTC', 'TERM=screen-256color'];
  const program = ['env', ...environment, process.execPath, SERVER, 'tui', '--demo'];
  tmux('-f', '/dev/null', '-u', 'new-session', '-d', '-x', String(columns), '-y', String(rows), ...program);
  try {
    for (const step of keys) {
      const [key, wanted] = step.length === 1 ? [undefined, step[0]] : step;
      if (key !== undefined) tmux('send-keys', key);
      await shown(() => tmux('capture-pane', '-p'), wanted);
    }
    const screen = tmux('capture-pane', '-p', '-e').trimEnd();
    writeFileSync(`${PICTURES}${name}.svg`, terminalSvg(screen, { columns, rows: rows - 1, title }));
    console.log(`docs/pictures/${name}.svg`);
  } finally {
    tmux('kill-server');
  }
}

async function shown(capture, wanted) {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const screen = capture();
    if (typeof wanted === 'string' ? screen.includes(wanted) : wanted.test(screen)) break;
    if (Date.now() > deadline) throw new Error(`The terminal never showed ${wanted}, but:\n${screen}`);
    await sleep(100);
  }
  // The rest of the drawing.
  await sleep(200);
}
