import type { Plant } from '../planted-bug.ts';

/** A package with the tests that its authors publish with it. */
export interface Suite {
  /** Also of its folder. */
  readonly name: string;
  /** As the registry names it, with the version. */
  readonly package: string;
  readonly from: 'npm' | 'pypi';
  /** The purpose of the package. */
  readonly kind: string;
  /** The command that runs all of its tests; a person would type it in the package's folder. */
  readonly command: string;
  /** Packages that the tests need, with versions. */
  readonly needs: readonly string[];
}

/** A bug in a copy of such a package, which makes some of its tests fail. */
export interface SuiteBug {
  readonly id: string;
  readonly suite: Suite;
  readonly mistake: string;
  readonly plant: Plant;
  /** The wrong value, in the row of the faulty line or in one of its call. */
  readonly value: RegExp;
}
