import { resolve } from 'node:path';
import * as z from 'zod/v4';
import type { Deadline } from '../../adapter/deadline.ts';
import type { AttachRequest, LaunchRequest } from '../../adapter/debug-adapter.ts';
import type { DebugEngine, SessionSetup, StartedSession } from '../../engine/debug-engine.ts';
import { openDebuggerWarning } from '../../engine/open-debugger.ts';
import type { NamedStart } from '../../engine/projects/named-start.ts';
import { waitWatching } from '../../investigate/serving/wait-watching.ts';
import type { ExceptionBreakMode } from '../../model/breakpoints/breakpoint.ts';
import { DebugError } from '../../model/debug-error.ts';
import { renderBreakpointNews } from '../../render/breakpoints.ts';
import { displayPath } from '../../render/paths.ts';
import { renderAttached, renderLaunched } from '../../render/sessions.ts';
import type { DebugSession } from '../../session/debug-session.ts';
import { DEFAULT_WAIT_MS } from '../../session/run/run-control.ts';
import type { StartOptions } from '../../session/run/start-debuggee.ts';
import { DEBUG_ACTIONS } from '../action-names.ts';
import { RUNS_PROGRAM } from '../annotations.ts';
import { boolean, integer, optional, text } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { breakpointRequests, breakpointsArgument } from './breakpoint-argument.ts';
import { type Context, deadlineOf, isIdle, outcomeText, timeoutArgument } from './common.ts';
import { launchArguments, launchNotes, startWanted } from './launch-arguments.ts';

/** Exceptions to stop at. */
const exceptionsArgument = optional(z.enum(['none', 'uncaught', 'userUnhandled', 'all']));
/** A program that reaches its entry at all does so within moments; a breakpoint may take its time. */
const ENTRY_WAIT_MS = 10_000;
/** A command that asks before it starts what is debugged waits for the caller, who thinks between two calls. */
const ASKING_START_MS = 600_000;

export const debugLaunch = defineTool({
  name: 'debug_launch',
  title: 'Launch a program',
  description:
    'Start debugging a program. With breakpoints it runs to the first stop and reports it; without, it stops at entry. Again: restarts, keeping breakpoints.',
  annotations: RUNS_PROGRAM,
  schema: z.strictObject({
    ...launchArguments,
    breakpoints: breakpointsArgument.describe('"file:line", "file:line if condition" or "functionName()"'),
    tty: optional(boolean()),
    stopOnEntry: optional(boolean()),
    followChildren: optional(boolean()),
    exceptions: exceptionsArgument.describe('Default uncaught'),
    timeoutMs: timeoutArgument.describe('Default 30000'),
    session: optional(text()).describe('Name for a new session'),
  }),
  async handler(args, context: Context) {
    const { engine } = context;
    const deadline = deadlineOf(args, context);
    const start = startWanted(args, engine);
    const folder = resolve(engine.cwd, args.cwd ?? '.');
    // The program's own folder first: from it the answers name their files. The caller may not know it yet.
    const cwd = start.kind === 'launch' ? start.launch.cwd : folder;
    const breakpoints = breakpointRequests(args.breakpoints, (path) => engine.resolvePath(path, cwd, folder));
    const language = args.language ?? start.language;
    const setup = { name: args.session, language, breakpoints, exceptionMode: args.exceptions };
    if (start.kind === 'attach') return { text: await attachedText(start, setup, deadline, context) };
    const stopOnEntry = args.stopOnEntry ?? start.stopOnEntry ?? breakpoints.length === 0;
    const launch = { ...start.launch, tty: args.tty, stopOnEntry, followChildren: args.followChildren };
    refuseTerminalFile(launch);
    const started = await engine.launch(launch, setup, startOptions(deadline, launch));
    const { session } = started;
    const first = await firstStop(session, deadline, context, stopOnEntry ? ENTRY_WAIT_MS : undefined);
    const notes = [...start.notes, ...launchNotes(launch), ...inputNotes(launch)];
    return { text: [launchedText(started, args.exceptions, engine), ...notes, ...first].join('\n') };
  },
});

export const debugAttach = defineTool({
  name: 'debug_attach',
  title: 'Attach to a process',
  description: 'Debug a Node.js, Go or Python process by pid, port or ws url. debug_stop lets it run on.',
  annotations: RUNS_PROGRAM,
  schema: z.strictObject({
    pid: optional(integer({ min: 1 })),
    port: optional(integer({ min: 1, max: 65_535 })),
    host: optional(text()),
    url: optional(text()),
    language: optional(text()),
    breakpoints: breakpointsArgument,
    exceptions: exceptionsArgument,
    timeoutMs: timeoutArgument,
    session: optional(text()),
  }),
  async handler(args, context: Context) {
    const { engine } = context;
    const deadline = deadlineOf(args, context);
    const { target, label } = attachTarget(args);
    const breakpoints = breakpointRequests(args.breakpoints, (path) => engine.resolvePath(path));
    const setup = { name: args.session, language: args.language, breakpoints, exceptionMode: args.exceptions };
    return { text: await attachedText({ target, label, notes: [] }, setup, deadline, context) };
  },
});

/** Attaches, and says what came of it. */
async function attachedText(
  { target, label, notes }: Pick<Extract<NamedStart, { kind: 'attach' }>, 'target' | 'label' | 'notes'>,
  setup: SessionSetup,
  deadline: Deadline,
  context: Context,
): Promise<string> {
  const session = await context.engine.attach(target, label, setup, deadline.left());
  const hasBreakpoints = setup.breakpoints.length > 0;
  const rest = hasBreakpoints ? await firstStop(session, deadline, context) : breakpointNews(session);
  const open = openDebuggerWarning(session) ?? [];
  return [renderAttached(label, session.language), ...[open].flat(), ...notes, ...rest].join('\n');
}

/** Says how to write to an input that stays open, and the effect of a terminal on the output. */
function inputNotes({ tty = false, stdin }: LaunchRequest): string[] {
  if (tty) return ['In a terminal: stdout and stderr are one; debug_output with write types into it.'];
  return stdin?.kind === 'open' ? ['Its stdin is open: debug_output with write, and with end at last.'] : [];
}

/** @throws DebugError `invalid_argument`: a terminal is itself what the program reads */
function refuseTerminalFile({ tty = false, stdin }: LaunchRequest): void {
  if (!tty || stdin?.kind !== 'file') return;
  throw new DebugError(
    'invalid_argument',
    'tty and a file as stdin do not go together: the program reads the terminal.',
    {
      advice: 'Give the text to type as stdin, or leave tty out.',
      details: { argument: 'stdin' },
    },
  );
}

/** `timeoutMs` is how long to wait for an answer: a short one must not fail the start, which takes what it takes and goes on. */
function startOptions(deadline: Deadline, { stdin, tty }: LaunchRequest): StartOptions {
  const { timeoutMs, signal } = deadline.left();
  const leastMs = tty || stdin?.kind === 'open' ? ASKING_START_MS : DEFAULT_WAIT_MS;
  return { timeoutMs: Math.max(timeoutMs, leastMs), signal, answerBy: deadline };
}

/** News of the breakpoints, which are as good as they get at the first stop, and then the stop. */
async function firstStop(
  session: DebugSession,
  deadline: Deadline,
  context: Context,
  atMostMs: number = deadline.timeoutMs,
): Promise<string[]> {
  context.progress(`${session.program} is running`);
  const left = deadline.left();
  const limits = { ...left, timeoutMs: Math.min(left.timeoutMs, atMostMs) };
  const outcome = await waitWatching(session, (until) => session.waitForStop({ ...limits, until }));
  // An idle program's text names the pending ones itself.
  const news = breakpointNews(session, outcome.kind === 'exited' || isIdle(outcome));
  return [...news, await outcomeText(session, outcome, context, { deadline })];
}

function launchedText(
  { session, origin }: StartedSession,
  exceptions: ExceptionBreakMode | undefined,
  engine: DebugEngine,
): string {
  const launched = renderLaunched(session.program, session.languages, { cwd: session.cwd });
  const others = engine.sessions.list().filter((other) => !other.ended);
  const name = others.length > 1 ? [`Session: ${session.id} (${others.length} are live)`] : [];
  const kept = exceptions === undefined && session.exceptionMode !== 'uncaught' ? session.exceptionMode : undefined;
  return [launched, ...name, ...originText(session, origin, kept)].join('\n');
}

/** @param exceptions Which exceptions stop as before, where that is not what a launch begins with. */
function originText(
  { cwd }: DebugSession,
  origin: StartedSession['origin'],
  exceptions: ExceptionBreakMode | undefined,
): string[] {
  if (origin.kind === 'new') return [];
  const { breakpoints } = origin;
  const count = breakpoints === 0 ? '' : `${breakpoints} breakpoint${breakpoints === 1 ? '' : 's'}`;
  if (origin.kind === 'recovered') return [`${count} restored from the session before the server ended.`];
  const mode = exceptions === undefined ? '' : `; still stopping at exceptions: ${exceptions}`;
  const files = origin.patched.map((path) => displayPath(path, { cwd })).join(', ');
  const patches =
    files === '' ? [] : [`What was patched in the run before is not in this one, which runs ${files} as on disk.`];
  return [`Restarted${count === '' ? '' : `, ${count} kept`}${mode}.`, ...patches];
}

/**
 * The breakpoints that did not simply bind: an agent that takes them for set waits for a stop that never comes. After the end
 * of the program the verdicts say more of the pending ones.
 */
function breakpointNews(session: DebugSession, withoutPending = false): string[] {
  const news = session.breakpoints.list().filter(({ state }) => {
    if (state.kind === 'verified') return (state.movedFromLine ?? state.warning) !== undefined;
    return !(withoutPending && state.kind === 'pending');
  });
  session.breakpoints.dropRejected();
  for (const record of news) session.breakpoints.markReported(record);
  return renderBreakpointNews(news, { cwd: session.cwd }, DEBUG_ACTIONS.listBreakpoints);
}

function attachTarget(args: {
  pid?: number | undefined;
  port?: number | undefined;
  host?: string | undefined;
  url?: string | undefined;
}): { target: AttachRequest; label: string } {
  const host = args.host ?? '127.0.0.1';
  const given = [args.pid, args.port, args.url].filter((each) => each !== undefined).length;
  if (given === 1 && args.pid !== undefined)
    return { target: { kind: 'pid', pid: args.pid }, label: `process ${args.pid}` };
  if (given === 1 && args.port !== undefined)
    return { target: { kind: 'port', host, port: args.port }, label: `${host}:${args.port}` };
  if (given === 1 && args.url !== undefined) return { target: { kind: 'url', url: args.url }, label: args.url };
  throw new DebugError(
    'invalid_argument',
    `debug_attach takes exactly one of pid, port and url; ${given} were given.`,
    {
      advice: 'Give the process id (pid), or the port that "Debugger listening on" names.',
      details: { argument: 'pid' },
    },
  );
}
