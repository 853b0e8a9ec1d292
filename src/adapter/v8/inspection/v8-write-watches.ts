import type { RemoteObjectId } from '../../../cdp/ids.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { FrameId, ThreadId } from '../../../model/ids.ts';
import type { DataBreakpoint, PlaceQuestion, WatchablePlace, WatchedPlace, WriteWatches } from '../../write-watches.ts';
import type { PausedFrame } from '../pauses/pause.ts';
import { inGeneratedNames, namesAround } from '../scripts/renamed-variables.ts';
import { conditionFunction, writtenPlace } from '../source/watched-place.ts';
import type { V8Thread } from '../thread/v8-thread.ts';
import type { FoundVariable } from '../writes/watched-variable.ts';
import { findVariable } from './find-variable.ts';
import { evaluated } from './object-in-frame.ts';

/** V8 reports no access of its own: only a property can have code that is run by one. */
const UNSEEN_READS =
  'it is a variable or a private field, whose reads nothing in V8 reports. The reads of a property (cart.total) can be watched';

/** The stopped threads, and their frames. */
interface StoppedThreads {
  readonly frameOf: (frameId: FrameId) => { readonly thread: V8Thread; readonly frame: PausedFrame };
  readonly threads: () => readonly V8Thread[];
}

/** A place of the program that was asked about. */
type HeldPlace = { readonly thread: V8Thread; readonly frame: PausedFrame } & (
  | { readonly kind: 'property'; readonly placeId: RemoteObjectId }
  | { readonly kind: 'variable'; readonly found: FoundVariable }
);

/**
 * Watches properties of objects by traps in the program, and variables and private fields by breakpoints behind what writes them.
 *
 * @see DAP dataBreakpointInfo, setDataBreakpoints
 */
export class V8WriteWatches implements WriteWatches {
  readonly #stopped: StoppedThreads;
  readonly #places = new Map<string, HeldPlace>();
  /** The places that are watched. */
  readonly #set = new Map<string, V8Thread>();
  #lastId = 0;

  constructor(stopped: StoppedThreads) {
    this.#stopped = stopped;
  }

  async dataBreakpointInfo(
    { expression, frameId, access }: PlaceQuestion,
    options?: CallOptions,
  ): Promise<WatchablePlace> {
    const { thread, frame } = this.#stopped.frameOf(frameId);
    const names = await namesAround(thread.session, thread.scripts, frame.callFrame.location, options);
    const written = writtenPlace(names.size === 0 ? expression : inGeneratedNames(expression, names));
    if (written.kind === 'none') return { kind: 'refused', why: written.why };
    if (written.kind === 'variable' || written.kind === 'privateField') {
      if (access === 'read') return { kind: 'refused', why: UNSEEN_READS };
      const found = await findVariable(thread, frame, written, options);
      return 'why' in found
        ? { kind: 'refused', why: found.why }
        : this.#hold({ kind: 'variable', thread, frame, found: found.variable }, found.note);
    }
    const { kind, object, key } = written;
    const place = await evaluated(
      { thread, frame },
      `({ __proto__: null, object: (${object}), key: (${key}), isEntry: ${kind === 'entry'} })`,
      options,
    );
    if ('error' in place) return { kind: 'refused', why: `${expression} cannot be evaluated here: ${place.error}` };
    const why = await thread.writes.properties.obstacle(place.objectId, access, options);
    if (why !== '') return { kind: 'refused', why };
    return this.#hold({ kind: 'property', thread, frame, placeId: place.objectId });
  }

  #hold(place: HeldPlace, note?: string): WatchablePlace {
    const dataId = String(++this.#lastId);
    this.#places.set(dataId, place);
    return { kind: 'watchable', dataId, note };
  }

  async setDataBreakpoints(wanted: readonly DataBreakpoint[], options?: CallOptions): Promise<readonly WatchedPlace[]> {
    for (const [dataId, thread] of this.#set) {
      if (wanted.some((each) => each.dataId === dataId)) continue;
      this.#set.delete(dataId);
      // A thread that has ended has nothing of it.
      if (!thread.ended) await thread.writes.remove(dataId, options);
    }
    const conditions = new Map(
      wanted.map(({ dataId, condition, access }) => [dataId, condition && conditionFunction(condition, access)]),
    );
    return Promise.all(wanted.map((each) => this.#add(each, conditions.get(each.dataId), options)));
  }

  async #add(
    { dataId, access, isLogged }: DataBreakpoint,
    condition: string | undefined,
    options?: CallOptions,
  ): Promise<WatchedPlace> {
    const place = this.#places.get(dataId);
    this.#places.delete(dataId);
    if (!place) return { dataId, ...(this.#set.has(dataId) ? {} : { gone: 'its object is gone' }) };
    const holds = condition === undefined ? undefined : await evaluated(place, condition, options);
    if (holds && 'error' in holds) return { dataId, gone: holds.error };
    const { writes } = place.thread;
    const more = { dataId, access, isLogged, holdsId: holds?.objectId };
    const gone =
      place.kind === 'property'
        ? await writes.properties.add(place.placeId, more, options)
        : await writes.variables.add(place.found, more, options);
    if (gone !== '') return { dataId, gone };
    this.#set.set(dataId, place.thread);
    return { dataId };
  }

  watched(threadId: ThreadId): Promise<readonly WatchedPlace[]> {
    const thread = this.#stopped.threads().find((each) => each.threadId === threadId);
    return thread?.writes.watched ?? Promise.resolve([]);
  }
}
