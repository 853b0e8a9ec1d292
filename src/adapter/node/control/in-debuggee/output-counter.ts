import { bindingOf } from '../../../v8/realms/in-debuggee/binding.ts';
import { type HeldPlace, heldIn } from '../../../v8/realms/in-debuggee/place-held.ts';
import type { Surroundings } from '../../../v8/realms/own-realm.ts';

/** Functions for the debugger and for the conditions of breakpoints. */
interface Holder {
  /** Gives in JSON the process, the time, and for each stream what the process has written to it, since when, and how much it was then. */
  written?: () => string;
  /** The program asks for a stream, maybe for the first time. */
  asked?: (index: 0 | 1) => void;
  /** Called when it was found out whether a stream is there. */
  found?: (index: 0 | 1, isThere: boolean) => void;
  /** Takes out the breakpoint by which it is known that the program asks for a stream. */
  release?: (index: 0 | 1) => void;
}

/** A function of the debugger's command line. */
type OnCall = ((run: () => unknown, condition?: string) => void) | undefined;

/**
 * Installs what counts the bytes that the process writes to stdout and stderr. Their handles count anyway; but neither must be made for
 * that. So a breakpoint that never stops says when the program first asks for a stream, and is taken out then. Runs in the debuggee.
 *
 * @param held The expression for what conditions find there.
 * @param counted Whether stdout, and whether stderr, is to be counted.
 * @returns whether nothing is to be looked for: the program has not begun, and so has no stream
 */
export function installOutputCounter(
  around: Surroundings,
  bindingName: string,
  place: HeldPlace,
  held: string,
  pid: number,
  counted: readonly [boolean, boolean],
): boolean {
  /** The texts that wait to be written. */
  interface Waiting {
    list: unknown;
    first: number;
    next: number;
    bytes: number;
  }
  interface Stream {
    readonly waiting: Waiting;
    readonly getter: (() => unknown) | undefined;
    /** True if it was found out whether the stream is there. */
    isKnown: boolean;
    isAsked: boolean;
    made: object | undefined;
    counter: (() => unknown) | undefined;
    sinceMs: number;
    sinceBytes: number;
  }
  const report = bindingOf(bindingName);
  const holder = heldIn<Holder>(around, place);
  if (!holder) return true;
  const { program } = around;
  const { apply, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
  const { now } = Date;
  const { isArray } = Array;
  const { byteLength } = program.Buffer;
  const owner = program.process;
  const [onCall, offCall] = [ofConsole('debug'), ofConsole('undebug')];
  // Node fills it in only when it begins with the program.
  const isFresh = owner.execArgv === undefined;
  const isWatched = onCall !== undefined;
  const streams = [streamOf(0, 'stdout', 'getStdout'), streamOf(1, 'stderr', 'getStderr')] as const;

  function streamOf(index: 0 | 1, name: string, getterName: string): Stream {
    const getter = counted[index] ? getOwnPropertyDescriptor(owner, name)?.get : undefined;
    const isNodes = getter !== undefined && own(getter, 'name') === getterName;
    return {
      waiting: { list: undefined, first: 0, next: 0, bytes: 0 },
      getter: isNodes ? getter : undefined,
      isKnown: isFresh && isWatched,
      isAsked: false,
      made: undefined,
      counter: undefined,
      sinceMs: now(),
      sinceBytes: 0,
    };
  }

  /** A function of the debugger's command line, which no listing of globals shows. One of the program's takes its place. */
  function ofConsole(name: string): OnCall {
    const slot = getOwnPropertyDescriptor(program, name);
    return slot?.enumerable === false && typeof slot.value === 'function' ? slot.value : undefined;
  }

  function own(object: object, key: PropertyKey): unknown {
    return getOwnPropertyDescriptor(object, key)?.value;
  }

  function sizeOf(object: object, key: string): number {
    const size = own(object, key);
    return typeof size === 'number' ? size : 0;
  }

  /** The counter of the handle that a stream keeps under a symbol; undefined for a handle that is no pipe. */
  function counterOf(made: object): (() => unknown) | undefined {
    const keys = ownKeys(made);
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] ?? '';
      const handle = typeof key === 'symbol' ? own(made, key) : undefined;
      if (typeof handle !== 'object') continue;
      for (let at: object | null = handle; at !== null; at = getPrototypeOf(at)) {
        const counter = getOwnPropertyDescriptor(at, 'bytesWritten')?.get;
        if (counter) return () => apply(counter, handle, []);
      }
    }
    return undefined;
  }

  /** The bytes that the system was given, and those that wait in the process. */
  function bytesOf(stream: Stream): number | undefined {
    if (stream.made === undefined && stream.getter) {
      const made: unknown = apply(stream.getter, owner, []);
      if (typeof made !== 'object' || made === null) return undefined;
      stream.made = made;
      stream.counter = counterOf(made);
    }
    const given = stream.counter?.();
    const state = stream.made && own(stream.made, '_writableState');
    if (typeof given !== 'number' || typeof state !== 'object' || state === null) return undefined;
    // In the units of the texts that wait: what is being written counts as given.
    const isWaiting = sizeOf(state, 'length') > sizeOf(state, 'writelen');
    return isWaiting ? given + waitingBytes(stream.waiting, state) : given;
  }

  /** The bytes of the texts that wait, which are many if the program writes faster than it is read: each is measured once. */
  function waitingBytes(known: Waiting, state: object): number {
    const first = sizeOf(state, 'bufferedIndex');
    const keys = ownKeys(state);
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] ?? '';
      const list = typeof key === 'symbol' ? own(state, key) : undefined;
      if (!isArray(list)) continue;
      if (known.list !== list || known.first !== first) {
        known.list = list;
        known.first = first;
        known.next = first;
        known.bytes = 0;
      }
      for (; known.next < list.length; known.next++) {
        const { chunk, encoding } = list[known.next];
        known.bytes += byteLength(chunk, encoding);
      }
      return known.bytes;
    }
    return 0;
  }

  function textOf(stream: Stream): string {
    if (!stream.isKnown || stream.getter === undefined) return 'null';
    const bytes = stream.isAsked ? bytesOf(stream) : 0;
    return bytes === undefined ? 'null' : `[${bytes},${stream.sinceMs},${stream.sinceBytes}]`;
  }

  holder.written = () => `[${pid},${now()},${textOf(streams[0])},${textOf(streams[1])}]`;
  holder.asked = (index) => {
    const stream = streams[index];
    if (!stream.isAsked) report(`${index}`);
    stream.isAsked = true;
  };
  holder.found = (index, isThere) => {
    const stream = streams[index];
    if (stream.isKnown) return;
    stream.isKnown = true;
    if (!isThere) return;
    stream.isAsked = true;
    stream.sinceMs = now();
    stream.sinceBytes = bytesOf(stream) ?? 0;
  };
  holder.release = (index) => {
    const { getter } = streams[index];
    if (getter) offCall?.(getter);
  };
  const watch = (index: 0 | 1) => {
    const { getter } = streams[index];
    if (isWatched && getter) onCall(getter, `${held}?.asked?.(${index})===true`);
  };
  watch(0);
  watch(1);
  return isFresh || !isWatched;
}
