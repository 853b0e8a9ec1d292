import type { TestRunReport } from '../../model/tests/test-report.ts';
import { TEST_BUDGET_TOKENS } from '../budget.ts';
import { fitted } from '../tokens/fitted.ts';
import { renderTestReport, type TestReportOptions } from './test-report.ts';

interface TestAnswerOptions extends Omit<TestReportOptions, 'budgetTokens'> {
  /** Takes secrets out of a text, as is done with the answer before it is read. */
  mask(text: string): string;
}

/** A test run as the answer to a call: within its budget also as it is read, where a mask is longer than what it stands for. */
export function renderTestAnswer(report: TestRunReport, { mask, ...options }: TestAnswerOptions): string {
  const textIn = (budgetTokens: number) => renderTestReport(report, { ...options, budgetTokens });
  return fitted(TEST_BUDGET_TOKENS, textIn, mask);
}
