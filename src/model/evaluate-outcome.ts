import type { ExceptionInfo } from './stop-outcome.ts';
import type { ValueSummary } from './variable.ts';

/** The outcome of evaluating an expression. A thrown expression is a result, not an error. */
export type EvaluateOutcome =
  | ({ readonly kind: 'value' } & ValueSummary)
  | { readonly kind: 'thrown'; readonly exception: ExceptionInfo }
  | { readonly kind: 'timeout'; readonly timeoutMs: number }
  /** `readOnly` was asked for and the expression would have changed the program. */
  | { readonly kind: 'side-effect'; readonly message: string };

/** A variable of another frame than the one that an expression was evaluated in. */
export interface NameElsewhere {
  readonly name: string;
  /** Its frame's index in the stack. */
  readonly frameIndex: number;
  readonly functionName: string;
}
