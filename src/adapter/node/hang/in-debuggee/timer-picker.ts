import type { Surroundings } from '../../../v8/realms/own-realm.ts';
import { elementsOf, read } from './data-reader.ts';
import { moduleOf } from './node-modules.ts';

/** `[delay, due in, repeats]` in milliseconds, of a timer that waits. */
export type TimerFacts = readonly [delayMs: number, dueInMs: number, repeats: boolean];

/** Picks timers. */
export interface TimerPicker {
  /** The prototype of their class. */
  readonly prototype: unknown;
  /** Gives those of an array that wait, what is due first before the others, with their functions beside. */
  readonly pick: (list: unknown) => readonly [TimerFacts[], unknown[]];
}

/**
 * Makes what picks timers, which reads nothing but their data. No timer is left behind. Runs in the debuggee, in a realm of ours.
 *
 * It asks Node's modules: a program may have put a clock of its own in the place of the global functions, as tests do.
 */
export function createTimerPicker(around: Surroundings, maxTimers: number): TimerPicker {
  const timers = moduleOf(around, 'timers');
  const timer: unknown = callOf(timers, 'setTimeout', [() => {}, 1]);
  callOf(timers, 'clearTimeout', [timer]);
  const prototype = typeof timer === 'object' && timer !== null ? Object.getPrototypeOf(timer) : undefined;
  const performance = read(moduleOf(around, 'perf_hooks'), 'performance');
  const hasRef = read(prototype, 'hasRef');

  function pick(list: unknown): readonly [TimerFacts[], unknown[]] {
    // Past one that the program has put on the object.
    const clock =
      typeof performance === 'object' && performance !== null ? Object.getPrototypeOf(performance) : undefined;
    const now = Number(callOf(clock, 'now', [], performance));
    const waiting = elementsOf(list).flatMap((each) => {
      const delay = read(each, '_idleTimeout');
      const start = read(each, '_idleStart');
      const callback = read(each, '_onTimeout');
      if (typeof delay !== 'number' || delay <= 0 || typeof start !== 'number' || !callback) return [];
      if (read(each, '_destroyed') === true) return [];
      if (typeof hasRef === 'function' && Reflect.apply(hasRef, each, []) === false) return [];
      const due = start + delay;
      const facts: TimerFacts = [delay, due - now, read(each, '_repeat') !== null];
      return { due, callback, facts };
    });
    const first = waiting.sort((one, other) => one.due - other.due).slice(0, maxTimers);
    return [first.map(({ facts }) => facts), first.map(({ callback }) => callback)];
  }

  return { prototype, pick };
}

function callOf(holder: unknown, name: string, given: readonly unknown[], self = holder): unknown {
  const method = read(holder, name);
  return typeof method === 'function' ? Reflect.apply(method, self, given) : undefined;
}
