import type { Rejection, ToolAnswer } from '../toolsets/tool.ts';

/** The outcome of a call, in the words that its caller reads. */
export type CallOutcome =
  /** Carried out, or not, as the answer says. */
  | { readonly kind: 'answered'; readonly answer: ToolAnswer }
  /** Refused in the form that the caller's protocol has for it. */
  | { readonly kind: 'rejected'; readonly reason: Rejection['rejected'] | 'unknownTool'; readonly message: string };

/** Turns a toolset's answer into an outcome. */
export function outcomeOf(result: ToolAnswer | Rejection): CallOutcome {
  if (!('rejected' in result)) return { kind: 'answered', answer: result };
  return { kind: 'rejected', reason: result.rejected, message: result.message };
}
