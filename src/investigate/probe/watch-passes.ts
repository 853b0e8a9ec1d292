import type { Deadline } from '../../adapter/deadline.ts';
import type { StackFrame } from '../../model/stack-frame.ts';
import type { StopOutcome, StoppedInfo } from '../../model/stop-outcome.ts';
import type { DebugSession } from '../../session/debug-session.ts';
import { type EvaluatedExpression, evaluateAll } from './evaluate-all.ts';

/** The time for a look at a pass that came at the end of the call's time. */
const LEAST_LOOK_MS = 200;

/** One pass of the probed place. */
export interface ProbedPass {
  readonly expressions: readonly EvaluatedExpression[];
  /** The caller of the place's function; undefined if no code of the program called it. */
  readonly caller: StackFrame | undefined;
}

/** The reason why no more passes were looked at. */
export type PassesEnd =
  | { readonly kind: 'enough' }
  /** Something else stopped the program, such as an exception that nothing catches. */
  | { readonly kind: 'stopped'; readonly stop: StoppedInfo }
  | Exclude<StopOutcome, { kind: 'stopped' }>;

/** The passes to look at: so many of the breakpoint with that number, each with the expressions. */
interface WantedPasses {
  readonly id: number;
  readonly hits: number;
  readonly expressions: readonly string[];
}

/** Looks at one pass of a breakpoint after the other, and lets the program go on from each; it is stopped at the first one. */
export async function watchPasses(
  session: DebugSession,
  { id, hits, expressions }: WantedPasses,
  deadline: Deadline,
): Promise<{ readonly passes: readonly ProbedPass[]; readonly end: PassesEnd }> {
  const passes: ProbedPass[] = [];
  for (;;) {
    passes.push(await passAt(session, expressions, deadline));
    if (passes.length >= hits) return { passes, end: { kind: 'enough' } };
    const outcome = await session.resume('continue', deadline.left());
    if (outcome.kind !== 'stopped') return { passes, end: outcome };
    if (!outcome.hitBreakpointIds.includes(id)) return { passes, end: { kind: 'stopped', stop: outcome } };
  }
}

async function passAt(session: DebugSession, expressions: readonly string[], deadline: Deadline): Promise<ProbedPass> {
  const left = deadline.left(LEAST_LOOK_MS);
  const [evaluated, frames] = await Promise.all([
    evaluateAll(session, expressions, left),
    session.inspection.stack(left),
  ]);
  return { expressions: evaluated, caller: frames.slice(1).find(({ presentation }) => presentation === 'normal') };
}
