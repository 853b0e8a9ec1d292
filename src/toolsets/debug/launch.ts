import { resolve } from 'node:path';
import * as z from 'zod/v4';
import type { Deadline } from '../../adapter/deadline.ts';
import type { AttachRequest } from '../../adapter/debug-adapter.ts';
import type { DebugEngine, StartedSession } from '../../engine/debug-engine.ts';
import type { ExceptionBreakMode } from '../../model/breakpoint.ts';
import { DebugError } from '../../model/debug-error.ts';
import { renderBreakpointNews } from '../../render/breakpoints.ts';
import { renderAttached, renderLaunched } from '../../render/sessions.ts';
import { DEFAULT_WAIT_MS, type DebugSession, type StartOptions } from '../../session/debug-session.ts';
import { DEBUG_ACTIONS } from '../action-names.ts';
import { RUNS_PROGRAM } from '../annotations.ts';
import { boolean, integer, optional, text } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { breakpointRequest, breakpointsArgument } from './breakpoint-argument.ts';
import { type Context, deadlineOf, outcomeText, timeoutArgument } from './common.ts';
import { launchArguments, launchRequest, shellNote } from './launch-arguments.ts';

/** Exceptions to stop at. */
const exceptionsArgument = optional(z.enum(['none', 'uncaught', 'userUnhandled', 'all']));
/** A program that reaches its entry at all does so within moments; a breakpoint may take its time. */
const ENTRY_WAIT_MS = 10_000;

export const debugLaunch = defineTool({
  name: 'debug_launch',
  title: 'Launch a program',
  description:
    'Start debugging a program. With breakpoints it runs to the first stop and reports it; without, it stops at entry. Again: restarts, keeping breakpoints.',
  annotations: RUNS_PROGRAM,
  schema: z.strictObject({
    ...launchArguments,
    breakpoints: breakpointsArgument.describe('"file:line", "file:line if condition" or "functionName()"'),
    stopOnEntry: optional(boolean()),
    exceptions: exceptionsArgument.describe('Default uncaught'),
    timeoutMs: timeoutArgument.describe('Default 30000'),
    session: optional(text()).describe('Name for a new session'),
  }),
  async handler(args, context: Context) {
    const { engine } = context;
    const deadline = deadlineOf(args, context);
    const cwd = resolve(engine.cwd, args.cwd ?? '.');
    const breakpoints = (args.breakpoints ?? []).map((each) =>
      breakpointRequest(each, (path) => engine.resolvePath(path, cwd)),
    );
    const stopOnEntry = args.stopOnEntry ?? breakpoints.length === 0;
    const setup = { name: args.session, language: args.language, breakpoints, exceptionMode: args.exceptions };
    const launch = launchRequest(args, engine.cwd, stopOnEntry);
    const started = await engine.launch(launch, setup, startOptions(deadline));
    const { session } = started;
    const first = await firstStop(session, deadline, context, stopOnEntry ? ENTRY_WAIT_MS : undefined);
    return { text: [launchedText(started, args.exceptions, engine), ...shellNote(launch), ...first].join('\n') };
  },
});

export const debugAttach = defineTool({
  name: 'debug_attach',
  title: 'Attach to a process',
  description: 'Debug a running Node.js or Python program by pid, debugger port or ws url. debug_stop lets it run on.',
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
    const breakpoints = (args.breakpoints ?? []).map((each) =>
      breakpointRequest(each, (path) => engine.resolvePath(path)),
    );
    const setup = { name: args.session, language: args.language, breakpoints, exceptionMode: args.exceptions };
    const session = await engine.attach(target, label, setup, deadline.left());
    const attached = renderAttached(label, session.language);
    const rest = breakpoints.length > 0 ? await firstStop(session, deadline, context) : breakpointNews(session);
    return { text: [attached, ...rest].join('\n') };
  },
});

/** `timeoutMs` is how long to wait for an answer: a short one must not fail the start, which takes what it takes and goes on. */
function startOptions(deadline: Deadline): StartOptions {
  const { timeoutMs, signal } = deadline.left();
  return { timeoutMs: Math.max(timeoutMs, DEFAULT_WAIT_MS), signal, answerBy: deadline };
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
  const outcome = await session.waitForStop({ ...left, timeoutMs: Math.min(left.timeoutMs, atMostMs) });
  const news = breakpointNews(session, outcome.kind === 'exited');
  return [...news, await outcomeText(session, outcome, context, deadline)];
}

function launchedText(
  { session, origin }: StartedSession,
  exceptions: ExceptionBreakMode | undefined,
  engine: DebugEngine,
): string {
  const launched = renderLaunched(session.program, session.language, { cwd: session.cwd });
  const others = engine.sessions.list().filter((other) => !other.ended);
  const name = others.length > 1 ? [`Session: ${session.id} (${others.length} are live)`] : [];
  const kept = exceptions === undefined && session.exceptionMode !== 'uncaught' ? session.exceptionMode : undefined;
  return [launched, ...name, ...originText(origin, kept)].join('\n');
}

/** @param exceptions Which exceptions stop as before, where that is not what a launch begins with. */
function originText(origin: StartedSession['origin'], exceptions: ExceptionBreakMode | undefined): string[] {
  if (origin.kind === 'new') return [];
  const { breakpoints } = origin;
  const count = breakpoints === 0 ? '' : `${breakpoints} breakpoint${breakpoints === 1 ? '' : 's'}`;
  if (origin.kind === 'recovered') return [`${count} restored from the session before the server ended.`];
  const mode = exceptions === undefined ? '' : `; still stopping at exceptions: ${exceptions}`;
  return [`Restarted${count === '' ? '' : `, ${count} kept`}${mode}.`];
}

/**
 * The breakpoints that did not simply bind: an agent that takes them for set waits for a stop that never comes. After the end
 * of the program the verdicts say more of the pending ones.
 */
function breakpointNews(session: DebugSession, exited = false): string[] {
  const news = session.breakpoints.list().filter(({ state }) => {
    if (state.kind === 'verified') return (state.movedFromLine ?? state.warning) !== undefined;
    return !(exited && state.kind === 'pending');
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
