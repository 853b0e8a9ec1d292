import type { Random } from '../random.ts';
import { LAUNCHED } from './programs.ts';

/** One call of a tool, or what is done to a program instead. */
export type Step =
  | { readonly kind: 'call'; readonly tool: string; readonly args: Readonly<Record<string, unknown>> }
  /** A program of the lane's own is started, and attached to. */
  | { readonly kind: 'attach'; readonly program: string; readonly by: 'pid' | 'port' }
  /** The program of the session is ended from outside. */
  | { readonly kind: 'kill' };

/** The session of a lane, and the program that was launched in it last. */
export interface Lane {
  readonly session: string;
  launched: (typeof LAUNCHED)[number];
  /** True if there is a program to make calls to, as far as the last answer showed. */
  isLive: boolean;
}

const EXPRESSIONS = ['1 + 1', 'n', 'total', 'i', 'no_such_name', 'a', '[1, 2, 3]', '(', '"x" * 3'];
/** Does not end by itself, in either language. */
const ENDLESS = ['(() => { for (;;); })()', 'new Promise(() => {})', '[0 for _ in iter(int, 1)]'];

/** The weight of each kind of step. */
const STEPS: readonly (readonly [weight: number, make: (random: Random, lane: Lane) => Step])[] = [
  [10, launch],
  [3, (random) => ({ kind: 'attach', program: 'ticks.js', by: random() < 0.5 ? 'pid' : 'port' })],
  [12, (random, { session }) => call('continue', { session, timeoutMs: below(random, 1_500) })],
  [
    12,
    (random, { session }) =>
      call('step', { session, action: oneOf(random, ['next', 'step_in', 'step_out']), timeoutMs: 1_000 }),
  ],
  [8, (random, { session }) => call('evaluate', { session, expression: oneOf(random, EXPRESSIONS), timeoutMs: 2_000 })],
  [
    1,
    (random, { session }) =>
      call('evaluate', { session, expression: oneOf(random, ENDLESS), timeoutMs: below(random, 500) }),
  ],
  [6, (random, lane) => call('breakpoint', { session: lane.session, ...place(random, lane) })],
  [4, (_, { session }) => call('variables', { session })],
  [4, (_, { session }) => call('stack', { session })],
  [5, (_, { session }) => call('pause', { session, timeoutMs: 1_000 })],
  [2, (random, { session }) => call('watch', { session, expression: oneOf(random, EXPRESSIONS) })],
  [2, (_, { session }) => call('output', { session })],
  [1, (_, { session, launched: { file } }) => call('patch', { session, file, old: 'n += 1', new: 'n += 2' })],
  [4, (_, { session }) => call('stop', { session })],
  [3, () => ({ kind: 'kill' })],
  [1, () => call('sessions', {})],
  [2, (random) => call('probe', { ...probed(random), timeoutMs: 3_000 })],
  [2, (random) => call('trace', { ...run(random), function: 'add()', timeoutMs: 3_000 })],
  [1, (random) => call('hang', { ...run(random), timeoutMs: 3_000 })],
  [1, (_, { session }) => call('hang', { session, timeoutMs: 2_000 })],
  [1, () => call('test', { program: 'npm test', timeoutMs: 10_000 })],
];
const WEIGHTS = STEPS.reduce((sum, [weight]) => sum + weight, 0);

/** The next step in a lane. */
export function randomStep(random: Random, lane: Lane): Step {
  // Most calls without a program are refused alike.
  if (!lane.isLive && random() < 0.8) return launch(random, lane);
  let at = random() * WEIGHTS;
  for (const [weight, make] of STEPS) {
    at -= weight;
    if (at < 0) return make(random, lane);
  }
  return { kind: 'kill' };
}

function launch(random: Random, lane: Lane): Step {
  lane.launched = oneOf(random, LAUNCHED);
  const { program, file, lines } = lane.launched;
  const breakpoints = random() < 0.7 ? [`${file}:${oneOf(random, lines)}`] : [];
  const stopOnEntry = random() < 0.3;
  return call('launch', {
    program,
    session: lane.session,
    breakpoints,
    stopOnEntry,
    timeoutMs: 500 + below(random, 4_000),
  });
}

function place(random: Random, { launched: { file, lines } }: Lane): Record<string, unknown> {
  const condition = random() < 0.3 ? { condition: '1 > 2' } : {};
  return { file, line: oneOf(random, lines), ...(random() < 0.2 ? { logMessage: 'passed' } : condition) };
}

/** A program, and a line that it passes. */
function probed(random: Random): Record<string, unknown> {
  const { program, file, lines } = oneOf(random, LAUNCHED);
  return { program, file, line: oneOf(random, lines) };
}

function run(random: Random): Record<string, unknown> {
  return { program: oneOf(random, LAUNCHED).program };
}

function call(name: string, args: Readonly<Record<string, unknown>>): Step {
  return { kind: 'call', tool: `debug_${name}`, args };
}

export function below(random: Random, limit: number): number {
  return 1 + Math.floor(random() * limit);
}

function oneOf<T>(random: Random, list: readonly T[]): T {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
}
