import type { ComparedValues } from '../../model/tests/compared-values.ts';
import type { TestFailure } from '../../model/tests/test-report.ts';
import { oneLine } from '../plain-text.ts';

const MAX_PATH_CHARS = 80;

/** Names the place at which two objects differ that a test compared; of primitives, the test's message has both. */
export function comparedLines({ error: { compared, message } }: TestFailure, maxChars: number): string[] {
  return compared === undefined || (compared.path === '' && message !== '')
    ? []
    : [`  ${oneLine(comparedText(compared), maxChars)}`];
}

function comparedText({ path, actual, expected }: ComparedValues): string {
  const place = `actual${oneLine(path, MAX_PATH_CHARS)}`;
  if (actual === undefined) return `${place} is missing, expected ${expected?.text}`;
  return `${place} ${actual.text}, ${expected === undefined ? 'not expected' : `expected ${expected.text}`}`;
}
