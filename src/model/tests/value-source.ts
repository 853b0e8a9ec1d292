import type { TracedCall, ValueOrigin } from '../trace/trace-report.ts';

/** What a second run of a failed test, without a debugger, showed of the value that its assertion found. */
export type ValueSource =
  /** The test passed then. */
  | { readonly kind: 'passed' }
  /** There was no time for it, or it did not end in time. */
  | { readonly kind: 'late'; readonly text: string }
  /** What an assertion called that found something else than a value, or one that did not come from anywhere. */
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
      /** Where it came to be. */
      readonly origin: ValueOrigin;
      /** That very value came to the assertion; otherwise it is one with the same text, as many tests make it. */
      readonly isTied: boolean;
      /** The call in which it came to be, and those around it that were recorded, the inner one first. */
      readonly calls: readonly TracedCall[];
      /** The written lines of their files, the first one first. */
      readonly sources: ReadonlyMap<string, readonly string[]>;
    };
