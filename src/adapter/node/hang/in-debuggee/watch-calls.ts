import { createStackReader, stackText } from '../../../v8/pauses/in-debuggee/stack-reader.ts';
import { bindingOf } from '../../../v8/realms/in-debuggee/binding.ts';
import { type HeldPlace, heldIn } from '../../../v8/realms/in-debuggee/place-held.ts';
import type { Surroundings } from '../../../v8/realms/own-realm.ts';
import { moduleOf } from './node-modules.ts';

interface Watched {
  /** The name of the binding that carries messages out. */
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
 * Runs in the debuggee before the program.
 */
export function watchCalls(
  around: Surroundings,
  place: HeldPlace,
  { binding, blocking, maxCalls }: Watched,
): unknown[] {
  const maxPromises = 100_000;
  const maxFrames = 40;
  const {
    program: { process },
    requireBuiltin,
    compile,
  } = around;
  const readStack = createStackReader(compile !== undefined);
  const report = bindingOf(binding);

  const pending = new Set<unknown>();
  moduleOf(around, 'v8')?.promiseHooks.createHook({
    init(promise) {
      if (pending.size < maxPromises) pending.add(promise);
    },
    settled(promise) {
      pending.delete(promise);
    },
  });

  let isDrained = false;
  if (moduleOf(around, 'worker_threads')?.isMainThread) {
    process.on('beforeExit', () => {
      isDrained = true;
    });
    process.on('exit', () => {
      if (!isDrained || pending.size === 0) return;
      report('["end"]');
      // biome-ignore lint/suspicious/noDebugger: the program is held here while it is looked at.
      debugger;
    });
  }

  const counts = new Map<string, number>();
  const held = heldIn<{ noticed: (name: string) => false }>(around, place) ?? {};
  held.noticed = (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (count === maxCalls + 1) report(JSON.stringify(['often', name]));
    if (count > maxCalls) return false;
    const stack = readStack(maxFrames, stackText);
    if (stack !== undefined) report(JSON.stringify(['call', name, stack]));
    return false;
  };

  return blocking.map((name) => {
    const [module = '', key = ''] = name.split('.');
    return Reflect.get(process.getBuiltinModule?.(module) ?? requireBuiltin?.(module) ?? {}, key);
  });
}
