import * as z from 'zod/v4';
import { pauseNow, type UnpausedProgram } from '../../../investigate/serving/pause-watching.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { ThreadId } from '../../../model/ids.ts';
import { IDLE_FRAME } from '../../../model/stack-frame.ts';
import type { StopOutcome, StoppedInfo } from '../../../model/stop-outcome.ts';
import { renderSuspended } from '../../../render/outcome.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { DEFAULT_WAIT_MS, type ResumeCommand } from '../../../session/run/run-control.ts';
import { DEBUGGER_ACTIONS } from '../../action-names.ts';
import { RUNS_PROGRAM } from '../../annotations.ts';
import { boolean, optional } from '../../schema.ts';
import { boundedTexts } from '../bounded-texts.ts';
import type { Fields } from './answer.ts';
import { breakpointNews } from './breakpoint-json.ts';
import { location, output, place, sessionId, timeout } from './common.ts';
import { type Context, debuggerTool } from './debugger-tool.ts';
import type { ErrorCode } from './error-codes.ts';
import { exitedError, pausedSession, sessionOf } from './session-view.ts';
import { changedWatches, watchSchema } from './watches.ts';

const MAX_OUTPUT = 8_000;

/** The fields of every answer that reports the program's present state. */
export const stopFields = {
  state: z.enum(['paused', 'running', 'terminated']),
  location: location.describe('Where it is paused, or was seen running'),
  function: z.string(),
  reason: z.string().describe('breakpoint, step, entry, pause, exception, debugger statement'),
  breakpointIds: z.array(z.string()),
  exception: z.object({ name: z.string(), message: z.string(), uncaught: z.boolean() }),
  thread: z.object({ id: z.int(), name: z.string(), pid: z.int().optional() }).describe('Where there are several'),
  exitCode: z.int().nullable(),
  signal: z.string().nullable(),
  crashed: z.literal(true).describe('Ended by an uncaught exception or a signal'),
  message: z.string(),
  output,
  watches: z.array(watchSchema).describe('Those that changed'),
  warnings: z.array(z.string()),
};

const PAUSED_BEFORE = 'It had paused here before this call, and no answer had said so: it has not gone on.';

const input = { sessionId, timeout: timeout.describe('Milliseconds to wait; default 30000') };

export const continueExecution = debuggerTool({
  name: 'debugger_continue',
  title: 'Continue',
  description: 'Run to the next breakpoint, exception or the end.',
  annotations: RUNS_PROGRAM,
  input: { ...input, wait: optional(boolean()).describe('It is running: wait for its next pause or end') },
  output: stopFields,
  failsWith: 'CONTINUE_FAILED',
  async run(args, context) {
    const session = (args.wait ? sessionOf : pausedSession)(context.engine, args.sessionId);
    if (session.ended) throw exitedError(session);
    return resumed(session, 'continue', args.timeout, context);
  },
});

export const stepOver = stepTool('debugger_step_over', 'next', 'STEP_OVER_FAILED', {
  title: 'Step over',
  description: 'Run to the next line in the same function.',
});
export const stepInto = stepTool('debugger_step_into', 'stepIn', 'STEP_INTO_FAILED', {
  title: 'Step into',
  description: 'Run to the first line of the function that is called next; without a call, to the next line.',
});
export const stepOut = stepTool('debugger_step_out', 'stepOut', 'STEP_OUT_FAILED', {
  title: 'Step out',
  description: 'Run until the function returns to its caller.',
});

function stepTool(
  name: string,
  command: ResumeCommand,
  failsWith: ErrorCode,
  texts: { readonly title: string; readonly description: string },
) {
  return debuggerTool({
    name,
    ...texts,
    annotations: RUNS_PROGRAM,
    input,
    output: stopFields,
    failsWith,
    run: (args, context) => resumed(pausedSession(context.engine, args.sessionId), command, args.timeout, context),
  });
}

const NOT_PAUSED: Record<UnpausedProgram, string> = {
  waits:
    'The program runs no code at the moment (it waits for a timer, a socket, a native call). It pauses when it does.',
  busy: 'The program uses the processor, but has come to no statement where it can pause (it may be in a native call). It pauses when it does.',
  unknown: 'The program has not paused; whether it runs code at the moment is not known. It pauses when it does.',
};

const PAUSED_IDLE =
  'The program was idle: it waited for a timer, a socket or the like, and no function of it is on the stack.';

export const pause = debuggerTool({
  name: 'debugger_pause',
  title: 'Pause',
  description: 'Pause the running program where it is.',
  annotations: { ...RUNS_PROGRAM, destructiveHint: false, idempotentHint: true },
  input,
  output: stopFields,
  failsWith: 'PAUSE_FAILED',
  async run(args, context) {
    const session = sessionOf(context.engine, args.sessionId);
    if (session.ended) throw exitedError(session);
    // A pause that no answer has shown is what the call asked for.
    if (session.state.kind === 'stopped' && !session.hasUnshownStop) throw pausedError(session, session.state);
    const { outcome, unpaused } = await pauseNow(session, { timeoutMs: args.timeout, signal: context.signal });
    const isIdle = outcome.kind === 'stopped' && outcome.functionName === IDLE_FRAME;
    const message = unpaused ? { message: NOT_PAUSED[unpaused] } : isIdle ? { message: PAUSED_IDLE } : {};
    return { ...(await stopAnswer(session, outcome, context)), ...message };
  },
});

function pausedError(session: DebugSession, { location: at, functionName }: StoppedInfo): DebugError {
  return new DebugError('already_stopped', `Process is paused already: session ${session.id} has not gone on.`, {
    advice: 'debugger_continue lets it go on; debugger_get_stack shows where it is.',
    details: { state: 'paused', location: place(session, at), function: functionName },
  });
}

async function resumed(
  session: DebugSession,
  command: ResumeCommand,
  timeoutMs: number | undefined,
  context: Context,
): Promise<Fields> {
  context.progress('running');
  const wasPaused = session.hasUnshownStop;
  const outcome = await session.resume(command, { timeoutMs: timeoutMs ?? DEFAULT_WAIT_MS, signal: context.signal });
  return { ...(await stopAnswer(session, outcome, context)), ...(wasPaused ? { message: PAUSED_BEFORE } : {}) };
}

/** The program's present state, with its output and the changes. @throws DebugError `connection_closed` */
export async function stopAnswer(session: DebugSession, outcome: StopOutcome, { signal }: Context): Promise<Fields> {
  const happened = { ...outputFields(session), ...warningFields(session) };
  switch (outcome.kind) {
    case 'stopped': {
      const { reason, functionName, hitBreakpointIds, exception, threadId } = outcome;
      const watches = await changedWatches(session, { signal }).catch((error: unknown) => {
        session.notShown(outcome);
        throw error;
      });
      return {
        state: 'paused',
        location: place(session, outcome.location),
        function: functionName,
        reason,
        ...(hitBreakpointIds.length > 0 ? { breakpointIds: hitBreakpointIds.map(String) } : {}),
        ...(exception
          ? { exception: { name: exception.name, message: exception.message, uncaught: exception.uncaught } }
          : {}),
        ...threadFields(session, threadId),
        ...(watches.length > 0 ? { watches } : {}),
        ...happened,
      };
    }
    case 'running': {
      const where = outcome.where === undefined ? {} : { location: place(session, outcome.where) };
      const message = outcome.suspended
        ? renderSuspended(outcome.suspended.pid, DEBUGGER_ACTIONS)
        : `Still running after ${outcome.waitedMs} ms.`;
      return { state: 'running', ...where, message, ...happened };
    }
    case 'exited': {
      const { exitCode, signal: endedBy } = outcome;
      const message =
        endedBy === null
          ? `The process ended with exit code ${exitCode ?? 'unknown'}.`
          : `The process was ended by ${endedBy}.`;
      const crashed = endedBy !== null || endedByException(session);
      return { state: 'terminated', exitCode, signal: endedBy, ...(crashed ? { crashed } : {}), message, ...happened };
    }
    case 'lost':
      throw new DebugError('connection_closed', `The connection to the process was lost: ${outcome.cause}.`);
  }
}

/** Node ends the report of an uncaught exception with its version; a program that exits by itself with a code does not. */
function endedByException(session: DebugSession): boolean {
  const { chunks } = session.output.since(0, MAX_OUTPUT);
  const errors = chunks.filter(({ category }) => category === 'stderr').map(({ text }) => text);
  return /\nNode\.js v\d+\.\d+\.\d+\s*$/.test(errors.join(''));
}

function threadFields(session: DebugSession, threadId: ThreadId): Fields {
  const { threads } = session.summary();
  const thread = threads.find(({ id }) => id === threadId);
  if (threads.length < 2 || !thread) return {};
  const { id, name, pid } = thread;
  return { thread: { id, name, ...(pid === undefined ? {} : { pid }) } };
}

function outputFields(session: DebugSession): Fields {
  const { chunks } = session.takeOutput(MAX_OUTPUT);
  if (chunks.length === 0) return {};
  return { output: chunks.map(({ category, text }) => ({ category, text })) };
}

function warningFields(session: DebugSession): Fields {
  const warnings = boundedTexts(breakpointNews(session));
  return warnings.length === 0 ? {} : { warnings };
}
