import type { WriteWatch } from '../model/data-breakpoint.ts';
import type { WatchResult } from '../model/stop-report.ts';
import { outcomeText } from './evaluate.ts';
import type { PathContext } from './paths.ts';
import { oneLine } from './plain-text.ts';
import type { SectionLine } from './sections.ts';
import { writeWatchLines } from './writes.ts';

const MAX_EXPRESSION_CHARS = 80;
const MAX_VALUE_CHARS = 160;
const MAX_UNCHANGED_CHARS = 60;
/** Unchanged watches share lines of about this length. */
const MAX_SHARED_CHARS = 120;

/** The watches at a stop: changed ones a line each, `  total: 3 → 5`, then the others together, `  i = 3; name = "x"`. */
export function watchLines(watches: readonly WatchResult[], tier: number): SectionLine[] {
  const changed = watches.flatMap(({ expression, outcome, previous }) => {
    if (previous === undefined) return [];
    const before = oneLine(previous, MAX_VALUE_CHARS);
    const text = `  ${oneLine(expression, MAX_EXPRESSION_CHARS)}: ${before} → ${outcomeText(outcome, MAX_VALUE_CHARS)}`;
    return [{ text, tier }];
  });
  const rest = watches.filter((watch) => watch.previous === undefined);
  const texts = rest.map(
    ({ expression, outcome }) =>
      `${oneLine(expression, MAX_EXPRESSION_CHARS)} = ${outcomeText(outcome, MAX_UNCHANGED_CHARS)}`,
  );
  return [...changed, ...sharedLines(texts).map((line) => ({ ...line, tier: tier + 0.5 }))];
}

/** Each watch with its number and value, if the program is stopped and there is one. */
export function renderWatches(
  watches: readonly { readonly id: number; readonly expression: string; readonly outcome?: WatchResult['outcome'] }[],
  writes: readonly WriteWatch[],
  context: PathContext,
): string {
  if (watches.length + writes.length === 0) return 'No watches.';
  const lines = watches.map(({ id, expression, outcome }) => {
    const value = outcome === undefined ? '' : ` = ${outcomeText(outcome, MAX_VALUE_CHARS)}`;
    return `${id}  ${oneLine(expression, MAX_VALUE_CHARS)}${value}`;
  });
  return [...lines, ...writes.flatMap((watch) => writeWatchLines(watch, context))].join('\n');
}

function sharedLines(texts: readonly string[]): { text: string; weight: number }[] {
  const lines: { text: string; weight: number }[] = [];
  for (const text of texts) {
    const last = lines.at(-1);
    if (last !== undefined && last.text.length + text.length < MAX_SHARED_CHARS) {
      last.text = `${last.text}; ${text}`;
      last.weight += 1;
    } else {
      lines.push({ text: `  ${text}`, weight: 1 });
    }
  }
  return lines;
}
