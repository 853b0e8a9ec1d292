import type { TracedCall, ValueOrigin } from '../trace/trace-report.ts';

/** The findings of a second run of a failed test, without a debugger, on the value that its assertion found. */
export type ValueSource =
  /** The test passed then. */
  | { readonly kind: 'passed' }
  /** There was no time for it, or it did not end in time. */
  | { readonly kind: 'late'; readonly text: string }
  /** The calls of an assertion that found something else than a value, or one without an origin. */
  | {
      readonly kind: 'called';
      readonly call: TracedCall;
      /** The written lines of its file, the first one first. */
      readonly sources: ReadonlyMap<string, readonly string[]>;
    }
  | {
      readonly kind: 'found';
      /** The value as the assertion had it. */
      readonly text: string;
      /** The place of the value's origin. */
      readonly origin: ValueOrigin;
      /** True if that very value came to the assertion; otherwise it is one with the same text, as many tests make it. */
      readonly isTied: boolean;
      /** The call in which it came to be, and those around it that were recorded, the inner one first. */
      readonly calls: readonly TracedCall[];
      /** The written lines of their files, the first one first. */
      readonly sources: ReadonlyMap<string, readonly string[]>;
    };
