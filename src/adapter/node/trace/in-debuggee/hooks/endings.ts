import { isMainThread, MessagePort } from 'node:worker_threads';
import type { Recorder } from '../record/recorder.ts';
import type { LoadedTexts } from './loaded-texts.ts';

/**
 * Notices how the process ends, with no listener that would change it or be seen: uncaught errors by Node's own
 * function for them, exits when Node looks up what emits the event, and by the call behind it.
 */
export function watchEndings(recorder: Recorder, loaded: LoadedTexts): void {
  replace(process, '_fatalException', loaded, (original, self, given) => {
    recorder.escapes(given[0]);
    const isHandled: unknown = Reflect.apply(original, self, given);
    if (isHandled === false) {
      recorder.ends(given[0]);
      recorder.settles();
      for (const line of loaded.movedLines()) recorder.write(line);
      recorder.finish();
    }
    recorder.settles();
    return isHandled;
  });
  for (const name of ['reallyExit', 'execve', 'abort']) {
    replace(process, name, loaded, (original, self, given) => {
      recorder.settles();
      recorder.finish();
      return Reflect.apply(original, self, given);
    });
  }
  whenExiting(() => recorder.finish(), loaded);
}

/**
 * Calls `finish` before the listeners of the exit event run, and when they have. Node looks `process.emit` up where it emits
 * events; it is found on a prototype in between, so that `process` has nothing of its own more than in a plain run.
 */
function whenExiting(finish: () => void, loaded: LoadedTexts): void {
  const holder: object = Object.getPrototypeOf(process);
  const inherited = (): unknown => Reflect.get(Object.getPrototypeOf(holder), 'emit', process);
  let own: unknown;
  const get = (): unknown => {
    const emit = own ?? inherited();
    if (!Reflect.get(process, '_exiting') || typeof emit !== 'function') return emit;
    finish();
    const emitting = {
      emit(this: unknown, ...given: unknown[]): unknown {
        try {
          return Reflect.apply(emit, this, given);
        } finally {
          finish();
        }
      },
    }.emit;
    loaded.disguise(emitting, emit);
    return emitting;
  };
  const set = (value: unknown): void => {
    own = value;
    Object.defineProperty(process, 'emit', { get, set, enumerable: true, configurable: true });
  };
  Object.defineProperty(holder, 'emit', { get, set, enumerable: false, configurable: true });
}

/** Has what is recorded written when a message leaves for who started this process or worker: what comes after it may be its end. */
export function watchMessages(recorder: Recorder, loaded: LoadedTexts): void {
  const sending = (original: object, self: unknown, given: unknown[]): unknown => {
    recorder.sends();
    return typeof original === 'function' ? Reflect.apply(original, self, given) : undefined;
  };
  if (isMainThread) replace(process, 'send', loaded, sending);
  else replace(MessagePort.prototype, 'postMessage', loaded, sending);
}

/** Puts a function of ours before one of Node's. */
export function replace(
  holder: object,
  name: string,
  loaded: LoadedTexts,
  // biome-ignore lint/complexity/noBannedTypes: a function of Node, whatever it takes.
  run: (original: Function, self: unknown, given: unknown[]) => unknown,
): void {
  const slot = Object.getOwnPropertyDescriptor(holder, name);
  const original: unknown = slot?.value;
  if (slot === undefined || typeof original !== 'function') return;
  const ours = {
    run(this: unknown, ...given: unknown[]): unknown {
      return run(original, this, given);
    },
  }.run;
  loaded.disguise(ours, original);
  Object.defineProperty(holder, name, { ...slot, value: ours });
}
