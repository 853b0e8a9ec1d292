import type { ValueOrigin } from './value-origin.ts';

/** Places that are kept for each text, with what ran before them. */
const MAX_ORIGINS = 20;
const MAX_KEYS = 2_000;
/** So often a place is looked at again: a later value may come further than the first. */
const MAX_RENEWED = 40;

/** The kept values of one place: the one that came furthest out, and the last. */
interface AtPlace<C extends object> {
  best: ValueOrigin<C>;
  last: ValueOrigin<C>;
  times: number;
}

/** The places where values with one text came to be, bounded: dropped are those first whose value went nowhere. */
export class OriginList<C extends object> {
  readonly #places = new Map<string, AtPlace<C> | undefined>();
  readonly #prefersLater: boolean;
  #kept: AtPlace<C>[] = [];

  /** @param prefersLater Of two values of one place that came as far, the one that went somewhere later counts, instead of the first. */
  constructor(prefersLater: boolean) {
    this.#prefersLater = prefersLater;
  }

  /** The value came to be at a place. `make` describes it, by the number of the place where that is known. Undefined where it is not kept. */
  add(key: string, make: (id?: number) => ValueOrigin<C>): ValueOrigin<C> | undefined {
    const known = this.#places.get(key);
    if (known !== undefined) return this.#again(known, make);
    if (this.#places.has(key) || this.#places.size >= MAX_KEYS) return undefined;
    const origin = make();
    const place: AtPlace<C> = { best: origin, last: origin, times: 1 };
    if (this.#kept.length >= MAX_ORIGINS && !this.#drop(origin)) return undefined;
    this.#places.set(key, place);
    this.#kept[this.#kept.length] = place;
    return origin;
  }

  /** The values that are kept, of each place the one that came furthest. */
  list(): readonly ValueOrigin<C>[] {
    const all: ValueOrigin<C>[] = [];
    for (let at = 0; at < this.#kept.length; at++) {
      const place = this.#kept[at];
      if (place === undefined) continue;
      this.#settle(place);
      if (place.best.times !== place.times) {
        place.best.times = place.times;
        place.best.isDirty = true;
      }
      all[all.length] = place.best;
    }
    return all;
  }

  #again(place: AtPlace<C>, make: (id?: number) => ValueOrigin<C>): ValueOrigin<C> {
    place.times++;
    this.#settle(place);
    if (place.times > MAX_RENEWED) return place.best;
    place.last = make(place.best.id);
    return place.last;
  }

  /** Makes room for one more value; false if it is no better than the kept ones. */
  #drop(other: ValueOrigin<C>): boolean {
    let worst = -1;
    // The first one stays: whatever it is, it was there before all others.
    for (let at = this.#kept.length - 1; at > 0; at--) {
      const place = this.#kept[at];
      if (place === undefined) continue;
      this.#settle(place);
      const isWorse = worth(place.best) < worth(other) && (worst < 0 || worth(place.best) < this.#worthAt(worst));
      if (isWorse) worst = at;
    }
    if (worst < 0) return false;
    for (let at = worst; at < this.#kept.length - 1; at++) {
      const next = this.#kept[at + 1];
      if (next !== undefined) this.#kept[at] = next;
    }
    this.#kept.length--;
    return true;
  }

  #settle(place: AtPlace<C>): void {
    const further = reach(place.last) - reach(place.best);
    const isLater = this.#prefersLater && place.last.movedAt > place.best.movedAt;
    if (further > 0 || (further === 0 && isLater)) place.best = place.last;
  }

  #worthAt(at: number): number {
    const place = this.#kept[at];
    return place === undefined ? 0 : worth(place.best);
  }
}

function reach<C extends object>({ depth, outermost }: ValueOrigin<C>): number {
  return depth - outermost;
}

/** The values that are most likely meant, at most so many. */
export function mostLikely<C extends object>(origins: readonly ValueOrigin<C>[], max: number): ValueOrigin<C>[] {
  const best: ValueOrigin<C>[] = [];
  for (let at = 0; at < origins.length; at++) {
    const origin = origins[at];
    if (origin === undefined) continue;
    let to = best.length;
    for (; to > 0 && isBefore(origin, best[to - 1]); to--) best[to] = best[to - 1] ?? origin;
    best[to] = origin;
    if (best.length > max) best.length = max;
  }
  return best;
}

function isBefore<C extends object>(one: ValueOrigin<C>, other: ValueOrigin<C> | undefined): boolean {
  if (other === undefined) return true;
  return worth(one) > worth(other) || (worth(one) === worth(other) && one.id < other.id);
}

/** More for what may be meant. A new one has gone nowhere so far. */
function worth<C extends object>(origin: ValueOrigin<C>): number {
  const isPart = origin.found.likeness === 'part';
  const isGiven = origin.place.how === 'argument';
  return (isPart ? 0 : 4) + (isGiven ? 0 : 2) + (reach(origin) > 0 ? 1 : 0);
}
