import type { ValuePlace } from '../../../../../../model/trace/trace-record.ts';
import type { Held } from '../describe.ts';
import { EventList } from '../event-list.ts';
import type { Likeness } from './wanted-text.ts';

/** Places that are kept of where a value came to: the first ones and the last. */
const MAX_PATH = 12;
const MAX_TOLD_APART = 60;
/** Calls that are kept of those that returned the value as it was. */
const MAX_UNCHANGED = 8;

/** The origin of a value with a wanted text. `C` is a recorded call. */
export class ValueOrigin<C extends object> {
  readonly id: number;
  readonly text: number;
  readonly found: Likeness;
  readonly place: ValuePlace;
  readonly value: Held;
  readonly call: C;
  readonly atMs: number;
  readonly depth: number;
  /** The calls around the origin's call, the inner one first. */
  readonly callers: readonly C[];
  /** The call of each function that began last before it. */
  readonly before: readonly C[];
  outermost: number;
  /** The time at which the value last came to a place: a number that grows. */
  movedAt = 0;
  times = 1;
  isDirty = true;
  readonly #path = new EventList<ValuePlace>(MAX_PATH);
  readonly #unchanged: ValuePlace[] = [];
  readonly #told = new Map<string, boolean>();

  constructor(
    facts: Pick<ValueOrigin<C>, 'id' | 'text' | 'found' | 'place' | 'value' | 'call' | 'atMs' | 'callers' | 'before'>,
    depth: number,
  ) {
    this.id = facts.id;
    this.text = facts.text;
    this.found = facts.found;
    this.place = facts.place;
    this.value = facts.value;
    this.call = facts.call;
    this.atMs = facts.atMs;
    this.callers = facts.callers;
    this.before = facts.before;
    this.depth = depth;
    this.outermost = depth;
    this.#told.set(placeKey(facts.place), true);
  }

  /** Records that the value came to a place, in a call with so many around it. `now` grows. */
  comesTo(place: ValuePlace, depth: number, now: number): void {
    this.movedAt = now;
    const key = placeKey(place);
    if (this.#told.has(key) || this.#told.size >= MAX_TOLD_APART) return;
    this.#told.set(key, true);
    this.#path.add(place);
    if (depth < this.outermost) this.outermost = depth;
    this.isDirty = true;
  }

  /** A call that was given it has returned it. */
  isUnchangedAt(place: ValuePlace): void {
    for (let at = 0; at < this.#unchanged.length; at++) if (this.#unchanged[at]?.function === place.function) return;
    if (this.#unchanged.length >= MAX_UNCHANGED) return;
    this.#unchanged[this.#unchanged.length] = place;
    this.isDirty = true;
  }

  /** The returns of calls that were given the value, the first of each function; undefined if there are none. */
  unchanged(): readonly ValuePlace[] | undefined {
    return this.#unchanged.length === 0 ? undefined : this.#unchanged;
  }

  /** The places that the value came to, without those in the middle if there are many. */
  path(): readonly ValuePlace[] {
    const gone: ValuePlace = { function: 0, number: 0, line: 0, how: 'set' };
    const all = this.#path.list(() => gone);
    const kept: ValuePlace[] = [];
    for (let at = 0; at < all.length; at++) {
      const place = all[at];
      if (place !== undefined && place !== gone) kept[kept.length] = place;
    }
    return kept;
  }
}

/** The same for all passes of a statement. */
export function placeKey({ function: id, line, how, name }: ValuePlace): string {
  return `${id} ${line} ${how} ${name ?? ''}`;
}
