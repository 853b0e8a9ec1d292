import type { JournalEntry } from '../../../src/journal/entries.ts';
import type { JournalLog } from '../../../src/tui/log/journal-log.ts';
import { memoryLog } from '../../../src/tui/log/memory-log.ts';
import type { Picture } from '../../../src/tui/panes/context.ts';
import { type ScreenSize, screenLines } from '../../../src/tui/screen.ts';
import { textOf } from '../../../src/tui/text/styled-line.ts';
import { FIRST_VIEW, type ViewState } from '../../../src/tui/view/view-state.ts';

// Times of day are shown in the reader's zone.
process.env.TZ = 'UTC';

const BEGIN_MS = Date.UTC(2026, 0, 6, 16, 15);
const NAMESPACES = { tool: 'tools', debug: '', session: 'session', journal: 'journal' } as const;

type Message = JournalEntry['message'];
type Fields<M extends Message> = Omit<
  Extract<JournalEntry, { message: M }>,
  'timestamp' | 'time' | 'level' | 'pid' | 'namespace' | 'message'
>;

/** Writes a journal entry by entry, with a clock of its own. */
export class Story {
  readonly lines: string[] = [];
  #timeMs = BEGIN_MS;
  #calls = 0;

  get nowMs(): number {
    return this.#timeMs;
  }

  /** Lets time pass. */
  wait(ms: number): this {
    this.#timeMs += ms;
    return this;
  }

  /** The next entry, a millisecond after the one before. */
  add<M extends Message>(message: M, fields: Fields<M>): this {
    this.#timeMs += 1;
    const [family = '', name = ''] = message.split(':');
    const namespace = family === 'debug' ? name : family === 'tool' ? NAMESPACES.tool : family;
    const level = message === 'tool:error' ? 'error' : 'info';
    const time = new Date(this.#timeMs).toISOString();
    const common = { timestamp: this.#timeMs, time, pid: 7, level, namespace: `debug-mcp:${namespace}`, message };
    this.lines.push(JSON.stringify({ ...common, ...fields }));
    return this;
  }

  /** A call with its answer `tookMs` later; what happens during it is reported by `during`. */
  call(tool: string, request: Record<string, unknown>, options: CallOptions = {}): this {
    const { session, answer, error, tookMs = 4, during } = options;
    const call = { tool, callId: `c${++this.#calls}`, ...(session ? named(session) : {}) };
    this.add('tool:call', { ...call, request });
    during?.();
    this.wait(tookMs);
    if (error !== undefined) this.add('tool:error', { ...call, duration: tookMs, error });
    else if (answer !== undefined)
      this.add('tool:response', { ...call, success: true, duration: tookMs, response: { text: answer } });
    return this;
  }

  log(): JournalLog {
    return memoryLog(this.lines);
  }
}

interface CallOptions {
  readonly session?: string;
  /** Without an answer and an error, the call has not been answered yet. */
  readonly answer?: string;
  readonly error?: string;
  readonly tookMs?: number;
  readonly during?: () => void;
}

/** The fields of a session of that name. */
export function named(name: string): { sessionId: string; sessionName: string } {
  return { sessionId: `id-${name}`, sessionName: name };
}

export const SOURCE = [
  "const items = require('./items.json');",
  '',
  'function total(list) {',
  '  let sum = 0;',
  '  for (const { price, count } of list) {',
  '    sum += price * count;',
  '  }',
  '  return sum;',
  '}',
  '',
  "console.log('total', total(items));",
];

/** A conversation with everything in it: two sessions, a failed call, stops with values that change, output, an open call. */
export function conversation(): Story {
  const story = new Story();
  const app = named('shop');
  story.call(
    'debug_launch',
    { program: 'shop.js', breakpoints: ['shop.js:6'] },
    {
      session: 'shop',
      tookMs: 180,
      answer: 'Stopped (breakpoint) at shop.js:6 in total\n\n>>> 6 |     sum += price * count;',
      during: () => {
        story.add('session:created', { ...app, language: 'node', program: 'shop.js', cwd: '.' });
        const breakpoint = { ...app, breakpointId: 'bp-1', file: 'shop.js', line: 6 };
        story.add('debug:breakpoint', { ...app, event: 'set', ...breakpoint, verified: false });
        story.add('debug:state', { ...app, event: 'running' });
        story.add('debug:breakpoint', { ...breakpoint, event: 'verified', verified: true });
        stop(story, 'breakpoint', 6, { sum: '0', price: '3', count: '2' });
      },
    },
  );
  story
    .wait(2_000)
    .call(
      'debug_evaluate',
      { expression: 'sum +' },
      { session: 'shop', error: 'SyntaxError: Unexpected end of input' },
    );
  story.wait(1_000).call(
    'debug_continue',
    {},
    {
      session: 'shop',
      tookMs: 12,
      answer: 'Stopped (breakpoint) at shop.js:6 in total',
      during: () => {
        story.add('debug:state', { ...app, event: 'running' });
        story.add('debug:output', { ...app, category: 'stdout', output: 'begin\nreading 数据 🚀 ' });
        story.add('debug:output', { ...app, category: 'stdout', output: 'done\n' });
        story.add('debug:output', { ...app, category: 'stderr', output: 'warning: no currency\n' });
        stop(story, 'breakpoint', 6, { sum: '6', price: "'5€ 👨‍👩‍👧'", count: '2' }, { sum: '0', price: '3' }, 2);
      },
    },
  );
  story.add('session:created', { ...named('api'), language: 'python', program: 'api.py' });
  story.call(
    'debug_continue',
    { session: 'api', timeoutMs: 60000 },
    {
      session: 'api',
      during: () => {
        story.add('debug:state', { ...named('api'), event: 'running' });
      },
    },
  );
  return story;
}

type Values = Readonly<Record<string, string>>;

function stop(story: Story, reason: string, line: number, values: Values, before: Values = {}, hits = 1): void {
  const app = named('shop');
  const place = { file: 'shop.js', line, function: 'total' };
  story.add('debug:breakpoint', {
    ...app,
    breakpointId: 'bp-1',
    event: 'hit',
    verified: true,
    file: 'shop.js',
    line,
    hits,
  });
  story.add('debug:state', { ...app, event: 'paused', reason, location: place, threadId: 1, breakpointIds: ['bp-1'] });
  const variables = Object.entries(values).map(([name, value]) => {
    const previous = before[name];
    return { name, type: 'number', value, ...(previous === undefined ? {} : { previous }) };
  });
  story.add('debug:stack', {
    ...app,
    threadId: 1,
    frames: [
      { name: 'total', file: 'shop.js', line, presentation: 'normal' },
      { name: '', file: 'shop.js', line: 11, presentation: 'normal' },
      { name: 'Module._compile', file: 'node:internal/modules/cjs/loader', line: 1554, presentation: 'internal' },
    ],
    frameCount: 9,
    source: { startLine: 3, lines: SOURCE.slice(2, 9) },
  });
  story.add('debug:variables', {
    ...app,
    frameId: 0,
    scope: 'Locals',
    variablesReference: 1,
    variableCount: variables.length + 2,
    variables,
  });
  story.add('debug:watches', {
    ...app,
    watches: [
      {
        expression: 'sum / count',
        value: line === 6 ? '3' : '0',
        failed: false,
        ...(hits > 1 ? { previous: '0' } : {}),
      },
      { expression: 'tax', value: 'ReferenceError: tax is not defined', failed: true },
    ],
  });
}

/** The picture of a story, with the usual options unless others are given. */
export function pictureOf(log: JournalLog, nowMs: number, view: Partial<ViewState> = {}): Picture {
  return {
    log,
    view: { ...FIRST_VIEW, ...view },
    origin: { name: 'logs/debug-mcp-server.log', live: true, phase: 'read' },
    sources: (file) => (file === 'shop.js' ? SOURCE : undefined),
    clockMs: nowMs,
  };
}

/** The screen as text, one line each, without the spaces at the ends of lines. */
export function screenText(picture: Picture, size: ScreenSize): string {
  return screenLines(picture, size)
    .map((line) => textOf(line).trimEnd())
    .join('\n');
}
