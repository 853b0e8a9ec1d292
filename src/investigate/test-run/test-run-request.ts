import type { LaunchRequest, ValueLimits } from '../../adapter/debug-adapter.ts';
import type { CallOptions } from '../../model/call-options.ts';
import type { StopOutcome } from '../../model/stop-outcome.ts';
import type { TestSelection } from '../../model/tests/test-selection.ts';
import type { DebugSession } from '../../session/debug-session.ts';

/** A command that runs tests. */
export interface TestRunRequest {
  /** Any command: `npm test`, `npx vitest run src/cart.test.ts`. `stopOnEntry` is not looked at. */
  readonly launch: LaunchRequest;
  /** Left out, the language shows from the command. */
  readonly language?: string | undefined;
  /** Id of the runner that the command is expected to run, one of {@link testRunnerIds}; left out, whichever is seen. */
  readonly runner?: string | undefined;
  /**
   * False: the command is run once, whatever there is left to see. Otherwise it is run again, in the time that is left, for failures
   * that the program was not stopped at.
   */
  readonly rerun?: boolean | undefined;
  /**
   * True: failed tests are run once more, in the time that is left, to say of each assertion where the value came from that it should not
   * have found.
   */
  readonly why?: boolean | undefined;
  /** Left out, the command runs all of its tests. */
  readonly selection?: TestSelection | undefined;
  /**
   * Is given the session of a run that does not end, which stays then: paused, or, where nothing of it runs, about to stop as soon as
   * something does. Left out, the run is ended.
   */
  readonly onHang?: ((session: DebugSession, outcome: StopOutcome) => void) | undefined;
  /** Limits of the variables' descriptions at the place where a test failed. */
  readonly limits: ValueLimits;
}

export interface TestRunOptions extends CallOptions {
  /** Limit of the whole run. Default {@link DEFAULT_TEST_TIMEOUT_MS}. */
  readonly timeoutMs?: number | undefined;
  /** Characters of output in the report; the last ones are kept. Default: all that the session keeps, 1,000,000. */
  readonly maxOutputChars?: number | undefined;
}

/** Below every client's own limit (60 s and more). */
export const DEFAULT_TEST_TIMEOUT_MS = 50_000;
