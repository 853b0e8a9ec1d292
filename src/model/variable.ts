/**
 * A value as shown to a person or a model: what the debuggee summarised, never the whole of it.
 *
 * @see DAP Variable and EvaluateResponse, whose field names these are.
 */
export interface ValueSummary {
  /** The language's own word: `number`, `array`, `map` (CDP subtype before type); `str`, `dict` in Python. */
  readonly type: string;
  /** One bounded line: `"abc"`, `[1, 2, … 998 more]`, `Order {id: 1, lines: Array(3)}`. */
  readonly value: string;
  /** A handle for expanding it; 0 when there is nothing inside. Valid until its thread resumes. */
  readonly variablesReference: number;
  /** The number of all children: array length, map size, number of own properties. */
  readonly childCount?: number;
  /** True when `value` or `children` leave something out. */
  readonly cut?: boolean;
  /** Present where the caller asked for depth. */
  readonly children?: readonly Variable[];
}

/** A named value: a local, a property, an element (`[0]`). */
export interface Variable extends ValueSummary {
  readonly name: string;
  /** The name as the source has it, where that is another: `__total` of Python's `_Order__total`. */
  readonly sourceName?: string;
  /**
   * At an uncaught exception: the one-line text when it was thrown, where cleanup has changed the value since, and its type; `null` if it was
   * not there.
   */
  readonly thrown?: string | null;
  readonly thrownType?: string;
  /** A property that is not enumerable, or something that is not a property at all: `[[Prototype]]`, `[[PromiseState]]`. */
  readonly hidden?: boolean;
  /** An element of a list, whose name is its position in brackets: a property may be called `[0]`, too. */
  readonly isElement?: boolean;
}

/** The scopes that a frame offers, innermost first. The names are DAP's presentation hints plus CDP's scope types. */
export type ScopeKind = 'local' | 'closure' | 'module' | 'global';

/**
 * One scope of a frame.
 *
 * @see DAP Scope
 */
export interface Scope {
  readonly kind: ScopeKind;
  readonly name: string;
  readonly variablesReference: number;
  /** True if listing the scope may be slow: globals. */
  readonly expensive: boolean;
  /** True for globals that are those of a module, as in Python: asked for as `module`, too. */
  readonly isOfModule?: boolean;
  /** True for what belongs to other sources of a bundle than the one that the frame is in: shown on request. */
  readonly isElsewhere?: boolean;
}
