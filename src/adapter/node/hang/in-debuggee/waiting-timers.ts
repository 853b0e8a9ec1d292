type RequireTimers = (id: 'timers') => typeof import('node:timers');

/**
 * The class of timers, without leaving one behind. Runs in the debuggee, from its own source text. It asks Node's module: a program
 * may have put a clock of its own in the place of the global functions, as tests do.
 */
export function timerPrototype(requireBuiltin?: RequireTimers): unknown {
  const { setTimeout, clearTimeout } = process.getBuiltinModule?.('timers') ?? requireBuiltin?.('timers') ?? globalThis;
  const timer = setTimeout(() => {}, 1);
  clearTimeout(timer);
  return Object.getPrototypeOf(timer);
}

/** Gives the object itself, so that it comes back by value. Runs in the debuggee, from its own source text. */
export function itself(this: unknown): unknown {
  return this;
}
