import Module from 'node:module';
import workers from 'node:worker_threads';
import { copied } from '../agent/program.ts';
import { handScript, type Settings, setOptions, withOptions } from '../agent/settings.ts';
import type { LoadedTexts } from './loaded-texts.ts';

/**
 * Has workers that are given an environment or options of their own load the tracer, too: all others take ours over. In the
 * worker it takes itself out of the environment again.
 */
export function passOnToWorkers(settings: Settings, loaded: LoadedTexts): void {
  const { Worker } = workers;
  const ours = new Proxy(Worker, {
    construct(target, given: unknown[], made) {
      const [file, options] = copied(given);
      handScript(file);
      const own = typeof options === 'object' && options !== null ? options : {};
      const env: unknown = Reflect.get(own, 'env');
      if (typeof env === 'object' && env !== null) {
        const all = Object.create(own, { env: { value: withOptions(env, settings), enumerable: true } });
        return Reflect.construct(target, [file, all], made);
      }
      // It reads the environment of the process, or shares it.
      const restore = Reflect.get(own, 'execArgv') === undefined ? undefined : setOptions(settings);
      try {
        return Reflect.construct(target, given, made);
      } finally {
        restore?.();
      }
    },
  });
  loaded.disguise(ours, Worker);
  Object.defineProperty(Worker.prototype, 'constructor', { value: ours, writable: true, configurable: true });
  Reflect.set(workers, 'Worker', ours);
  Module.syncBuiltinESMExports();
}

/** The thread in which older versions run the hooks for modules: no code of the program runs there, and it has no parent's port. */
export function isThreadOfHooks(): boolean {
  return !workers.isMainThread && workers.parentPort === null;
}
