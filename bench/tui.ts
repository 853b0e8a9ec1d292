import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TmuxTerminal } from '../tests/support/tmux-terminal.ts';
import { named, Story } from '../tests/unit/tui/story.ts';
import type { Bench, Measurement } from './bench.ts';
import { type Repetition, seriesOf } from './samples.ts';
import type { Row } from './table.ts';

const JOURNAL_MB = 100;
const ENTRIES_PER_SECOND = 1_000;
const WRITES_PER_SECOND = 20;
const ENTRIES_PER_STEP = 6;
const LOOK_INTERVAL_MS = 20;
const READY = '? help';
const READING = 'reading …';

/** The terminal view of a long journal, in a real terminal. Linux only. */
export const tui: Measurement = {
  name: 'tui',
  counted:
    'the terminal view in tmux, 120x40, on a journal of 100 MB: from the Enter after its name to its first screen, and until all entries ' +
    'are in; its resident memory then; and how long after an entry was written it is on the screen, at 1,000 entries a second.',
  run: async (bench) => {
    if (process.platform !== 'linux') return [];
    const file = join(bench.folder, 'journal.log');
    const steps = new Steps();
    writeJournal(file, steps, bench.quick ? JOURNAL_MB / 10 : JOURNAL_MB);
    const openings = { count: bench.quick ? 2 : 5, budgetMs: 60_000 };
    return [...(await opened(bench, file, openings)), await followed(bench, file, steps)];
  },
};

/** An agent that steps for ever. */
class Steps {
  readonly #story = new Story();
  #count = 0;

  /** The lines of one step: six entries. */
  next(): string {
    const session = named(`s${(this.#count % 5) + 1}`);
    const line = (this.#count++ % 90) + 1;
    const place = { file: 'src/shop.js', line, function: 'total' };
    const answer = `Stopped (step) at src/shop.js:${line} in total\n${'  12 | const price = items[i].price;\n'.repeat(4)}`;
    const during = () => {
      this.#story.add('debug:state', { ...session, event: 'running' });
      this.#story.add('debug:state', { ...session, event: 'paused', reason: 'step', location: place, threadId: 1 });
      const variables = ['i', 'sum', 'price'].map((name, at) => ({
        name,
        type: 'number',
        value: `${line * (at + 1)}`,
      }));
      const counts = { variablesReference: 1, variableCount: variables.length };
      this.#story.add('debug:variables', { ...session, frameId: 0, scope: 'Locals', ...counts, variables });
      const frames = [{ name: 'total', file: place.file, line, presentation: 'normal' as const }];
      this.#story.add('debug:stack', { ...session, threadId: 1, frames, frameCount: 1 });
    };
    this.#story.call('debug_step', { mode: 'over' }, { session: session.sessionName, answer, during });
    return this.#story.lines.splice(0).join('\n');
  }
}

function writeJournal(file: string, steps: Steps, megabytes: number): void {
  for (let written = 0; written < megabytes * 1e6; ) {
    const lines = Array.from({ length: 1_000 }, () => steps.next()).join('\n');
    appendFileSync(file, `${lines}\n`);
    written += lines.length;
  }
}

async function opened(bench: Bench, file: string, { count }: Repetition): Promise<Row[]> {
  const first: number[] = [];
  const whole: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round < count; round++) {
    const terminal = await view(bench, file);
    const began = performance.now();
    await terminal.keys('Enter');
    await terminal.shows(READY);
    first.push(performance.now() - began);
    await terminal.shows((screen) => screen.includes(READY) && !screen.includes(READING));
    whole.push(performance.now() - began);
    memory.push(residentMb(await childOf(terminal)));
    await terminal.close();
  }
  return [
    {
      name: 'terminal view, first screen of a 100 MB journal',
      unit: 'ms',
      target: { atMost: 1_000 },
      server: seriesOf(first),
    },
    { name: 'terminal view, all of 100 MB read', unit: 'ms', target: { atMost: 2_000 }, server: seriesOf(whole) },
    { name: 'terminal view, memory with 100 MB', unit: 'MB', target: { atMost: 200 }, server: seriesOf(memory) },
  ];
}

/**
 * The age of the newest entry on the screen, while others are written at a steady pace. Looking costs some milliseconds itself.
 */
async function followed(bench: Bench, file: string, steps: Steps): Promise<Row> {
  const terminal = await view(bench, file);
  await terminal.keys('Enter');
  await terminal.shows((screen) => screen.includes(READY) && !screen.includes(READING));
  const written: number[] = [];
  const marks = new Story();
  const writing = setInterval(() => {
    const lines = Array.from({ length: ENTRIES_PER_SECOND / WRITES_PER_SECOND / ENTRIES_PER_STEP }, () => steps.next());
    marks.add('debug:output', { ...named('s1'), category: 'stdout', output: `mark-${written.length}-end\n` });
    appendFileSync(file, `${[...lines, ...marks.lines.splice(0)].join('\n')}\n`);
    written.push(performance.now());
  }, 1_000 / WRITES_PER_SECOND);
  const ages: number[] = [];
  const end = performance.now() + (bench.quick ? 2_000 : 10_000);
  while (performance.now() < end) {
    const shown = [...(await terminal.text()).matchAll(/mark-(\d+)-end/g)].map(([, number]) => Number(number));
    const newest = Math.max(-1, ...shown);
    const age = performance.now() - (written[newest] ?? Number.NaN);
    if (!Number.isNaN(age)) ages.push(age);
    await sleep(LOOK_INTERVAL_MS);
  }
  clearInterval(writing);
  await terminal.close();
  return {
    name: 'terminal view, entry to screen at 1,000 a second',
    unit: 'ms',
    target: { atMost: 500 },
    server: seriesOf(ages),
  };
}

/** A terminal in which the view is typed, and not begun. */
function view(bench: Bench, file: string): Promise<TmuxTerminal> {
  const command = [process.execPath, bench.serverPath, 'tui', file];
  return TmuxTerminal.open({ columns: 120, rows: 40, command, start: false });
}

async function childOf(terminal: TmuxTerminal): Promise<number> {
  const shell = await terminal.fact('#{pane_pid}');
  const children = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').trim();
  return Number(children.split(' ').at(-1));
}

function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
