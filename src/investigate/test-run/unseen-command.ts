import { DebugError } from '../../model/debug-error.ts';
import type { ExitInfo } from '../../model/stop-outcome.ts';
import type { PlacedRecord } from './runner-records.ts';
import { TEST_RUNNERS } from './runners/runners.ts';

/**
 * The exit of a command in which no program could be debugged: `make test` is taken for a command of Node.js, and may run pytest,
 * which needs no debugger. Undefined for an error that says something else.
 */
export function endOfUnseenCommand(error: unknown): ExitInfo | undefined {
  if (!(error instanceof DebugError) || error.code !== 'not_debuggable') return undefined;
  const { exitCode, signal } = error.details;
  if (exitCode === undefined && signal === undefined) return undefined;
  return {
    exitCode: typeof exitCode === 'number' ? exitCode : null,
    signal: typeof signal === 'string' ? signal : null,
  };
}

/** True if the first runner that wrote something down sees by itself where tests fail. */
export function isFromRunnerThatSees([first]: readonly PlacedRecord[]): boolean {
  return TEST_RUNNERS.some(({ id, seesFailures }) => seesFailures === true && id === first?.record.runner);
}
