import type { HeldPlace } from '../../realms/in-debuggee/place-held.ts';
import type { Intrinsics } from '../../summary/in-debuggee/intrinsics.ts';
import { createCallerFrames } from './caller-frames.ts';
import { createVariableWatches, type VariableWatches } from './variable-watches.ts';

interface Settings {
  /** The place where conditions of breakpoints find what they call. */
  readonly place: HeldPlace;
  /** Changes of one variable that are reported without a stop. */
  readonly mostLogged: number;
  /** The most frames of which the depth is known. */
  readonly mostFrames: number;
}

/** Makes what makes the watches of variables. Runs in the debuggee, in a realm of ours. */
export function watchesMaker(settings: Settings): (i: Intrinsics) => VariableWatches {
  return (i) => createVariableWatches(i, createCallerFrames(i, settings.mostFrames), settings);
}
