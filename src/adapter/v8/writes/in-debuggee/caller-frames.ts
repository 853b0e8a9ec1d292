import { createStackReader } from '../../pauses/in-debuggee/stack-reader.ts';
import type { Intrinsics } from '../../summary/in-debuggee/intrinsics.ts';

/** The frames in which a condition is asked. */
export interface CallerFrames {
  /**
   * The number of the program's frames on the stack; -1 if those are too many. @param ownFrames Frames of ours, this one left
   * out.
   */
  readonly depth: (ownFrames: number) => number;
  /** True if the program is at a place; line and column are 1-based. */
  readonly isAt: (place: { readonly line: number; readonly column: number }, ownFrames: number) => boolean;
}

/**
 * Makes what reads the stack below a condition. Runs in the debuggee, with built-ins of before the program.
 *
 * @param mostFrames Of a deeper stack it is not known how deep it is.
 */
export function createCallerFrames(
  { apply, defineProperty, deleteProperty, descriptor, errorClass, global, types }: Intrinsics,
  mostFrames: number,
): CallerFrames {
  const isProxy = types?.isProxy;
  const read = createStackReader({ descriptor, defineProperty, deleteProperty, errorClass, global, isProxy });
  /** The reader, and who asks it here. */
  const READERS = 2;

  /** Frames of code: those of built-in functions V8 shows in a stack, and does not count at a pause. */
  function count(_: unknown, sites: readonly NodeJS.CallSite[]): number {
    let found = 0;
    for (let index = 0; index < sites.length; index++) {
      const site = sites[index];
      if (site && !apply(site.isAsync, site, []) && apply(site.getLineNumber, site, []) !== null) found++;
    }
    return sites.length < mostFrames ? found : -1;
  }

  return {
    depth(ownFrames) {
      const found = read(mostFrames, count);
      return typeof found === 'number' && found >= 0 ? found - ownFrames - READERS : -1;
    },
    isAt({ line, column }, ownFrames) {
      const frame = ownFrames + READERS;
      const found = read(frame + 1, (_, sites) => {
        const site = sites[frame];
        if (!site) return true;
        return apply(site.getLineNumber, site, []) === line && apply(site.getColumnNumber, site, []) === column;
      });
      return found !== false;
    },
  };
}
