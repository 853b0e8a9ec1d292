import type { HangFrame, HangSite } from '../../model/hang-report.ts';
import type { Thread } from '../../model/stack-frame.ts';

/** A thread where the innermost frame of the program stands. */
export function siteOf(thread: Thread, frames: readonly HangFrame[]): HangSite {
  const place = frames.find(({ presentation }) => presentation === 'normal')?.location;
  const stack = frames.map(({ name, location, presentation }) => ({ name, location, presentation }));
  return { thread, stack, ...(place ? { location: place } : {}) };
}

/** A thread at one frame. */
export function siteAt(thread: Thread, frame: HangFrame | undefined): HangSite {
  return siteOf(thread, frame ? [frame] : []);
}
