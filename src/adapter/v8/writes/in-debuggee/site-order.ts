import type { Intrinsics } from '../../summary/in-debuggee/intrinsics.ts';

/** A place that writes a variable. */
export interface LookedAtSite {
  /** True if a part of the site's statement runs after the write, which may throw. */
  readonly isFollowed: boolean;
  /** Its statement may be under way without having been seen to begin. */
  readonly mayBeginUnseen: boolean;
}

/** The sites that write one variable, by their numbers, and when their statements began and ended. */
export interface SiteOrder {
  readonly begin: (sites: readonly number[]) => void;
  readonly end: (sites: readonly number[]) => void;
  /**
   * The site that has made a change that is seen now: of those that may have, the site whose statement was begun last.
   *
   * @returns `later`: it may be that of a statement which goes on later; `unknown`: of none
   */
  readonly writerOf: (sites: readonly number[]) => number | 'later' | 'unknown';
}

/** Runs in the debuggee, in a realm of ours. */
export function createSiteOrder({ append }: Intrinsics, sites: readonly LookedAtSite[]): SiteOrder {
  /** The time at which the statement of each site was begun last; 0 if it was not. */
  const begunAt: number[] = [];
  const isOver: boolean[] = [];
  let clock = 0;
  /** The time at which a change by a statement that is not over was first seen; 0 if there is none. */
  let unclearSince = 0;
  for (let index = 0; index < sites.length; index++) {
    append(begunAt, 0);
    append(isOver, true);
  }

  function latestOf(numbers: readonly number[]): number {
    let found = -1;
    for (let index = 0; index < numbers.length; index++) {
      const site = numbers[index] ?? 0;
      if ((begunAt[site] ?? 0) > (found < 0 ? 0 : (begunAt[found] ?? 0))) found = site;
    }
    return found;
  }

  /** The only site that may have written without having been seen to begin. */
  function unseenOf(numbers: readonly number[]): number {
    let found = -1;
    for (let index = 0; index < numbers.length; index++) {
      const site = numbers[index] ?? 0;
      if (!sites[site]?.mayBeginUnseen) continue;
      if (found >= 0) return -1;
      found = site;
    }
    return found;
  }

  /** True if a later statement was left by an exception, and may have written before. */
  function isDoubtful(writer: number): boolean {
    for (let site = 0; site < sites.length; site++)
      if (sites[site]?.isFollowed && !isOver[site] && (begunAt[site] ?? 0) > (begunAt[writer] ?? 0)) return true;
    return false;
  }

  function isUnderWay(): boolean {
    for (let site = 0; site < sites.length; site++) if (begunAt[site] && !isOver[site]) return true;
    return false;
  }

  return {
    begin(numbers) {
      for (let index = 0; index < numbers.length; index++) {
        const site = numbers[index] ?? 0;
        clock += 1;
        begunAt[site] = clock;
        isOver[site] = false;
      }
    },
    end(numbers) {
      for (let index = 0; index < numbers.length; index++) isOver[numbers[index] ?? 0] = true;
    },
    writerOf(numbers) {
      const latest = latestOf(numbers);
      const writer = latest >= 0 ? (isDoubtful(latest) ? -1 : latest) : unseenOf(numbers);
      if (writer < 0 && isUnderWay()) {
        if (unclearSince === 0) unclearSince = clock;
        return 'later';
      }
      const since = unclearSince;
      unclearSince = 0;
      return writer < 0 || (since > 0 && (begunAt[writer] ?? 0) > since) ? 'unknown' : writer;
    },
  };
}
