import type { HangReport } from '../hang-report.ts';
import type { SourceLocation } from '../source-location.ts';
import type { ExceptionCleanup, RelatedException } from '../stop-outcome.ts';
import type { OutputExcerpt, SourceExcerpt } from '../stop-report.ts';
import type { Variable } from '../variable.ts';
import type { ComparedValues } from './compared-values.ts';
import type { Suspects } from './suspects.ts';
import type { SelectionOutcome } from './test-selection.ts';
import type { TestsSince } from './tests-since.ts';
import type { ValueSource } from './value-source.ts';

/** One call of the stack of an error, innermost first in lists. */
export interface TestFrame {
  /** The function's name; `(anonymous)` where it has none. */
  readonly name: string;
  /** In the source that a person wrote; `path` is absolute. */
  readonly location: SourceLocation;
}

/** The failure of a test. */
export interface TestError {
  /** The constructor's name; empty where the runner does not report it. */
  readonly name: string;
  /** Without colours. May have several lines. */
  readonly message: string;
  /** Calls of the program and its tests; what belongs to the runner, to other dependencies and to Node is left out. */
  readonly stack: readonly TestFrame[];
  /** The whole stack as the runner printed it, without colours; empty where there is none. */
  readonly stackText: string;
  /** The compared values of an assertion that tells them. */
  readonly compared?: ComparedValues;
  /** The errors that it came from, and those that it contains; the innermost one of own code first, the others the nearest first. */
  readonly related?: readonly RelatedError[];
}

/** An error that another one came from, or that a group contains. */
export interface RelatedError extends RelatedException {
  /** The place of the throw, of one whose variables are known. */
  readonly site?: FailureSite;
}

/** The program where a test failed: the innermost frame of the program's or the test's own code. */
export interface FailureSite {
  readonly kind: 'seen';
  /**
   * `thrown`: as the error was thrown. `before`: as the line was about to run, in a rerun of the command; for errors that are
   * not thrown while code of the program runs (`await expect(…).resolves`, a snapshot, an error given to a callback).
   */
  readonly moment: 'thrown' | 'before';
  readonly functionName: string;
  readonly location: SourceLocation;
  /** The outcome for the error instead of its being thrown, as a clause; absent where it was thrown, or that is not known. */
  readonly handedOn?: string;
  /** In the order of the source. */
  readonly locals: readonly Variable[];
  /** Set if code has run between the throw and the reading of the variables. */
  readonly cleanup?: ExceptionCleanup;
  /** Variables of the functions around it. */
  readonly closure: readonly Variable[];
  readonly source?: SourceExcerpt;
  /** The process in which it happened, where it has one of its own; absent for a worker thread. */
  readonly pid?: number;
  /** Name of the process's script, or of the worker thread. */
  readonly thread: string;
}

/** An exception of own code that a framework, a library, the runner, or own code for any that may come caught while a test ran. */
export interface SwallowedThrow {
  /** The constructor's name (`TypeError`), or the type of a thrown non-error. */
  readonly name: string;
  readonly message: string;
  /** Calls of own code, innermost first, awaiting callers last. */
  readonly frames: readonly TestFrame[];
  readonly site: FailureSite;
  /** The call outside of own code that it left to; absent where there was none, as in a promise. Who caught it may be further out. */
  readonly leftTo?: TestFrame;
  /** The call that caught it for good, where that is known. */
  readonly caughtBy?: TestFrame;
  /** Own code caught it, in a clause that takes whatever comes. */
  readonly isCaughtByOwn?: boolean;
  /** Set if the error happened in a process that the test has started: `uncaught` ended that. */
  readonly below?: 'caught' | 'uncaught';
  /** The number of times it was seen while the test ran. */
  readonly count: number;
  /** Tests that passed threw it too, at the same place. */
  readonly isExpected: boolean;
  /** So many tests ran meanwhile, and all failed; absent where the one that threw it is known. */
  readonly amongTests?: number;
}

/** One test that failed, or a test file that could not be run. */
export interface TestFailure {
  /** `test`: a test, or a hook on its behalf. `file`: the file as a whole, before or beside its tests. `run`: none of them. */
  readonly kind: 'test' | 'file' | 'run';
  /** The whole name: names of the suites around it and its own, joined by ` > `. For a file, its path. */
  readonly name: string;
  /** Absolute. */
  readonly file?: string;
  /** 1-based line of the test in `file`. */
  readonly line?: number;
  readonly error: TestError;
  /** Further errors of the same test. */
  readonly moreErrors: readonly TestError[];
  readonly site: FailureSite | UnseenSite;
  /** The origin of the value that its assertion should not have found; absent where that is not known. */
  readonly valueSource?: ValueSource;
  /** Exceptions that own code threw and others caught while the test ran; the most telling one first. */
  readonly swallowed?: readonly SwallowedThrow[];
}

/** An exception, and where it was thrown. */
export interface ThrownError {
  readonly message: string;
  readonly site: FailureSite;
}

/** No frame of the program was stopped at. */
export interface UnseenSite {
  readonly kind: 'unseen';
  readonly cause: 'timeout' | 'too many exceptions' | 'not loaded' | 'not thrown';
  /** The cause in full, as a clause. */
  readonly reason: string;
  /** As {@link FailureSite.handedOn}. */
  readonly handedOn?: string;
}

/** The end of a run. */
export type TestRunOutcome =
  | { readonly kind: 'finished'; readonly exitCode: number | null; readonly signal: string | null }
  /** The run did not end in time and was ended, with all its processes. */
  | {
      readonly kind: 'timed out';
      readonly timeoutMs: number;
      /** The place of a running thread; absent when all were waiting. */
      readonly where?: SourceLocation;
      /** The process that a signal (SIGSTOP) has stopped. */
      readonly suspended?: { readonly pid: number };
      /** The reason why the run did not end, if a debugger watched it. */
      readonly hang?: HangReport;
    }
  | { readonly kind: 'lost'; readonly cause: string };

export interface TestCounts {
  readonly passed: number;
  /** Failed tests; files and hooks that failed beside them are not counted. */
  readonly failed: number;
  readonly skipped: number;
  readonly todo: number;
}

/** The outcome for one test. */
export interface TestResult {
  /** Names of the suites around it and its own, joined by ` > `. */
  readonly name: string;
  /** Absolute. */
  readonly file?: string;
  readonly status: 'passed' | 'failed' | 'skipped' | 'todo';
  /** The runner's own word for it, where that says more than the status: `xfailed`, `error`. */
  readonly called?: string;
}

/** A test that has begun and not ended. */
export interface UnfinishedTest {
  readonly name: string;
  readonly file?: string;
}

/** The outcome of running a test command under the debugger. */
export interface TestRunReport {
  /** The runners that were seen at work, by their ids (`jest`); empty when there was none that is known. */
  readonly runners: readonly string[];
  readonly outcome: TestRunOutcome;
  /** The runner's own meaning of the exit code: `a usage error of pytest`. */
  readonly exitMeaning?: string;
  readonly counts: TestCounts;
  /** `8 failed`, `2 xfailed`: what the runner counted, as it prints it; absent where it does not say. */
  readonly printedCounts?: readonly string[];
  /** All tests, in the order in which they were reported. */
  readonly tests: readonly TestResult[];
  /** In the order in which they were reported. */
  readonly failures: readonly TestFailure[];
  /** Absent where all tests of the command were to run. */
  readonly selection?: SelectionOutcome;
  /** Absent where there was no run of the same command before, or nothing failed in either. */
  readonly since?: TestsSince;
  /** Absent where nothing distinguishes what failing tests ran. */
  readonly suspects?: Suspects;
  /**
   * Exceptions that left the program's own code, in a run of a runner that is not known; of one that is, what processes threw that some test
   * has started, it is not known which.
   */
  readonly thrown: readonly ThrownError[];
  /** At the end of a run that timed out or was lost; as far as the runner reports. */
  readonly unfinished: readonly UnfinishedTest[];
  /** All that the command wrote, the last of it if it is too much. */
  readonly output: OutputExcerpt;
  /** The time of all runs. */
  readonly durationMs: number;
  /** The number of times the command was run: a second time to see the variables of failures that were not thrown by the program. */
  readonly runs: 1 | 2;
  readonly exceptions: {
    /** Exceptions that were stopped at. */
    readonly stops: number;
    /** Too many were thrown: for a time, or from some point on, none was stopped at. */
    readonly limitReached: boolean;
    /** Has Python's trace function in tests that failed, `coverage` say: what was thrown in them was not followed. */
    readonly tracedBy?: string;
  };
}
