import type { FrameSite } from '../source/throws/frame-sites.ts';

/**
 * The fate of an exception that rejects a promise, as far as the frames below it are written that way.
 *
 * `open`: they do not say, or the stack ends at a function that goes on after an `await`: V8 knows the handlers of its promise.
 */
export type Rejection =
  | { readonly kind: 'caught' | 'uncaught' | 'undecided' }
  /** @property rejecting The function that nothing on the stack has called, if its promise is rejected. */
  | { readonly kind: 'open'; readonly rejecting: FrameSite | undefined };

/** A frame of the stack where something was thrown. */
export interface ThrowingFrame {
  /** True if the frame is the program's or a library's, and not the runtime's own. */
  readonly isOwn: boolean;
  /** True if the frame is of an ES module: errors that leave a module's top level go to its importer. */
  readonly isModule: boolean;
  /** The frame's site; undefined if its source cannot be read. */
  readonly site: () => Promise<FrameSite | undefined>;
}

const OPEN = { kind: 'open', rejecting: undefined } as const satisfies Rejection;

/**
 * Goes down the stack from where something was thrown: up to the function whose promise it rejects it is an exception, from there on a
 * promise that each caller awaits, hands on, handles, keeps or drops.
 *
 * V8's own prediction stops at the first of these promises that has no handler yet: of one that was made in the same
 * turn, that is each of them.
 *
 * @param frames Innermost first.
 */
export async function walkRejection(frames: readonly ThrowingFrame[]): Promise<Rejection> {
  let carried: 'exception' | 'rejected' | 'promise' = 'exception';
  let last: FrameSite | undefined;
  for (const [index, frame] of frames.entries()) {
    const site = await frame.site();
    if (!site || site.runsMicrotasks) return site ? ended(carried, last) : OPEN;
    if (carried === 'exception') {
      if (site.catches) return frame.isOwn ? { kind: 'caught' } : OPEN;
      if (site.isTopLevel && frame.isModule) return OPEN;
      const rejects = index === 0 ? site.rejects : undefined;
      if (rejects === 'executor') carried = 'rejected';
      if (rejects !== 'own') {
        const below = site.isExecutor && rejects === undefined ? await frames[index + 1]?.site() : undefined;
        if (below?.makesPromise) carried = 'rejected';
        else if (site.isAsync && rejects === undefined) carried = 'promise';
        last = site;
        continue;
      }
      carried = 'promise';
    }
    if (carried === 'rejected' && !site.makesPromise) continue;
    carried = 'promise';
    last = site;
    if (site.promise === 'passed' && site.isTopLevel && frame.isModule) return OPEN;
    if (site.promise === 'passed') continue;
    // What Node keeps or handles is not the program's, and is seen where it is awaited.
    if (!frame.isOwn && site.promise !== 'dropped') return OPEN;
    return { kind: FATES[site.promise] };
  }
  return ended(carried, last);
}

/** The fates of an exception, by the fate of the promise that it rejects. */
export const FATES = { caught: 'caught', dropped: 'uncaught', kept: 'undecided' } as const;

/** @param last The function that nothing on the stack has called. */
function ended(carried: 'exception' | 'rejected' | 'promise', last: FrameSite | undefined): Rejection {
  const gives = carried === 'promise' || (carried === 'exception' && last?.isReaction === true);
  return { kind: 'open', rejecting: gives ? last : undefined };
}
