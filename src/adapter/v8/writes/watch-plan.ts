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

/** Where variables are looked at, each place once, whatever is watched there. */
export class WatchPlan {
  readonly #places = new Map<string, PlannedPlace>();
  readonly #hook: string;

  /** @param hook The global that conditions call. */
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
   * What has to be asked where V8 has paused at a place: it stops at a `debugger` statement without asking a condition, and dies of asking one
   * in what initialises a class (Node 22: "Check failed: IsStringSet"). Undefined where it has asked, or nothing is looked at.
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
    return `${this.#hook}.at(${number}${list})`;
  }

  /** Where something may be thrown in what begins at a place, the text of the place. */
  throwingAt(location: CdpLocation | undefined): string | undefined {
    const key = location && keyOf(location);
    return key !== undefined && this.#places.get(key)?.mayThrow ? key : undefined;
  }

  /** What is known of the places by the watches of a world. @param pauses When the program pauses at one where something may be thrown. */
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
