import type { ActionNames } from '../model/advice.ts';
import type { EvaluateOutcome } from '../model/evaluate-outcome.ts';
import type { StopReport } from '../model/stop-report.ts';
import { LIST_BUDGET_TOKENS } from './budget.ts';
import { typedOutcomeText } from './evaluate.ts';
import { EXIT_OUTPUT_LIMITS, outputSection } from './output.ts';
import { oneLine } from './plain-text.ts';
import { layOut, type Section } from './sections.ts';
import { stackEntries } from './stack.ts';
import { exceptionSection, relatedSection, type StopHeaderOptions, sourceSection, stopHeader } from './stop.ts';
import { localLine } from './variables.ts';

const MAX_EXPRESSION_CHARS = 120;
/** As much as an evaluation by itself shows. */
const MAX_VALUE_CHARS = 2_000;

/** An expression that a probe evaluated where it stopped, with what came of it. */
interface EvaluatedExpression {
  readonly expression: string;
  readonly outcome: EvaluateOutcome;
}

/** Options of {@link renderProbe}. */
interface ProbeOptions extends StopHeaderOptions {
  readonly actions?: ActionNames | undefined;
  readonly expressions?: readonly EvaluatedExpression[] | undefined;
  /** False: without the variables. */
  readonly locals?: boolean | undefined;
}

/**
 * A probe's answer: the stop, then everything at once under titles that clients look for. What is left
 * out cannot be asked for, because the program is gone: the notes say what to ask the next probe.
 */
export function renderProbe(report: StopReport, options: ProbeOptions): string {
  const sections: Section[] = [
    // A place that is not the one asked for changes what all the rest means.
    {
      title: '--- Warnings ---',
      lines: report.warnings.map((text) => ({ text: oneLine(text, 240), tier: 1 })),
      note: ({ weight }) => (weight > 0 ? `… ${weight} more` : undefined),
    },
    sourceSection(report, options),
    exceptionSection(report.stop.exception, options),
    relatedSection(report.related ?? [], options),
    {
      title: '\n--- Stack Trace ---',
      lines: stackEntries(report.frames, { ...options, foldPackages: true }).map(({ text, frames }, index) => ({
        text,
        weight: frames,
        tier: frameTier(index),
      })),
      contiguous: true,
      note: ({ weight }) => (weight > 0 ? `… ${weight} more frames` : undefined),
    },
    ...(options.locals === false ? [] : [variablesSection(report)]),
    expressionsSection(options.expressions ?? []),
    outputSection(report.output, {
      cwd: options.cwd,
      title: '\n--- Output ---',
      indent: '',
      tier: 6,
      limits: EXIT_OUTPUT_LIMITS,
      more: options.actions?.output,
    }),
  ];
  return layOut(stopHeader(report, options), sections, options.budgetTokens ?? LIST_BUDGET_TOKENS);
}

/** The tier of a frame: callers matter more than the variables, the whole of a deep recursion less than anything. */
function frameTier(index: number): number {
  if (index < 3) return 2;
  return index < 10 ? 5 : 7;
}

function variablesSection({ locals }: StopReport): Section {
  const lines = locals.map((local) => ({ text: localLine(local, false), tier: 4 }));
  return {
    title: '\n--- Local Variables ---',
    lines: lines.length > 0 ? lines : [{ text: '(no variables)', tier: 4 }],
    note: ({ weight }) => (weight > 0 ? `  … ${weight} more: name them in the probe's expressions` : undefined),
  };
}

function expressionsSection(expressions: readonly EvaluatedExpression[]): Section {
  const lines = expressions.map(({ expression, outcome }) => ({
    text: `  ${oneLine(expression, MAX_EXPRESSION_CHARS)} = ${typedOutcomeText(outcome, MAX_VALUE_CHARS)}`,
    tier: 2,
  }));
  return {
    title: '\n--- Expressions ---',
    lines,
    note: ({ weight }) => (weight > 0 ? `  … ${weight} more: probe again with fewer expressions` : undefined),
  };
}
