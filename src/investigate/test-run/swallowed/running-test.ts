import type { CallOptions } from '../../../model/call-options.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import type { RunningTest } from '../failure-site.ts';
import type { TestRunner } from '../runners/runner.ts';

/** Longer than paths and names are. */
const LIMITS = { depth: 0, maxChildren: 0, maxTextLength: 4_000 };

/** The test that runs where the session is stopped. Nothing is asked of runners that do not say so there. */
export async function runningTest(
  session: DebugSession,
  runners: readonly Pick<TestRunner, 'currentTest'>[],
  options: CallOptions,
): Promise<RunningTest | undefined> {
  const asked = runners.flatMap(({ currentTest }) => (currentTest === undefined ? [] : `(${currentTest})`));
  if (asked.length === 0) return undefined;
  const expression = `JSON.stringify(${asked.join(' ?? ')} ?? null)`;
  const outcome = await session.inspection.evaluate({ ...LIMITS, expression, readOnly: false }, options);
  if (outcome.kind !== 'value' || outcome.type !== 'string') return undefined;
  try {
    // The text of a string is quoted, and what it holds is text of ours again.
    return testOf(JSON.parse(String(JSON.parse(outcome.value))));
  } catch {
    return undefined;
  }
}

function testOf(value: unknown): RunningTest | undefined {
  if (!Array.isArray(value)) return undefined;
  const [file, name]: unknown[] = value;
  return typeof file === 'string' && typeof name === 'string' ? { file, name } : undefined;
}
