import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take a minute and more where two run at a time, the longest first. */
export const LONGEST: readonly string[] = [
  'tests/live/test-runners/runner-matrix.test.ts',
  'tests/soak/soak.test.ts',
  'tests/live/scenarios/python.test.ts',
  'tests/live/hang/python.test.ts',
  'tests/live/languages/python/write-watches.test.ts',
  'tests/live/test-runners/keep.test.ts',
  'tests/live/scenarios/node.test.ts',
  'tests/live/hang/node.test.ts',
  'tests/live/test-runners/selection.test.ts',
  'tests/live/traces/node/lines.test.ts',
  'tests/live/traces/node/same-output.test.ts',
  'tests/live/test-runners/suspects.test.ts',
  'tests/live/breakpoints/every-start.test.ts',
  'tests/live/test-runners/why.test.ts',
  'tests/live/test-runners/special-runs.test.ts',
  'tests/live/toolsets/debugger/hangs.test.ts',
  'tests/live/trees/python-follower.test.ts',
  'tests/live/traces/node/corpus.test.ts',
  'tests/live/typescript/debugs-as-written.test.ts',
  'tests/e2e/deadlines.test.ts',
];

/** Puts the longest files first, and leaves the others in their order. */
export function longestFirst<File extends { readonly moduleId: string }>(files: readonly File[]): File[] {
  const rank = ({ moduleId }: File) => {
    const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}`));
    return at === -1 ? LONGEST.length : at;
  };
  return files.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Begins with what takes longest. Vitest goes by the sizes of files where it has no results of an earlier run, and a long one that
 * happens to be small then runs by itself in the end, while a processor idles.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(await super.sort(files));
  }
}
