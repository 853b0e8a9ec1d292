import type { createStackReader } from '../../pauses/in-debuggee/stack-reader.ts';
import type { Intrinsics } from '../../summary/in-debuggee/intrinsics.ts';
import type { createCallerFrames } from './caller-frames.ts';
import type { createSiteOrder } from './site-order.ts';
import type { createVariableWatches, VariableWatches } from './variable-watches.ts';

interface Settings {
  /** The global that conditions of breakpoints call. */
  readonly name: string;
  /** Changes of one variable that are reported without a stop. */
  readonly mostLogged: number;
  /** The most frames of which the depth is known. */
  readonly mostFrames: number;
}

/** Makes what makes the watches of variables of the built-ins that were saved before the program began. Runs in the debuggee, from its own source text. */
export function watchesMaker(
  create: typeof createVariableWatches,
  createOrder: typeof createSiteOrder,
  createFrames: typeof createCallerFrames,
  createReader: typeof createStackReader,
  settings: Settings,
): (i: Intrinsics) => VariableWatches {
  return (i) => create(i, createFrames(i, createReader, settings.mostFrames), createOrder, settings);
}
