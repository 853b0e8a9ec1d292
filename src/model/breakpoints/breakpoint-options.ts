/** The options of every kind of breakpoint. */
export interface BreakpointOptions {
  /** An expression of the debuggee's language; the breakpoint counts only when it is true. */
  readonly condition?: string;
  /** Stop on these passes only: `5` (the fifth), `>=5`, `>5`, `%5` (every fifth). Counted after `condition`. */
  readonly hitCondition?: string;
  /** With this, nothing stops: the text is put out as output, with `{expression}` filled in. */
  readonly logMessage?: string;
  /**
   * With these, nothing stops: each pass that counts has the values of these expressions recorded, whole where they have a
   * JSON form, and reported by the event `collected`.
   */
  readonly collect?: readonly string[];
}

/** The same as a caller gives them, who may name one without a value. */
export type AskedOptions = { readonly [Name in keyof BreakpointOptions]?: BreakpointOptions[Name] | undefined };

/** The options that have a value, of whatever else holds them: a record, a request, the arguments of a call. */
export function optionsOf({ condition, hitCondition, logMessage, collect }: AskedOptions): BreakpointOptions {
  return {
    ...(condition === undefined ? {} : { condition }),
    ...(hitCondition === undefined ? {} : { hitCondition }),
    ...(logMessage === undefined ? {} : { logMessage }),
    ...(collect === undefined ? {} : { collect }),
  };
}

/** True if anything but a stop at each pass is asked for. */
export function hasOptions(asked: AskedOptions): boolean {
  return isConditional(asked) || logsInsteadOfStopping(asked);
}

/** True if the place may be passed without a hit. */
export function isConditional({ condition, hitCondition }: AskedOptions): boolean {
  return condition !== undefined || hitCondition !== undefined;
}

/** True if hits are reported instead of stopping the program. */
export function logsInsteadOfStopping({ logMessage, collect }: AskedOptions): boolean {
  return logMessage !== undefined || collect !== undefined;
}

/** True if two breakpoints at one place do the same there. */
export function areSameOptions(one: AskedOptions, other: AskedOptions): boolean {
  return JSON.stringify(optionsOf(one)) === JSON.stringify(optionsOf(other));
}
