/** A watched place, as the debugger has evaluated it. @property isEntry `object.get(key)` or `object.has(key)`. */
export interface NamedPlace {
  readonly object: unknown;
  readonly key: unknown;
  readonly isEntry?: boolean;
}

/** Hears what is done to a place. */
export interface TrapReport {
  readonly wrote: (before: unknown, after: unknown) => void;
  /** Left out, reads are not reported. */
  readonly read?: ((value: unknown) => void) | undefined;
}

/** A place in which a trap can be laid, and out of which it can be lifted. */
export interface PlaceTrap {
  /** The reason why the place cannot be watched; empty if it can. Callers ask while no trap is laid. */
  readonly obstacle: string;
  /** Accesses are reported from here on. @returns why they cannot be; empty where they are */
  readonly lay: (report: TrapReport) => string;
  /** The place is as it was. @returns why it is not; empty where it is */
  readonly lift: () => string;
  /** True if the place was changed past the trap since the last call. */
  readonly takeUnseen: () => boolean;
}
