import type { TestRunReport } from '../../model/tests/test-report.ts';
import { TEST_BUDGET_TOKENS } from '../budget.ts';
import { surely, tokenCost } from '../tokens/token-cost.ts';
import { renderTestReport, type TestReportOptions } from './test-report.ts';

/** Each turn takes away more than the one before was too long by: there may be other lines then, and masks in them. */
const MAX_TURNS = 7;

interface TestAnswerOptions extends Omit<TestReportOptions, 'budgetTokens'> {
  /** Takes secrets out of a text, as is done with the answer before it is read. */
  mask(text: string): string;
}

/** A test run as the answer to a call: within its budget also as it is read, where a mask is longer than what it stands for. */
export function renderTestAnswer(report: TestRunReport, { mask, ...options }: TestAnswerOptions): string {
  let budgetTokens = TEST_BUDGET_TOKENS;
  let text = renderTestReport(report, { ...options, budgetTokens });
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const tooMany = tokenCost(mask(text)) - surely(TEST_BUDGET_TOKENS);
    if (tooMany <= 0) break;
    budgetTokens -= Math.ceil(tooMany) * 2 ** turn;
    text = renderTestReport(report, { ...options, budgetTokens });
  }
  return text;
}
