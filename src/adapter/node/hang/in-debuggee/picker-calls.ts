import type { TimerPicker } from './timer-picker.ts';

/** Each is called on what picks timers, from its own source text. */
export function prototypeOf(this: TimerPicker): unknown {
  return this.prototype;
}

export function pick(this: TimerPicker, list: unknown): ReturnType<TimerPicker['pick']> {
  return this.pick(list);
}

/** Gives the object itself, so that it comes back by value. Runs in the debuggee, from its own source text. */
export function itself(this: unknown): unknown {
  return this;
}
