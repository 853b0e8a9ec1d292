import type { LaunchRequest, ValueLimits } from '../../adapter/debug-adapter.ts';
import type { CallOptions } from '../../model/call-options.ts';
import type { TestRunReport } from '../../model/test-report.ts';
import type { DebugEngine } from '../../session/debug-engine.ts';

/** A command that runs tests. */
export interface TestRunRequest {
  /** Any command: `npm test`, `npx vitest run src/cart.test.ts`. `stopOnEntry` is not looked at. */
  readonly launch: LaunchRequest;
  /** Left out, the language is told from the command. */
  readonly language?: string | undefined;
  /** Id of the runner that the command is expected to run, one of {@link testRunnerIds}; left out, whichever is seen. */
  readonly runner?: string | undefined;
  /** How variables are described where a test failed. */
  readonly limits: ValueLimits;
}

export interface TestRunOptions extends CallOptions {
  /** How long the whole run may take. Default {@link DEFAULT_TEST_TIMEOUT_MS}. */
  readonly timeoutMs?: number | undefined;
  /** Characters of output in the report; the last ones are kept. Default: all that the session keeps, 1,000,000. */
  readonly maxOutputChars?: number | undefined;
}

export const DEFAULT_TEST_TIMEOUT_MS = 50_000;

/** Ids of the runners that are known: `jest`, `vitest`, … */
export declare function testRunnerIds(): readonly string[];

/**
 * Runs a test command with a debugger in every process and worker of it, to its end, and tells what failed, why, and with which
 * values. Nothing of it is left when this resolves, whatever happens.
 *
 * @throws DebugError `invalid_argument` (unknown runner), `launch_failed` (no such command, runner not installed),
 *   `cancelled`, and as DebugSession.start
 */
export declare function runTests(
  engine: DebugEngine,
  request: TestRunRequest,
  options?: TestRunOptions,
): Promise<TestRunReport>;
