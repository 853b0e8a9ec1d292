import * as z from 'zod/v4';
import type { StopOutcome } from '../../model/stop-outcome.ts';
import type { ResumeCommand } from '../../session/debug-session.ts';
import { RUNS_PROGRAM } from '../annotations.ts';
import { integer, optional, text } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { type Context, deadlineOf, outcomeText, sessionArgument, timeoutArgument } from './common.ts';
import { parsePlace } from './place-syntax.ts';

export const debugContinue = defineTool({
  name: 'debug_continue',
  title: 'Continue',
  description:
    'Resume until the next breakpoint, exception or the end, and report it. If it is already running, keep waiting.',
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
    const outcome = await session.resume('continue', deadline.left());
    return { text: await outcomeText(session, outcome, context, deadline) };
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
    action: optional(z.enum(['next', 'step_in', 'step_out'])).describe('Default next'),
    count: optional(integer({ min: 1, max: 1_000 })),
    timeoutMs: timeoutArgument,
    session: sessionArgument,
  }),
  async handler(args, context: Context) {
    const session = context.engine.sessions.get(args.session);
    const deadline = deadlineOf(args, context);
    // The steps were to begin at the stop before it.
    if (session.hasUnshownStop) {
      const text = await outcomeText(session, await session.waitForStop(deadline.left()), context, deadline);
      return { text: `${text}\n${NOT_STEPPED}` };
    }
    let outcome: StopOutcome;
    let left = args.count ?? 1;
    do {
      outcome = await session.resume(STEP_COMMANDS[args.action ?? 'next'], deadline.left());
      // A breakpoint or an exception on the way is what the caller must see; the rest of the steps would run past it.
    } while (--left > 0 && outcome.kind === 'stopped' && outcome.reason === 'step');
    return { text: await outcomeText(session, outcome, context, deadline) };
  },
});

const PAUSE_PENDING = `Not stopped yet: the program runs no code of its own at the moment (it waits for a timer, a socket or a native call).
It stops as soon as it does; debug_continue waits for that.`;

export const debugPause = defineTool({
  name: 'debug_pause',
  title: 'Pause',
  description: 'Stop the running program where it is, and report it.',
  annotations: { ...RUNS_PROGRAM, destructiveHint: false, idempotentHint: true },
  schema: z.strictObject({ timeoutMs: timeoutArgument, session: sessionArgument }),
  async handler(args, context: Context) {
    const session = context.engine.sessions.get(args.session);
    const outcome = await session.pause({ timeoutMs: args.timeoutMs, signal: context.signal });
    return { text: outcome.kind === 'running' ? PAUSE_PENDING : await outcomeText(session, outcome, context) };
  },
});
