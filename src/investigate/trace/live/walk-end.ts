import type { StopOutcome, StoppedInfo } from '../../../model/stop-outcome.ts';

/** The reason why a call was followed no further. */
export type WalkEnd =
  /** The thread stands where the function returns. */
  | { readonly kind: 'returning'; readonly stop: StoppedInfo }
  /** The function was left; the thread stands outside of it. */
  | { readonly kind: 'left'; readonly stop: StoppedInfo }
  | { readonly kind: 'until'; readonly stop: StoppedInfo }
  /** So many steps, or so much time; it stands in the function. */
  | { readonly kind: 'bound'; readonly what: 'steps' | 'time'; readonly stop: StoppedInfo }
  /** The function was left for code that is not stepped through, and the session runs. */
  | { readonly kind: 'gone' }
  /** Something else stopped the program, or it is not stopped: an outcome like that of any step. */
  | { readonly kind: 'outcome'; readonly outcome: StopOutcome };
