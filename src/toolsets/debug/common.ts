import { Deadline } from '../../adapter/deadline.ts';
import type { ValueLimits } from '../../adapter/debug-adapter.ts';
import type { DebugEngine } from '../../engine/debug-engine.ts';
import { newlyTakenPort } from '../../investigate/serving/taken-port.ts';
import type { ProgramOutcome } from '../../investigate/serving/wait-watching.ts';
import { namesLike } from '../../investigate/trace/namesakes.ts';
import type { BreakpointRecord } from '../../model/breakpoints/breakpoint-record.ts';
import type { CallOptions } from '../../model/call-options.ts';
import type { IdleProgram } from '../../model/program/idle-program.ts';
import type { StoppedInfo } from '../../model/stop-outcome.ts';
import { renderExited, renderLost, renderRunning } from '../../render/outcome.ts';
import { displayPath } from '../../render/paths.ts';
import { oneLine } from '../../render/plain-text.ts';
import { renderIdle } from '../../render/program/idle.ts';
import { renderTakenPort } from '../../render/program/taken-port.ts';
import { threadName } from '../../render/program/thread-name.ts';
import { renderJoined } from '../../render/sessions.ts';
import { renderStop } from '../../render/stop.ts';
import { writerLines } from '../../render/writes.ts';
import { breakpointVerdicts } from '../../session/breakpoints/breakpoint-verdicts.ts';
import { lineStoodOn } from '../../session/breakpoints/line-stood-on.ts';
import type { DebugSession } from '../../session/debug-session.ts';
import { DEFAULT_WAIT_MS } from '../../session/run/run-control.ts';
import { runNotes } from '../../session/run-notes.ts';
import { DEBUG_ACTIONS } from '../action-names.ts';
import { integer, optional, text } from '../schema.ts';
import type { ToolContext } from '../tool.ts';

/** The context of every tool of this toolset. */
export type Context = ToolContext<DebugEngine>;

/** Longest wait of one call: below the shortest limit that clients are known to have. */
const MAX_WAIT_MS = 600_000;
const MAX_OUTPUT_CHARS = 4_000;
/** Time for the watches of a stop that came at the end of a call's time. */
const WATCHES_MS = 200;
const MAX_LINE_CHARS = 80;
/** Limits of each local's text at a stop. */
const STOP_LIMITS: ValueLimits = { depth: 0, maxChildren: 100, maxTextLength: 120 };

/** The argument `session` of every tool. The instructions say its purpose once: a description here costs 13 times. */
export const sessionArgument = optional(text());
/** The argument `timeoutMs` of every tool that waits. */
export const timeoutArgument = optional(integer({ min: 1, max: MAX_WAIT_MS }));
/** The argument `frame`. */
export const frameArgument = optional(integer({ min: 0 })).describe('Frame number from debug_stack');

/** Takes secrets out of a text as is done with the answer: a mask may be longer than what it stands for. */
export function maskOf(context: Context): (text: string) => string {
  return (text) => String(context.mask(text));
}

/** The limit of a waiting call, for all the waits in it. */
export function deadlineOf(args: { timeoutMs?: number | undefined }, context: Context): Deadline {
  return new Deadline(args.timeoutMs ?? DEFAULT_WAIT_MS, context.signal);
}

/** The options of {@link outcomeText}. */
interface OutcomeOptions {
  /** The time that is left for what the text says of a stop. */
  readonly deadline?: Deadline;
  /** Estimated tokens, where the outcome stands beside something else. */
  readonly budgetTokens?: number | undefined;
}

/** An outcome as text: the stop with its context, the end with its output and the verdicts, or where the program is. */
export async function outcomeText(
  session: DebugSession,
  outcome: ProgramOutcome,
  context: Context,
  options: OutcomeOptions = {},
): Promise<string> {
  const text = await textOf(session, outcome, context, options);
  const notes = isIdle(outcome) ? [] : runNotes(session, outcome);
  return [
    text,
    ...restartNotes(session),
    ...renderJoined(session.processes.takeJoined()),
    ...notes,
    ...(await portNotes(session, outcome, context)),
  ].join('\n');
}

/** Says that a watcher has started the program again since the last answer: earlier findings are of another text. */
function restartNotes(session: DebugSession): string[] {
  const restart = session.restarts.take();
  return restart ? [`Restarted (file changed: ${displayPath(restart.file, session)}).`] : [];
}

/** Names the holder of a port that the program was refused: otherwise a search of its own, and often a forgotten session. */
async function portNotes(session: DebugSession, outcome: ProgramOutcome, { engine }: Context): Promise<string[]> {
  const taken = await newlyTakenPort(session, outcome, engine.sessions.list());
  if (taken === undefined) return [];
  const { port, holder } = taken;
  const other = holder.kind === 'session' ? holder.session : undefined;
  const command = holder.kind === 'session' ? holder.session.program : holder.command;
  return [renderTakenPort({ port, pid: holder.pid, command, session: other?.id }, DEBUG_ACTIONS.stop)];
}

async function textOf(
  session: DebugSession,
  outcome: ProgramOutcome,
  context: Context,
  { deadline, budgetTokens }: OutcomeOptions,
): Promise<string> {
  const { cwd } = session;
  const options = { cwd, actions: DEBUG_ACTIONS, budgetTokens };
  switch (outcome.kind) {
    case 'stopped':
      return stopText(session, outcome, { signal: context.signal, ...deadline?.left(WATCHES_MS) }, budgetTokens);
    case 'exited': {
      const output = session.takeOutput(MAX_OUTPUT_CHARS);
      const verdicts = verdictsOf(session.breakpoints.list(), cwd, session.program);
      const writers = session.inspection.writes.takeNews().flatMap((watch) => writerLines(watch, { cwd }));
      return [renderExited(outcome, { ...options, output, verdicts }), ...writers].join('\n');
    }
    case 'running':
      return renderRunning(outcome, { ...options, output: session.takeOutput(MAX_OUTPUT_CHARS) });
    case 'lost':
      return renderLost(outcome, DEBUG_ACTIONS);
    case 'listening':
    case 'awaitsInput': {
      const output = session.takeOutput(MAX_OUTPUT_CHARS);
      const warnings = session.breakpoints.takeNews();
      const restarted = session.restarts.take()?.file;
      const breakpoints = session.breakpoints.list();
      return renderIdle(outcome, { ...options, output, breakpoints, warnings, restarted });
    }
  }
}

/** True if the program waits for its client or user. */
export function isIdle(outcome: ProgramOutcome): outcome is IdleProgram {
  return outcome.kind === 'listening' || outcome.kind === 'awaitsInput';
}

/** The verdicts on breakpoints, each with the line that was never reached, or the functions that may be meant. */
export function verdictsOf(records: readonly BreakpointRecord[], cwd: string, program = ''): string[] {
  return breakpointVerdicts(records, {
    place: (record) => placeOf(record, cwd),
    source: sourceOf,
    near: (name) =>
      namesLike(name, { cwd, program }).map((each) => `${each.name} ${displayPath(each.path, { cwd })}:${each.line}`),
  });
}

function sourceOf(record: BreakpointRecord): string | undefined {
  const line = lineStoodOn(record);
  return line ? oneLine(line, MAX_LINE_CHARS) : undefined;
}

async function stopText(
  session: DebugSession,
  stop: StoppedInfo,
  options: CallOptions,
  budgetTokens: number | undefined,
): Promise<string> {
  try {
    const report = await session.report(STOP_LIMITS, options);
    const threads = session.summary().threads;
    const thread = threads.find(({ id }) => id === stop.threadId);
    return renderStop(report, {
      cwd: session.cwd,
      actions: DEBUG_ACTIONS,
      breakpointCount: session.breakpoints.list().length,
      budgetTokens,
      ...(threads.length > 1 && thread ? { thread: threadName(thread) } : {}),
    });
  } catch (error) {
    session.notShown(stop);
    throw error;
  }
}

/**
 * Adds an answer about the stopped program to its stop: if the program stopped between two calls, the stop comes first, as the
 * caller does not know yet what the answer is about.
 */
export async function askedText(session: DebugSession, answer: string, context: Context): Promise<string> {
  if (!session.hasUnshownStop) return answer;
  return `${await outcomeText(session, await session.waitForStop(), context)}\n\n${answer}`;
}

/** Words the place at which the caller wanted a breakpoint. */
function placeOf({ target }: BreakpointRecord, cwd: string): string {
  return target.kind === 'function' ? `${target.name}()` : `${displayPath(target.path, { cwd })}:${target.line}`;
}
