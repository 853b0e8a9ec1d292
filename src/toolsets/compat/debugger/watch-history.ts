import type { SessionState } from '../../../model/session-summary.ts';
import type { JsonValue } from '../../../render/json-value.ts';

/** A watched expression at a pause. */
export type WatchValue =
  | { readonly kind: 'value'; readonly json: JsonValue }
  /** The watch has no value here: its variables are out of scope, or it throws. */
  | { readonly kind: 'none'; readonly reason: string };

/** A watch, and what became of it between the last two pauses at which it had a value. */
export interface WatchedValue {
  readonly now: WatchValue;
  /** The value before, where it is another one now. */
  readonly before?: JsonValue;
}

interface Entry extends WatchedValue {
  /** The pause at which it was looked at. */
  readonly stop: SessionState;
  /** The last value, and the same without what differs between pauses. */
  readonly last?: { readonly json: JsonValue; readonly text: string };
}

/** The values of watches from pause to pause, so that a change is reported for as long as the program stands at it. */
export class WatchHistory {
  readonly #entries = new Map<number, Entry>();

  /** The value of a watch at a pause; undefined if the watch was not looked at there. */
  at(id: number, stop: SessionState): WatchedValue | undefined {
    const entry = this.#entries.get(id);
    return entry?.stop === stop ? entry : undefined;
  }

  /** The value of a watch from whichever pause the watch was last looked at. */
  latest(id: number): WatchedValue | undefined {
    return this.#entries.get(id);
  }

  /** Records a watch's value at a pause. One out of scope is compared again when it is back. */
  record(id: number, stop: SessionState, now: WatchValue): WatchedValue {
    const last = this.#entries.get(id)?.last;
    if (now.kind === 'none') {
      const entry = { stop, now, ...(last ? { last } : {}) };
      this.#entries.set(id, entry);
      return entry;
    }
    const text = JSON.stringify(now.json, (key, value: unknown) => (key === 'objectId' ? undefined : value));
    const changed = last !== undefined && last.text !== text;
    const entry = { stop, now, last: { json: now.json, text }, ...(changed ? { before: last.json } : {}) };
    this.#entries.set(id, entry);
    return entry;
  }

  remove(id: number): void {
    this.#entries.delete(id);
  }
}
