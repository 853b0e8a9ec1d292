import type { EvaluateOutcome } from '../model/evaluate-outcome.ts';
import type { StackFrame } from '../model/stack-frame.ts';
import { LIST_BUDGET_TOKENS } from './budget.ts';
import { typedOutcomeText } from './evaluate.ts';
import { displayLocation, type PathContext } from './paths.ts';
import { oneLine } from './plain-text.ts';
import { layOut } from './sections.ts';

const MAX_EXPRESSION_CHARS = 60;
const MAX_VALUE_CHARS = 120;

/** One pass of a probed place: what expressions came to there, and who called. */
export interface PassRow {
  readonly expressions: readonly { readonly expression: string; readonly outcome: EvaluateOutcome }[];
  readonly caller: StackFrame | undefined;
}

/** A row for each pass. @param end Why there are no more, a sentence. */
export function renderPasses(passes: readonly PassRow[], end: string, context: PathContext): string {
  const rows = passes.map((pass, index) => ({
    text: passText(pass, index + 1, context),
    tier: 1 + Math.min(index, passes.length - index) / 10_000,
  }));
  const note = ({ lines }: { readonly lines: number }) => (lines > 0 ? `… ${lines} more rows` : undefined);
  return layOut(undefined, [{ lines: rows, note }, { lines: [{ text: end, tier: 0 }] }], LIST_BUDGET_TOKENS);
}

function passText({ expressions, caller }: PassRow, number: number, context: PathContext): string {
  const values = expressions.map(
    ({ expression, outcome }) =>
      `${oneLine(expression, MAX_EXPRESSION_CHARS)} = ${typedOutcomeText(outcome, MAX_VALUE_CHARS)}`,
  );
  const from = caller ? [`from ${oneLine(caller.name, 60)} (${displayLocation(caller.location, context)})`] : [];
  return [`hit ${number}`, values.join(', '), ...from].filter((part) => part !== '').join('  ');
}
