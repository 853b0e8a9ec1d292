import { type Settings, withSettings } from '../agent/settings.ts';

/** Node's bindings that start processes, below `child_process`: its public functions stay as the program expects them. */
interface Bindings {
  readonly Process: { readonly prototype: { spawn: Spawn } };
  readonly spawnSync: { spawn: Spawn };
}

type Spawn = (this: unknown, ...request: unknown[]) => unknown;

/** Has the processes that the program starts be traced, too, although the program does not see what does it. */
export function passOnToChildren(settings: Settings): void {
  const { Process, spawnSync } = bindings();
  const { spawn } = Process.prototype;
  Process.prototype.spawn = function (...request) {
    return Reflect.apply(spawn, this, withOurs(request, settings));
  };
  const synchronous = spawnSync.spawn;
  spawnSync.spawn = (...request) => Reflect.apply(synchronous, spawnSync, withOurs(request, settings));
}

/** Newer versions pass (file, arguments, folder, environment, …), older ones, and the synchronous way, one object. */
function withOurs(request: unknown[], settings: Settings): unknown[] {
  try {
    const [first, , , pairs] = request;
    if (typeof first === 'object' && first !== null && 'envPairs' in first && Array.isArray(first.envPairs)) {
      first.envPairs = withSettings(first.envPairs, settings);
    } else if (Array.isArray(pairs)) request[3] = withSettings(pairs, settings);
  } catch {
    // The child is started as the program asked.
  }
  return request;
}

function bindings(): Bindings {
  // It is deprecated; with --pending-deprecation it would write a warning into the program's stderr.
  const noDeprecation = Object.getOwnPropertyDescriptor(process, 'noDeprecation');
  Object.defineProperty(process, 'noDeprecation', { value: true, configurable: true, writable: true });
  try {
    const binding: unknown = Reflect.get(process, 'binding');
    if (typeof binding !== 'function') throw new Error('no bindings');
    return { Process: binding.call(process, 'process_wrap').Process, spawnSync: binding.call(process, 'spawn_sync') };
  } finally {
    if (noDeprecation) Object.defineProperty(process, 'noDeprecation', noDeprecation);
    else Reflect.deleteProperty(process, 'noDeprecation');
  }
}
