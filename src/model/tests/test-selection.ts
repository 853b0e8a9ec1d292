import type { TestName } from './tests-since.ts';

/**
 * The tests of a command that are run. `matching`: those whose full name contains `test`, in files whose path contains `file`; case counts.
 * Names of suites may be parted by ` > `, as reports write them, or by a blank. `exactly`: these, as reports name them; the name of a suite
 * stands for all that is in it.
 */
export type TestSelection =
  | {
      readonly kind: 'matching';
      readonly test?: string | undefined;
      readonly file?: string | undefined;
      /** True: tests that others make while they run are meant as well. Every other one is run for their sake, and not reported. */
      readonly isInner?: true;
    }
  | { readonly kind: 'exactly'; readonly tests: readonly TestName[] };

/** A selection, with the numbers of tests and files that it left out. */
export interface SelectionOutcome {
  readonly selection: TestSelection;
  /** Tests that were there and not run; what is in files that were not loaded is not known. */
  readonly unselectedTests: number;
  /** Files that were not even loaded, or whose tests their runner does not name. */
  readonly unselectedFiles: number;
  /** The runner does not name the tests that it leaves out: how many there are is not known. */
  readonly isTotalKnown: boolean;
}
