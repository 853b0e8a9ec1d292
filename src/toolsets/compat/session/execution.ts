import * as z from 'zod/v4';
import { pauseNow, type UnpausedProgram } from '../../../investigate/serving/pause-watching.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { IDLE_FRAME } from '../../../model/stack-frame.ts';
import type { StopOutcome } from '../../../model/stop-outcome.ts';
import { renderSuspended } from '../../../render/outcome.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { DEFAULT_WAIT_MS, type ResumeCommand } from '../../../session/run/run-control.ts';
import { SESSION_ACTIONS } from '../../action-names.ts';
import { RUNS_PROGRAM } from '../../annotations.ts';
import { defineTool, type ToolAnswer } from '../../tool.ts';
import { success } from './answer.ts';
import { type Context, sessionIdArgument, settledSession, timeoutArgument } from './common.ts';
import { sessionOf, stateName } from './profile.ts';
import { detailsOf } from './start.ts';

const schema = z.strictObject({ sessionId: sessionIdArgument });

export const stepOver = stepTool('step_over', 'next', 'Step over', 'Stepped over', 'Step over the current line.');
export const stepInto = stepTool('step_into', 'stepIn', 'Step into', 'Stepped into', 'Step into the next call.');
export const stepOut = stepTool('step_out', 'stepOut', 'Step out', 'Stepped out', 'Step out of the function.');

function stepTool(name: string, command: ResumeCommand, title: string, done: string, description: string) {
  return defineTool({
    name,
    title,
    description: `${description} Waits until the program has paused again.`,
    annotations: RUNS_PROGRAM,
    schema,
    async handler({ sessionId }, context: Context) {
      const session = await settledSession(context, sessionId);
      if (session.hasUnshownStop) return pausedBefore(session, 'Not stepped');
      const outcome = await session.resume(command, { timeoutMs: DEFAULT_WAIT_MS, signal: context.signal });
      return answer(session, done, outcome);
    },
  });
}

export const continueExecution = defineTool({
  name: 'continue_execution',
  title: 'Continue',
  description: 'Let the paused program run on. Answers at once; with timeoutMs it waits for the next pause or the end.',
  annotations: RUNS_PROGRAM,
  schema: z.strictObject({ sessionId: sessionIdArgument, timeoutMs: timeoutArgument }),
  async handler({ sessionId, timeoutMs }, context: Context) {
    const session = await settledSession(context, sessionId);
    if (!(await session.go('continue', { signal: context.signal }))) return pausedBefore(session, 'Not continued');
    const done = 'Continued execution';
    if (timeoutMs === undefined) return success({ state: stateName(session), message: done });
    const outcome = await session.waitForStop({ timeoutMs, signal: context.signal });
    return success({ state: stateName(session), message: done, data: detailsOf(outcome) });
  },
});

const NOT_PAUSED: Record<UnpausedProgram, string> = {
  waits: 'is idle',
  busy: 'has come to no code that can be paused',
  unknown: 'has not paused yet',
};

const PAUSED_IDLE = 'Paused execution: the program was idle, no function of it is on the stack';

export const pauseExecution = defineTool({
  name: 'pause_execution',
  title: 'Pause',
  description: 'Pause the running program where it is.',
  annotations: RUNS_PROGRAM,
  schema,
  async handler({ sessionId }, { engine, signal }: Context) {
    const session = sessionOf(engine, sessionId);
    if (session.state.kind === 'stopped') {
      session.markShown();
      return success({ state: 'paused', message: 'Execution was paused already' });
    }
    const { outcome, unpaused } = await pauseNow(session, { signal });
    if (outcome.kind === 'running' && outcome.suspended) {
      const message = renderSuspended(outcome.suspended.pid, SESSION_ACTIONS);
      return success({ state: stateName(session), message });
    }
    const isIdle = outcome.kind === 'stopped' && outcome.functionName === IDLE_FRAME;
    if (unpaused === undefined) return answer(session, isIdle ? PAUSED_IDLE : 'Paused execution', outcome);
    const message = `Pause requested: the program ${NOT_PAUSED[unpaused]}, and pauses when it next runs code`;
    return success({ state: stateName(session), message });
  },
});

/** The program paused between two calls: the client learns of that pause before anything leaves it. */
async function pausedBefore(session: DebugSession, undone: string): Promise<ToolAnswer> {
  const outcome = await session.waitForStop();
  const message = `${undone}: the program had paused before this call${placeOf(outcome)}, and no answer had said so`;
  return success({ state: stateName(session), message, data: detailsOf(outcome) });
}

function placeOf(outcome: StopOutcome): string {
  if (outcome.kind !== 'stopped') return '';
  const { functionName, location } = outcome;
  return ` in ${functionName} at ${location.path}:${location.line}`;
}

function notPausedYet({ suspended }: Extract<StopOutcome, { kind: 'running' }>): string {
  return suspended ? renderSuspended(suspended.pid, SESSION_ACTIONS) : 'the program has not paused yet';
}

/** The outcome of a command. A pause is what was asked for; anything else is said. */
function answer(session: DebugSession, done: string, outcome: StopOutcome): ToolAnswer {
  const state = stateName(session);
  switch (outcome.kind) {
    case 'stopped':
      return success({ state, message: done });
    case 'running':
      return success({ state, message: `${done}; ${notPausedYet(outcome)}` });
    case 'exited':
      return success({ state, message: `${done}; the program has ended`, data: detailsOf(outcome) });
    case 'lost':
      throw new DebugError('connection_closed', `The connection to the program was lost: ${outcome.cause}.`);
  }
}
