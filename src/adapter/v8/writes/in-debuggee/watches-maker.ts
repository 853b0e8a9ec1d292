import type { Intrinsics } from '../../summary/in-debuggee/intrinsics.ts';
import { createCallerFrames } from './caller-frames.ts';
import { createVariableWatches, type VariableWatches } from './variable-watches.ts';

interface Settings {
  /** The global that conditions of breakpoints call. */
  readonly name: string;
  /** Changes of one variable that are reported without a stop. */
  readonly mostLogged: number;
  /** The most frames of which the depth is known. */
  readonly mostFrames: number;
}

/** Makes what makes the watches of variables of the built-ins that were saved before the program began. Runs in the debuggee. */
export function watchesMaker(settings: Settings): (i: Intrinsics) => VariableWatches {
  return (i) => createVariableWatches(i, createCallerFrames(i, settings.mostFrames), settings);
}
