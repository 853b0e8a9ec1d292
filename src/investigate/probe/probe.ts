import type { Deadline } from '../../adapter/deadline.ts';
import type { LaunchRequest, ValueLimits } from '../../adapter/debug-adapter.ts';
import type { DebugEngine } from '../../engine/debug-engine.ts';
import { withThrowawaySession } from '../../engine/throwaway-session.ts';
import type { BreakpointRecord } from '../../model/breakpoints/breakpoint-record.ts';
import type { StopOutcome } from '../../model/stop-outcome.ts';
import type { OutputExcerpt, StopReport } from '../../model/stop-report.ts';
import type { BreakpointRequest } from '../../session/breakpoints/breakpoint-book.ts';
import type { DebugSession } from '../../session/debug-session.ts';
import { programNotes } from '../../session/run-notes.ts';
import { type EvaluatedExpression, evaluateAll } from './evaluate-all.ts';
import { type PassesEnd, type ProbedPass, watchPasses } from './watch-passes.ts';

/** The time for a look at a stop that came at the end of the call's time. */
const LEAST_LOOK_MS = 200;

/** One whole debug run: start, run to a place, look, end. */
export interface ProbeRequest {
  readonly launch: LaunchRequest;
  readonly language: string | undefined;
  readonly breakpoint: BreakpointRequest;
  /** Evaluated at the stop, in its frame. */
  readonly expressions: readonly string[];
  readonly limits: ValueLimits;
  /** The number of passes to look at, with the expressions and the caller only; left out, the first pass with everything. */
  readonly hits?: number | undefined;
}

/** The outcome of a probe: the stop with everything about it, or why there was none. */
export type ProbeResult =
  | {
      readonly kind: 'stopped';
      readonly report: StopReport;
      readonly expressions: readonly EvaluatedExpression[];
      /** Possible explanations for a stop that is not at the place, a sentence each. */
      readonly notes: readonly string[];
    }
  | {
      readonly kind: 'passes';
      readonly passes: readonly ProbedPass[];
      readonly breakpoint: BreakpointRecord;
      readonly end: PassesEnd;
    }
  | {
      readonly kind: 'missed';
      readonly outcome: Exclude<StopOutcome, { kind: 'stopped' }>;
      readonly breakpoint: BreakpointRecord;
      readonly output: OutputExcerpt;
      /** Possible explanations for the miss, a sentence each. */
      readonly notes: readonly string[];
    };

/**
 * Runs a program to a breakpoint, reports the state there and ends the program.
 *
 * @throws DebugError as withThrowawaySession and DebugSession.start
 */
export function probe(engine: DebugEngine, request: ProbeRequest, deadline: Deadline): Promise<ProbeResult> {
  const { launch, breakpoint, language } = request;
  const start = { kind: 'launch', ...launch, stopOnEntry: false } as const;
  return withThrowawaySession(engine, { id: 'probe', start, language, breakpoints: [breakpoint] }, (session) =>
    runToBreakpoint(session, request, deadline),
  );
}

async function runToBreakpoint(
  session: DebugSession,
  { breakpoint, expressions, limits, hits }: ProbeRequest,
  deadline: Deadline,
): Promise<ProbeResult> {
  const { id } = await session.breakpoints.plan(breakpoint);
  await session.start(deadline.left());
  const outcome = await session.waitForStop(deadline.left());
  if (outcome.kind !== 'stopped') {
    const output = session.takeOutput(4_000);
    const notes = programNotes(session, outcome);
    return { kind: 'missed', outcome, breakpoint: session.breakpoints.get(id), output, notes };
  }
  if (hits !== undefined && outcome.hitBreakpointIds.includes(id)) {
    const { passes, end } = await watchPasses(session, { id, hits, expressions }, deadline);
    return { kind: 'passes', passes, end, breakpoint: session.breakpoints.get(id) };
  }
  const left = deadline.left(LEAST_LOOK_MS);
  const [report, evaluated] = await Promise.all([
    session.report(limits, left),
    evaluateAll(session, expressions, left),
  ]);
  return { kind: 'stopped', report, expressions: evaluated, notes: programNotes(session, outcome) };
}
