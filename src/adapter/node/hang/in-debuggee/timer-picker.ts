import { createDataReader } from './data-reader.ts';

/** `[delay, due in, repeats]` in milliseconds, of a timer that waits. */
export type TimerFacts = readonly [delayMs: number, dueInMs: number, repeats: boolean];

/**
 * Makes the function that picks the timers which wait, those first that are due first, with their functions beside. It runs in the
 * debuggee, on the array of all timers, and reads nothing but their data.
 */
export function createTimerPicker(maxTimers: number) {
  interface Waiting {
    readonly facts: TimerFacts;
    readonly callback: unknown;
    readonly due: number;
  }

  return function (this: readonly unknown[], prototype: unknown): readonly [TimerFacts[], unknown[]] {
    const { read, append } = createDataReader();
    const { apply } = Reflect;
    const now = performance.now();
    const hasRef = read(prototype, 'hasRef');
    const waiting: Waiting[] = [];
    for (let at = 0; at < this.length; at++) {
      const each = this[at];
      const delay = read(each, '_idleTimeout');
      const start = read(each, '_idleStart');
      const callback = read(each, '_onTimeout');
      if (typeof delay !== 'number' || delay <= 0 || typeof start !== 'number' || !callback) continue;
      if (read(each, '_destroyed') === true) continue;
      if (typeof hasRef === 'function' && apply(hasRef, each, []) === false) continue;
      const due = start + delay;
      append(waiting, { due, callback, facts: [delay, due - now, read(each, '_repeat') !== null] });
    }
    const facts: TimerFacts[] = [];
    const callbacks: unknown[] = [];
    // A few of maybe very many: looked for one after another, as sorting is a method that a program can replace.
    const isTaken: { [at: number]: boolean; readonly __proto__: null } = { __proto__: null };
    for (let taken = 0; taken < maxTimers && taken < waiting.length; taken++) {
      let next = -1;
      for (let at = 0; at < waiting.length; at++) {
        const due = waiting[at]?.due ?? 0;
        if (isTaken[at] !== true && (next === -1 || due < (waiting[next]?.due ?? 0))) next = at;
      }
      const picked = waiting[next];
      if (picked === undefined) break;
      isTaken[next] = true;
      append(facts, picked.facts);
      append(callbacks, picked.callback);
    }
    return [facts, callbacks];
  };
}
