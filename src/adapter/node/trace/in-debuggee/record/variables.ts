import type { CodeTable, Site } from '../code/table.ts';
import { type Held, held, heldType, isObject } from './describe.ts';
import { addPartChanges, type Change, MAX_CHANGES } from './object-changes.ts';
import { type ObjectState, stateOf } from './object-state.ts';

/** No value: not declared yet, or gone. */
const ABSENT: object = Object.create(null);

/** The variables of a call: what they held when they were last looked at. */
export class Variables {
  readonly #slots: CodeTable['slots'];
  readonly #outer: readonly string[];
  readonly #readers: readonly (() => unknown)[];
  readonly #values: unknown[] = [];
  /** Texts of the values at the last look. */
  readonly #texts: (Held | undefined)[] = [];
  readonly #states: (ObjectState | undefined)[] = [];

  /** `readers` read variables around the function, in the order of `outer`. */
  constructor(table: CodeTable, readers: readonly (() => unknown)[]) {
    this.#slots = table.slots;
    this.#outer = table.outer;
    this.#readers = readers;
    for (let at = 0; at < table.slots.length + table.outer.length; at++) this.#values[at] = ABSENT;
    for (let at = 0; at < readers.length; at++) this.#see(table.slots.length + at, this.#read(at));
  }

  /** The changes since the last look. `mark` is called with the kind of each new value. */
  changes(site: Site, values: readonly unknown[], mark: (kind: string) => void): readonly Change[] | undefined {
    const changes: Change[] = [];
    const slots = site.slots ?? [];
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at] ?? 0;
      const known = this.#slots[slot];
      if (known !== undefined) this.#compare(slot, known.name, known.silent, values[at], changes);
    }
    for (let at = 0; at < this.#outer.length; at++) {
      this.#compare(this.#slots.length + at, this.#outer[at] ?? '', false, this.#read(at), changes);
    }
    this.#forget(site.alive ?? slots);
    if (changes.length === 0) return undefined;
    for (let at = 0; at < changes.length; at++) {
      const after = changes[at]?.after;
      mark(after === undefined ? 'gone' : heldType(after));
    }
    return changes;
  }

  #compare(slot: number, name: string, silent: boolean, value: unknown, changes: Change[]): void {
    const before = this.#values[slot];
    if (before === ABSENT || !Object.is(before, value)) {
      if (before === ABSENT && silent) {
        this.#see(slot, value);
        return;
      }
      // An object as it is now: since its variable was set, it may have changed.
      const known = isObject(before) ? undefined : this.#texts[slot];
      const was = before === ABSENT ? undefined : (known ?? held(before));
      this.#see(slot, value);
      const after = held(value);
      this.#texts[slot] = after;
      if (changes.length < MAX_CHANGES) {
        changes[changes.length] = was === undefined ? { name, after } : { name, before: was, after };
      }
      return;
    }
    if (!isObject(value)) return;
    const known = this.#states[slot];
    if (known === undefined) return;
    const elsewhere = this.#seenElsewhere(slot, value);
    if (elsewhere !== undefined) {
      this.#states[slot] = elsewhere;
      return;
    }
    const now = stateOf(value);
    if (now !== undefined) this.#states[slot] = addPartChanges(name, known, now, changes);
  }

  /** The parts of an object that two variables hold are shown for one of them. */
  #seenElsewhere(slot: number, value: object): ObjectState | undefined {
    for (let at = 0; at < slot; at++) if (this.#values[at] === value) return this.#states[at];
    return undefined;
  }

  #see(slot: number, value: unknown): void {
    this.#values[slot] = value;
    this.#texts[slot] = undefined;
    this.#states[slot] = isObject(value) ? stateOf(value) : undefined;
  }

  /** Variables of blocks that have been left. */
  #forget(alive: readonly number[]): void {
    let next = 0;
    for (let slot = 0; slot < this.#slots.length; slot++) {
      if (alive[next] === slot) next++;
      else if (this.#values[slot] !== ABSENT) {
        this.#values[slot] = ABSENT;
        this.#states[slot] = undefined;
        this.#texts[slot] = undefined;
      }
    }
  }

  /** A variable that has no value yet cannot be read. */
  #read(at: number): unknown {
    try {
      return this.#readers[at]?.();
    } catch {
      return ABSENT;
    }
  }
}
