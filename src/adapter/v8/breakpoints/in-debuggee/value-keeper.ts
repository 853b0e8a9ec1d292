/** Values of which only the protocol can show all, kept until it has: at the pause that follows. */
export interface ValueKeeper {
  /** The number under which a value is kept for a breakpoint; undefined where that must not be. */
  readonly keep: (id: number, value: unknown) => number | undefined;
  /** All that are kept, by their numbers; they are let go. */
  readonly take: () => object;
  /** Set while the program is stepped through: a pause on the way would end the step. */
  isStepping: boolean;
}

/** Makes the keeper. Runs in the debuggee. */
export function createValueKeeper(): ValueKeeper {
  interface Numbered<T> {
    readonly __proto__?: null;
    [number: number]: T;
  }
  // Each one pauses the program for some milliseconds; a hot loop must come to its end.
  const mostOfOne = 200;
  const counts: Numbered<number> = { __proto__: null };
  let kept: Numbered<unknown> = { __proto__: null };
  let last = 0;

  const keeper: ValueKeeper = {
    isStepping: false,
    keep(id, value) {
      const count = counts[id] ?? 0;
      if (keeper.isStepping || count >= mostOfOne) return undefined;
      counts[id] = count + 1;
      kept[++last] = value;
      return last;
    },
    take() {
      const taken = kept;
      kept = { __proto__: null };
      return taken;
    },
  };
  return keeper;
}

/** Says whether the program is stepped through. Runs in the debuggee, from its own source text. */
export function setStepping(holder: { readonly keeper?: ValueKeeper } | undefined, isStepping: boolean): void {
  if (holder?.keeper) holder.keeper.isStepping = isStepping;
}
