import type { ComparedValues } from '../../../model/tests/compared-values.ts';
import type { RecordedError } from '../runner-records.ts';
import { valuesOfMessage } from './message-values.ts';
import { printedComparison } from './printed-values.ts';
import { recordedComparison } from './recorded-comparison.ts';

/** Messages of assertions that only say whether: what they compared shows there alone. */
const SAYS_ALL =
  /^expected (?:undefined|null|true|false|NaN|-?[\d.]+|'[^'\n]*') to (?:be (?:truthy|falsy|defined)|exist)/;

/**
 * The values that an assertion compared: from the runner's hook, else from the assertion's message. @param message Without
 * colours.
 */
export function comparedValues({ compared, printed }: RecordedError, message: string): ComparedValues | undefined {
  const recorded = recordedComparison(compared);
  if (recorded) return recorded;
  const isPrinted = printed !== undefined && !SAYS_ALL.test(message);
  const [actual, expected] = [printed?.actual, printed?.expected];
  if (isPrinted && typeof actual === 'string' && typeof expected === 'string') {
    return printedComparison(actual, expected, message);
  }
  return valuesOfMessage(message);
}
