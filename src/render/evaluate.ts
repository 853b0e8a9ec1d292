import { type ActionNames, wordAdvice } from '../model/advice.ts';
import type { EvaluateOutcome, NameElsewhere } from '../model/evaluate-outcome.ts';
import type { ExceptionInfo } from '../model/stop-outcome.ts';
import type { ValueSummary } from '../model/variable.ts';
import { LIST_BUDGET_TOKENS } from './budget.ts';
import { linesOf, oneLine } from './plain-text.ts';
import { layOut } from './sections.ts';
import { childLines } from './variables.ts';

const MAX_TYPE_CHARS = 40;
const MAX_ASKED_CHARS = 120;
const MAX_VALUE_CHARS = 2000;
const MAX_MESSAGE_CHARS = 200;

/** Options of {@link renderEvaluation}. */
interface EvaluationOptions {
  readonly actions: ActionNames;
  readonly budgetTokens?: number | undefined;
  /** The expression and the levels of children that were asked for, to word the call that shows what a cut value leaves out. */
  readonly asked?: { readonly expression: string; readonly depth: number } | undefined;
  /** The frame that has the variable which the expression did not find. */
  readonly elsewhere?: NameElsewhere | undefined;
}

/** An evaluation: `(number) 3` with its children below, or why there is no value and what to do about it. */
export function renderEvaluation(outcome: EvaluateOutcome, options: EvaluationOptions): string {
  const budgetTokens = options.budgetTokens ?? LIST_BUDGET_TOKENS;
  switch (outcome.kind) {
    case 'value': {
      const header = typedValue(outcome.type, outcome.value);
      const lines = childLines(outcome, { indent: '  ', depth: 0, tier: 1 });
      // With children, the line that counts the missing ones says it already.
      const more = outcome.cut === true && lines.length === 0 ? moreOf(outcome, options) : undefined;
      const note = (left: { lines: number }) => {
        if (left.lines > 0) return `  … ${left.lines} more lines: evaluate a part of the value`;
        return more === undefined ? undefined : `  … the rest: ${more}`;
      };
      return layOut(header, [{ lines, contiguous: true, note }], budgetTokens);
    }
    case 'thrown':
      return [`Threw ${exceptionLine(outcome.exception)}`, adviceForThrown(outcome.exception, options) ?? []]
        .flat()
        .join('\n');
    case 'timeout':
      return [
        `Timed out after ${seconds(outcome.timeoutMs)}: the expression did not finish.`,
        'Evaluate a smaller part of it, or give it a longer timeout.',
      ].join('\n');
    case 'side-effect':
      return [
        'Refused: the expression would change the program, or cannot be proven not to.',
        'Evaluate it again without the read-only restriction if that is meant.',
      ].join('\n');
  }
}

/** The call that shows what is left out; what has nothing inside is a text, of which only a part can be asked for. */
function moreOf({ childCount = 0 }: ValueSummary, { asked, actions }: EvaluationOptions): string | undefined {
  if (asked === undefined) return undefined;
  const expression = asked.expression.length > MAX_ASKED_CHARS ? 'it' : JSON.stringify(asked.expression);
  const call = [{ action: 'evaluate' } as const, ` ${expression} with depth ${asked.depth + 1}`];
  return childCount > 0 ? wordAdvice(call, actions) : 'evaluate a part of it';
}

/** An outcome within one line of `maxChars`, as in a list of watches: `3`, `threw TypeError: …`, `timed out after 1.0 s`. */
export function outcomeText(outcome: EvaluateOutcome, maxChars: number): string {
  switch (outcome.kind) {
    case 'value':
      return oneLine(outcome.value, maxChars);
    case 'thrown':
      return oneLine(`threw ${exceptionLine(outcome.exception)}`, maxChars);
    case 'timeout':
      return `timed out after ${seconds(outcome.timeoutMs)}`;
    case 'side-effect':
      return 'not evaluated: it would change the program';
  }
}

/** {@link outcomeText} with the type before a value: `(number) 3`. */
export function typedOutcomeText(outcome: EvaluateOutcome, maxChars: number): string {
  return outcome.kind === 'value'
    ? oneLine(typedValue(outcome.type, outcome.value), maxChars)
    : outcomeText(outcome, maxChars);
}

/** `TypeError: x is undefined`: the first line of a thrown value. */
export function exceptionLine({ name, message }: ExceptionInfo): string {
  const first = oneLine(linesOf(message)[0] ?? '', MAX_MESSAGE_CHARS);
  return first === '' ? oneLine(name, MAX_MESSAGE_CHARS) : `${oneLine(name, MAX_TYPE_CHARS)}: ${first}`;
}

/** `30.0 s`. */
export function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`;
}

function typedValue(type: string, value: string): string {
  return `(${oneLine(type, MAX_TYPE_CHARS)}) ${oneLine(value, MAX_VALUE_CHARS)}`;
}

function adviceForThrown(
  { name, message }: ExceptionInfo,
  { actions, elsewhere }: EvaluationOptions,
): string | undefined {
  if (name === 'SyntaxError' && /^await\b/.test(message))
    return 'No promise goes on while the program is stopped. Leave await out, or set a breakpoint behind the await in the program.';
  // What does not parse has no parts that could be evaluated.
  if (name === 'SyntaxError' || name === 'IndentationError') return undefined;
  if (name !== 'ReferenceError' && name !== 'NameError')
    return 'Evaluate its parts one by one to find the one that fails.';
  if (elsewhere) {
    const { frameIndex, functionName } = elsewhere;
    const where = `${oneLine(elsewhere.name, MAX_TYPE_CHARS)} is a variable of frame ${frameIndex}, ${oneLine(functionName, MAX_TYPE_CHARS)}: `;
    return wordAdvice([where, { action: 'evaluate' }, ` with frame ${frameIndex}.`], actions);
  }
  return wordAdvice(
    [{ action: 'variables' }, ' lists the names in scope; another frame may have it (', { action: 'stack' }, ').'],
    actions,
  );
}
