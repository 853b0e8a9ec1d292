import { createStackReader } from '../../../v8/pauses/in-debuggee/stack-reader.ts';

/** Node's modules, where `process.getBuiltinModule` is not there yet. */
interface RequireBuiltin {
  (id: 'v8'): typeof import('node:v8');
  (id: 'worker_threads'): typeof import('node:worker_threads');
  (id: 'util'): typeof import('node:util');
  (id: string): object;
}

interface Watched {
  /** The name of the binding that carries messages out. It goes from the program's sight; under its symbol, conditions find ours. */
  readonly binding: string;
  /** `module.function`. */
  readonly blocking: readonly string[];
  /** Calls of one function that are reported, after which it is left alone. */
  readonly maxCalls: number;
}

/**
 * Installs the watch in the debuggee; its value is the list of the functions that may block.
 *
 * Pending promises are kept: what waits for an unreachable promise is garbage, and could not be found. When the program runs out
 * of things to do with promises pending, it stops for a moment.
 *
 * Runs in the debuggee before the program: what is called later on is saved here.
 */
export function watchCalls({ binding, blocking, maxCalls }: Watched, requireBuiltin?: RequireBuiltin): unknown[] {
  const maxPromises = 100_000;
  const maxFrames = 40;
  const { stringify } = JSON;
  const { defineProperty, deleteProperty, get } = Reflect;
  const { getOwnPropertyDescriptor: descriptor } = Object;
  const isProxy = (process.getBuiltinModule?.('util') ?? requireBuiltin?.('util'))?.types.isProxy;
  const readStack = createStackReader({
    ...{ descriptor, defineProperty, deleteProperty },
    ...{ errorClass: Error, global: globalThis, isProxy },
  });
  const report: (message: string) => void = get(globalThis, binding);
  deleteProperty(globalThis, binding);

  const pending = new Set<unknown>();
  const keep = Set.prototype.add.bind(pending);
  const drop = Set.prototype.delete.bind(pending);
  const size: () => number = descriptor(Set.prototype, 'size')?.get?.bind(pending) ?? (() => 0);
  (process.getBuiltinModule?.('v8') ?? requireBuiltin?.('v8'))?.promiseHooks.createHook({
    init(promise) {
      if (size() < maxPromises) keep(promise);
    },
    settled(promise) {
      drop(promise);
    },
  });

  let isDrained = false;
  const threads = process.getBuiltinModule?.('worker_threads') ?? requireBuiltin?.('worker_threads');
  if (threads?.isMainThread) {
    process.on('beforeExit', () => {
      isDrained = true;
    });
    process.on('exit', () => {
      if (!isDrained || size() === 0) return;
      report('["end"]');
      // biome-ignore lint/suspicious/noDebugger: the program is held here while it is looked at.
      debugger;
    });
  }

  const counts: { [name: string]: unknown } = { __proto__: null };
  const onCall = (name: string): false => {
    const known = counts[name];
    const count = (typeof known === 'number' ? known : 0) + 1;
    counts[name] = count;
    if (count === maxCalls + 1) report(`["often",${stringify(name)}]`);
    if (count > maxCalls) return false;
    const stack = readStack(maxFrames);
    if (typeof stack === 'string') report(`["call",${stringify(name)},${stringify(stack)}]`);
    return false;
  };
  defineProperty(globalThis, Symbol.for(binding), { value: onCall });

  return blocking.map((name) => {
    const [module = '', key = ''] = name.split('.');
    return get(process.getBuiltinModule?.(module) ?? requireBuiltin?.(module) ?? {}, key);
  });
}
