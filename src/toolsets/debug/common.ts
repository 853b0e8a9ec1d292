import { Deadline } from '../../adapter/deadline.ts';
import type { ValueLimits } from '../../adapter/debug-adapter.ts';
import type { DebugEngine } from '../../engine/debug-engine.ts';
import type { BreakpointRecord } from '../../model/breakpoint-record.ts';
import type { CallOptions } from '../../model/call-options.ts';
import type { StopOutcome, StoppedInfo } from '../../model/stop-outcome.ts';
import { renderExited, renderLost, renderRunning } from '../../render/outcome.ts';
import { displayPath } from '../../render/paths.ts';
import { oneLine } from '../../render/plain-text.ts';
import { renderStop } from '../../render/stop.ts';
import { breakpointVerdicts } from '../../session/breakpoints/breakpoint-verdicts.ts';
import { lineStoodOn } from '../../session/breakpoints/line-stood-on.ts';
import { DEFAULT_WAIT_MS, type DebugSession } from '../../session/debug-session.ts';
import { runNotes } from '../../session/run-notes.ts';
import { DEBUG_ACTIONS } from '../action-names.ts';
import { integer, optional, text } from '../schema.ts';
import type { ToolContext } from '../tool.ts';

/** What every tool of this toolset works with. */
export type Context = ToolContext<DebugEngine>;

/** Longest wait of one call: below the shortest limit that clients are known to have. */
const MAX_WAIT_MS = 600_000;
const MAX_OUTPUT_CHARS = 4_000;
/** What watches get at a stop that came at the end of a call's time. */
const WATCHES_MS = 200;
const MAX_LINE_CHARS = 80;
/** How much of each local a stop shows. */
const STOP_LIMITS: ValueLimits = { depth: 0, maxChildren: 100, maxTextLength: 120 };

/** The argument `session` of every tool. What it is for is said once, in the instructions: a description here costs 13 times. */
export const sessionArgument = optional(text());
/** The argument `timeoutMs` of every tool that waits. */
export const timeoutArgument = optional(integer({ min: 1, max: MAX_WAIT_MS }));
/** The argument `frame`. */
export const frameArgument = optional(integer({ min: 0 })).describe('Frame number from debug_stack');

/** The limit of a waiting call, for all the waits in it. */
export function deadlineOf(args: { timeoutMs?: number | undefined }, context: Context): Deadline {
  return new Deadline(args.timeoutMs ?? DEFAULT_WAIT_MS, context.signal);
}

/** An outcome as text: the stop with its context, the end with its output and the verdicts, or where the program is. */
export async function outcomeText(
  session: DebugSession,
  outcome: StopOutcome,
  context: Context,
  deadline?: Deadline,
): Promise<string> {
  const text = await textOf(session, outcome, context, deadline);
  return [text, ...runNotes(session, outcome)].join('\n');
}

async function textOf(
  session: DebugSession,
  outcome: StopOutcome,
  context: Context,
  deadline: Deadline | undefined,
): Promise<string> {
  const { cwd } = session;
  switch (outcome.kind) {
    case 'stopped':
      return stopText(session, outcome, { signal: context.signal, ...deadline?.left(WATCHES_MS) });
    case 'exited': {
      const output = session.takeOutput(MAX_OUTPUT_CHARS);
      const verdicts = verdictsOf(session.breakpoints.list(), cwd);
      return renderExited(outcome, { cwd, actions: DEBUG_ACTIONS, output, verdicts });
    }
    case 'running':
      return renderRunning(outcome, { cwd, actions: DEBUG_ACTIONS, output: session.takeOutput(MAX_OUTPUT_CHARS) });
    case 'lost':
      return renderLost(outcome, DEBUG_ACTIONS);
  }
}

/** What became of breakpoints, each with the line that it stood on in vain. */
export function verdictsOf(records: readonly BreakpointRecord[], cwd: string): string[] {
  return breakpointVerdicts(records, { place: (record) => placeOf(record, cwd), source: sourceOf });
}

function sourceOf(record: BreakpointRecord): string | undefined {
  const line = lineStoodOn(record);
  return line ? oneLine(line, MAX_LINE_CHARS) : undefined;
}

async function stopText(session: DebugSession, stop: StoppedInfo, options: CallOptions): Promise<string> {
  try {
    const report = await session.report(STOP_LIMITS, options);
    const threads = session.summary().threads;
    const thread = threads.find(({ id }) => id === stop.threadId);
    return renderStop(report, {
      cwd: session.cwd,
      actions: DEBUG_ACTIONS,
      breakpointCount: session.breakpoints.list().length,
      ...(threads.length > 1 && thread ? { thread: `${thread.name} ${thread.id}` } : {}),
    });
  } catch (error) {
    session.notShown(stop);
    throw error;
  }
}

/**
 * What was asked about the stopped program. Where it stopped between two calls, the stop comes first: the caller does not know yet
 * what the answer is about.
 */
export async function askedText(session: DebugSession, answer: string, context: Context): Promise<string> {
  if (!session.hasUnshownStop) return answer;
  return `${await outcomeText(session, await session.waitForStop(), context)}\n\n${answer}`;
}

/** How a breakpoint's wanted place is written. */
function placeOf({ target }: BreakpointRecord, cwd: string): string {
  return target.kind === 'function' ? `${target.name}()` : `${displayPath(target.path, { cwd })}:${target.line}`;
}
