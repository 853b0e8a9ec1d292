import type { CallOptions } from '../../model/call-options.ts';
import {
  CANNOT_WATCH,
  type DataBreakpoint,
  type PlaceQuestion,
  type WatchablePlace,
  type WatchedPlace,
  type WriteWatches,
} from '../write-watches.ts';
import type { Part, Parts } from './parts.ts';

/** Data breakpoints in all parts: each is known to the part in whose process its place lies. */
export class CompositeWrites implements WriteWatches {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async dataBreakpointInfo(question: PlaceQuestion, options?: CallOptions): Promise<WatchablePlace> {
    const { adapter, ids } = this.#parts.ofHandle(question.frameId);
    const place = await adapter.writes?.dataBreakpointInfo(
      { ...question, frameId: ids.ownId(question.frameId) },
      options,
    );
    if (place === undefined) return CANNOT_WATCH;
    return place.kind === 'watchable' ? { ...place, dataId: ids.publicDataId(place.dataId) } : place;
  }

  async setDataBreakpoints(wanted: readonly DataBreakpoint[], options?: CallOptions): Promise<readonly WatchedPlace[]> {
    const set = this.#parts.all().map(async (part) => {
      const own = wanted.flatMap((each) => {
        const dataId = part.ids.ownDataId(each.dataId);
        return dataId === undefined ? [] : { ...each, dataId };
      });
      return publicPlaces(part, await part.adapter.writes?.setDataBreakpoints(own, options));
    });
    return (await Promise.all(set)).flat();
  }

  async watched(threadNumber: number, options?: CallOptions): Promise<readonly WatchedPlace[]> {
    const { part, threadId } = this.#parts.ofThread(threadNumber);
    return publicPlaces(part, await part.adapter.writes?.watched(threadId, options));
  }
}

function publicPlaces({ ids }: Part, places: readonly WatchedPlace[] = []): readonly WatchedPlace[] {
  return places.map((place) => ({ ...place, dataId: ids.publicDataId(place.dataId) }));
}
