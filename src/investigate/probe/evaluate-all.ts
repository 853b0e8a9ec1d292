import type { CallOptions } from '../../model/call-options.ts';
import type { EvaluateOutcome } from '../../model/evaluate-outcome.ts';
import type { DebugSession } from '../../session/debug-session.ts';

/** Limit of each expression. */
const EVALUATE_MS = 5_000;
/** Limits of an evaluation that was asked for by itself. */
const LIMITS = { depth: 0, maxChildren: 50, maxTextLength: 400 };

/** An expression, and what came of it where the program was stopped. */
export interface EvaluatedExpression {
  readonly expression: string;
  readonly outcome: EvaluateOutcome;
}

/** Evaluates expressions in the innermost frame of a stopped program, in their order. */
export function evaluateAll(
  session: DebugSession,
  expressions: readonly string[],
  { timeoutMs, signal }: CallOptions & { readonly timeoutMs: number },
): Promise<EvaluatedExpression[]> {
  const options = { timeoutMs: Math.min(timeoutMs, EVALUATE_MS), signal };
  return Promise.all(
    expressions.map(async (expression) => ({
      expression,
      outcome: await session.inspection.evaluate({ expression, readOnly: false, ...LIMITS }, options),
    })),
  );
}
