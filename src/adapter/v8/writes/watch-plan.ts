import type { CdpLocation } from '../scripts/script-table.ts';
import type { WritePlace } from '../source/write-places.ts';
import type { LookedAtPlace } from './in-debuggee/variable-watches.ts';
import type { LookBreakpoint } from './look-breakpoints.ts';
import type { V8Stop } from './variable-places.ts';
import type { WatchedVariable } from './watched-variable.ts';

interface PlannedPlace {
  readonly number: number;
  readonly stop: V8Stop;
  readonly isInitialiser: boolean;
  readonly mayThrow: boolean;
  readonly uses: { readonly watched: WatchedVariable; readonly place: WritePlace<V8Stop> }[];
}

/** The places at which variables are looked at, each once, whatever is watched there. */
export class WatchPlan {
  readonly #places = new Map<string, PlannedPlace>();
  readonly #hook: string;

  /** @param hook The expression for what conditions call. */
  constructor(watched: readonly WatchedVariable[], hook: string) {
    this.#hook = hook;
    for (const each of watched) for (const place of each.places) this.#use(each, place);
  }

  #use(watched: WatchedVariable, place: WritePlace<V8Stop>): void {
    const { stop, isInitialiser, mayThrow } = place;
    const key = keyOf(stop.location);
    const known = this.#places.get(key) ?? { number: this.#places.size, stop, isInitialiser, mayThrow, uses: [] };
    known.uses.push({ watched, place });
    this.#places.set(key, known);
  }

  get breakpoints(): readonly LookBreakpoint[] {
    return [...this.#places.values()].flatMap((planned) => {
      const { stop, isInitialiser } = planned;
      if (stop.isDebuggerStatement) return [];
      const { location, before } = stop;
      return { location, before, condition: isInitialiser ? undefined : this.#expressionOf(planned) };
    });
  }

  /**
   * The expression to ask at a pause whose condition V8 has not asked: V8 stops at a `debugger` statement without asking a
   * condition, and dies of asking one in code that initialises a class (Node 22: "Check failed: IsStringSet"). Undefined if V8
   * has asked, or nothing is looked at.
   */
  unaskedAt(location: CdpLocation | undefined): { readonly number: number; readonly expression?: string } | undefined {
    const planned = location && this.#places.get(keyOf(location));
    if (!planned || !(planned.isInitialiser || planned.stop.isDebuggerStatement)) return undefined;
    const { number, isInitialiser } = planned;
    return isInitialiser ? { number } : { number, expression: this.#expressionOf(planned) };
  }

  #expressionOf({ number, uses }: PlannedPlace): string {
    const locals = uses.flatMap(({ watched, place }) => (place.isVisible ? (watched.local ?? []) : []));
    const list = locals.length > 0 ? `, [${locals.join(', ')}]` : '';
    return `${this.#hook}?.at(${number}${list})`;
  }

  /** The key of a place if the code that begins there may throw. */
  throwingAt(location: CdpLocation | undefined): string | undefined {
    const key = location && keyOf(location);
    return key !== undefined && this.#places.get(key)?.mayThrow ? key : undefined;
  }

  /**
   * The places for the watches of a world. @param pauses Tells when the program pauses at a place where something may be thrown.
   */
  placesIn(world: string, pauses: (key: string) => LookedAtPlace['pauses']): readonly LookedAtPlace[] {
    return [...this.#places].map(([key, { stop, mayThrow, uses }]) => {
      const { lineNumber, columnNumber = 0 } = stop.location;
      const variables = uses.flatMap(({ watched, place }) => {
        const { opens, checks, closes, begins, returns } = place;
        return watched.world === world ? { dataId: watched.dataId, opens, checks, closes, begins, returns } : [];
      });
      return { line: lineNumber + 1, column: columnNumber + 1, pauses: mayThrow ? pauses(key) : 'never', variables };
    });
  }
}

function keyOf({ scriptId, lineNumber, columnNumber = 0 }: CdpLocation): string {
  return `${scriptId}:${lineNumber}:${columnNumber}`;
}
