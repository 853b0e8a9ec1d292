/** The plan to restart an innermost call. */
export type RestartPlan =
  | { readonly kind: 'refused'; readonly why: string }
  | {
      readonly kind: 'planned';
      /** The line of the call's first statement, 1-based. */
      readonly line: number;
      /** Arguments that the call's statements may have assigned. */
      readonly assigned: readonly string[];
      /** Variables that functions which it has made so far go on sharing with it. */
      readonly shared: readonly string[];
    };

/**
 * Questions about the start of a language's call, for debuggers that jump to a line, which is all that DAP knows of. They are
 * evaluated in the frame that is to be restarted.
 *
 * @see DAP gotoTargets, goto
 */
export interface RestartQuestions {
  /** The code to evaluate once, before anything else. */
  installation(): string;
  /** Asks where to jump to. @param takesText Refuse where what runs then is not the text that its function has now. */
  plan(takesText: boolean): string;
  readPlan(result: string): RestartPlan | undefined;
  /** Asks, after the jump, which variables have a value that a new call would not have: its statements may find `kept`, and no `others`. */
  kept(): string;
  readKept(result: string): { readonly kept: readonly string[]; readonly others: boolean };
}
