import * as z from 'zod/v4';
import type { Deadline } from '../../adapter/deadline.ts';
import { pauseWatching, type UnpausedProgram } from '../../investigate/serving/pause-watching.ts';
import { type ProgramOutcome, waitWatching } from '../../investigate/serving/wait-watching.ts';
import { DebugError } from '../../model/debug-error.ts';
import { renderRestarted } from '../../render/program/restarted.ts';
import { threadName } from '../../render/program/thread-name.ts';
import type { DebugSession } from '../../session/debug-session.ts';
import type { ResumeCommand } from '../../session/run/run-control.ts';
import { RUNS_PROGRAM } from '../annotations.ts';
import { integer, optional, text } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { type Context, deadlineOf, outcomeText, sessionArgument, timeoutArgument } from './common.ts';
import { parsePlace } from './place-syntax.ts';

export const debugContinue = defineTool({
  name: 'debug_continue',
  title: 'Continue',
  description:
    'Resume until the next breakpoint, exception or the end, and report it. If already running, keep waiting.',
  annotations: RUNS_PROGRAM,
  schema: z.strictObject({
    to: optional(text()).describe('Run to this file:line'),
    timeoutMs: timeoutArgument,
    session: sessionArgument,
  }),
  async handler(args, context: Context) {
    const session = context.engine.sessions.get(args.session);
    const deadline = deadlineOf(args, context);
    if (args.to !== undefined && !session.hasUnshownStop) {
      const target = parsePlace(args.to, (path) => session.resolvePath(path));
      const { state } = await session.breakpoints.set({ target, oneShot: true }, deadline.left());
      if (state.kind === 'rejected') return { text: `Cannot run to ${args.to}: ${state.reason}.`, isError: true };
    }
    context.progress('running');
    const outcome = await waitWatching(session, (until) => session.resume('continue', { ...deadline.left(), until }));
    return { text: await outcomeText(session, outcome, context, { deadline }) };
  },
});

const NOT_STEPPED = 'No step was made: the program had stopped here before this call, and no answer has shown it.';

const STEP_COMMANDS: Record<'next' | 'step_in' | 'step_out', ResumeCommand> = {
  next: 'next',
  step_in: 'stepIn',
  step_out: 'stepOut',
};

export const debugStep = defineTool({
  name: 'debug_step',
  title: 'Step',
  description: 'Step over (next), into or out of the current line, and report the stop.',
  annotations: RUNS_PROGRAM,
  schema: z.strictObject({
    action: optional(z.enum(['next', 'step_in', 'step_out', 'restart_frame'])).describe('Default next'),
    frame: optional(integer({ min: 0 })),
    return: optional(text()).describe('With step_out'),
    count: optional(integer({ min: 1, max: 1_000 })),
    timeoutMs: timeoutArgument,
    session: sessionArgument,
  }),
  async handler(args, context: Context) {
    const session = context.engine.sessions.get(args.session);
    const deadline = deadlineOf(args, context);
    // The steps were to begin at the stop before it.
    if (session.hasUnshownStop) {
      const text = await outcomeText(session, await session.waitForStop(deadline.left()), context, { deadline });
      return { text: `${text}\n${NOT_STEPPED}` };
    }
    if (args.frame !== undefined && args.action !== 'restart_frame') throw frameWithoutRestart();
    if (args.action === 'restart_frame') return restartFrame(session, args.frame, context, deadline);
    if (args.return !== undefined) return stepOutReturning(session, args.return, args, { context, deadline });
    let outcome: ProgramOutcome;
    let left = args.count ?? 1;
    let stepped: number | undefined;
    const command = STEP_COMMANDS[args.action ?? 'next'];
    do {
      stepped = session.state.kind === 'stopped' ? session.state.threadId : undefined;
      outcome = await waitWatching(session, (until) => session.resume(command, { ...deadline.left(), until }));
      // A breakpoint or an exception on the way is what the caller must see; the rest of the steps would run past it.
    } while (--left > 0 && outcome.kind === 'stopped' && outcome.reason === 'step');
    const text = await outcomeText(session, outcome, context, { deadline });
    return { text: [text, ...stepNotes(session, outcome, stepped)].join('\n') };
  },
});

const UNENDED =
  'The step has not ended: what it waits for has not come, or its function was left where no step stops (by an exception, or a return out of a loop or a finally). A breakpoint where the program goes on is sure to stop it.';

/**
 * Says that a step is under way still: some runtimes give it up where another thread has stopped first, others end it later; and
 * one that is not seen to leave its function never ends.
 */
function stepNotes(session: DebugSession, outcome: ProgramOutcome, stepped: number | undefined): string[] {
  if (outcome.kind === 'exited' || outcome.kind === 'lost') return [];
  if (outcome.kind === 'stopped' && outcome.threadId === stepped) return [];
  const thread = session.summary().threads.find(({ id }) => id === stepped);
  if (!thread) return [];
  if (outcome.kind !== 'stopped') return session.adapter.isStepping?.(thread.id) ? [UNENDED] : [];
  return [
    `The step in thread ${threadName(thread)} has not ended: this one stopped first. A breakpoint behind it is sure to stop it there.`,
  ];
}

async function restartFrame(session: DebugSession, frame: number | undefined, context: Context, deadline: Deadline) {
  const restarted = await session.restartFrame(frame, deadline.left());
  if (restarted.kind === 'refused')
    return { text: `Not restarted: ${restarted.why}. The program stands where it stood.`, isError: true };
  const outcome = await session.waitForStop(deadline.left());
  const stop = await outcomeText(session, outcome, context, { deadline });
  return { text: [stop, ...renderRestarted(restarted.variables)].join('\n') };
}

async function stepOutReturning(
  session: DebugSession,
  expression: string,
  { action, count }: { readonly action?: string | undefined; readonly count?: number | undefined },
  { context, deadline }: { readonly context: Context; readonly deadline: Deadline },
) {
  if (action !== 'step_out' || count !== undefined) throw returnWithoutStepOut();
  const prepared = await session.forceReturn(expression, deadline.left());
  if (prepared.kind === 'refused')
    return { text: `Not stepped: ${prepared.why}. The program stands where it stood.`, isError: true };
  try {
    const outcome = await waitWatching(session, (until) => session.resume('stepOut', { ...deadline.left(), until }));
    const returned = await prepared.end();
    const text = await outcomeText(session, outcome, context, { deadline });
    const { name } = prepared;
    if (returned) return { text: `${text}\n${name} returned ${returned.value} instead of ${returned.own}.` };
    return { text: `${text}\n${name}: ${NOT_RETURNED}` };
  } finally {
    await prepared.end();
  }
}

const NOT_RETURNED =
  'what it returns was not changed: it has thrown, has not come to its end yet, or returned from within a loop or a finally.';

function returnWithoutStepOut(): DebugError {
  return new DebugError('invalid_argument', 'return is the value that a step out lets the innermost call return.', {
    advice: 'Give it with action "step_out", without count.',
    details: { argument: 'return' },
  });
}

function frameWithoutRestart(): DebugError {
  return new DebugError(
    'invalid_argument',
    'frame names the call that restart_frame restarts; steps are those of the innermost one.',
    {
      advice: 'Leave frame out, or give action "restart_frame".',
      details: { argument: 'frame' },
    },
  );
}

/** Only what the system has seen is said: a missing stop proves nothing of a program. */
const NOT_PAUSED: Record<UnpausedProgram, string> = {
  waits: 'the program runs no code of its own at the moment (it waits for a timer, a socket or a native call).',
  busy: 'the program uses the processor, but has come to no statement where it can stop: it may be in a native call, or in a process that is not debugged.',
  unknown:
    'whether the program runs code at the moment is not known. One that waits, or is in a native call, does not stop.',
};

export const debugPause = defineTool({
  name: 'debug_pause',
  title: 'Pause',
  description: 'Stop the running program where it is, and report it.',
  annotations: { ...RUNS_PROGRAM, destructiveHint: false, idempotentHint: true },
  schema: z.strictObject({ timeoutMs: timeoutArgument, session: sessionArgument }),
  async handler(args, context: Context) {
    const session = context.engine.sessions.get(args.session);
    const { outcome, unpaused } = await pauseWatching(session, { timeoutMs: args.timeoutMs, signal: context.signal });
    if (unpaused === undefined) return { text: await outcomeText(session, outcome, context) };
    return {
      text: `Not stopped yet: ${NOT_PAUSED[unpaused]}\nIt stops at the next code that it runs; debug_continue waits for that.`,
    };
  },
});
