import type { TestRunReport } from '../../model/tests/test-report.ts';
import { TEST_BUDGET_TOKENS } from '../budget.ts';
import type { Mask } from '../plain-text.ts';
import { fitted } from '../tokens/fitted.ts';
import { renderTestReport, type TestReportOptions } from './test-report.ts';

interface TestAnswerOptions extends Omit<TestReportOptions, 'budgetTokens'> {
  readonly mask: Mask;
}

/** A test run as the answer to a call: within its budget also as it is read, where a mask is longer than what it stands for. */
export function renderTestAnswer(report: TestRunReport, options: TestAnswerOptions): string {
  const textIn = (budgetTokens: number) => renderTestReport(report, { ...options, budgetTokens });
  return fitted(TEST_BUDGET_TOKENS, textIn, options.mask);
}
