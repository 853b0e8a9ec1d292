import type { Surroundings } from '../../../v8/realms/own-realm.ts';

/** The modules of Node that are asked for. */
interface Modules {
  readonly net: typeof import('node:net');
  readonly perf_hooks: typeof import('node:perf_hooks');
  readonly process: typeof import('node:process');
  readonly timers: typeof import('node:timers');
  readonly v8: typeof import('node:v8');
  readonly worker_threads: typeof import('node:worker_threads');
}

/**
 * A module of Node, by `process` or, before Node 20.16 and where the program has removed that, by the console's `require`. Runs in the
 * debuggee.
 */
export function moduleOf<K extends keyof Modules>(
  { program, requireBuiltin }: Surroundings,
  id: K,
): Modules[K] | undefined {
  return program.process?.getBuiltinModule?.(id) ?? requireBuiltin?.(id);
}
