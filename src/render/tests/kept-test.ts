import type { TestFailure, TestRunReport } from '../../model/tests/test-report.ts';
import { oneLine, sentence } from '../plain-text.ts';
import { testHeadline } from './headline.ts';

const MAX_NAME_CHARS = 120;

/** The facts above the stop of a test run that was kept. */
interface KeptTest {
  /** Name of the session. */
  readonly session: string;
  /** Absent for a run that did not end. */
  readonly failed?: { readonly failure: TestFailure; readonly where: { readonly kind: 'thrown' | 'before' } };
}

/** The counts of the run, and which test it is that the session is stopped in. */
export function renderKeptTest(report: TestRunReport, { session, failed }: KeptTest): string {
  const head = testHeadline(report);
  if (failed === undefined) {
    // It was not ended, as others are.
    return `${head.replace(', so the command was ended', '')}\nIt stays, in session ${session}.`;
  }
  const where = failed.where.kind === 'thrown' ? 'where it failed' : 'before the line where it failed';
  const name = JSON.stringify(oneLine(failed.failure.name, MAX_NAME_CHARS));
  return `${head}\n${name} was run again and is stopped ${where}, in session ${session}.`;
}

/** Says why a run in which something failed is not kept. */
export function renderNotKept(reason: string): string {
  return sentence(`No session is kept: ${reason}`);
}
