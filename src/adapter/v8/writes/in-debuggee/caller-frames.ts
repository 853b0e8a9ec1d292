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
 * Makes what reads the stack below a condition. Runs in the debuggee.
 *
 * @param mostFrames Of a deeper stack it is not known how deep it is.
 */
export function createCallerFrames({ isAlone }: Intrinsics, mostFrames: number): CallerFrames {
  const read = createStackReader(isAlone);
  /** The reader, and who asks it here. */
  const READERS = 2;

  /** Frames of code: those of built-in functions V8 shows in a stack, and does not count at a pause. */
  function count(sites: readonly NodeJS.CallSite[]): number {
    let found = 0;
    for (let index = 0; index < sites.length; index++) {
      const site = sites[index];
      if (site && !site.isAsync() && site.getLineNumber() !== null) found++;
    }
    return sites.length < mostFrames ? found : -1;
  }

  return {
    depth(ownFrames) {
      const found = read(mostFrames, count);
      return found !== undefined && found >= 0 ? found - ownFrames - READERS : -1;
    },
    isAt({ line, column }, ownFrames) {
      const frame = ownFrames + READERS;
      const found = read(frame + 1, (sites) => {
        const site = sites[frame];
        if (!site) return true;
        return site.getLineNumber() === line && site.getColumnNumber() === column;
      });
      return found !== false;
    },
  };
}
