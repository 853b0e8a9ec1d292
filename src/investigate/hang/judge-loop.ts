import type { LoopSnapshot, LoopTest } from '../../adapter/hang-evidence.ts';
import type { ObservedValue } from '../../model/hang-report.ts';

/** A loop over the samples of one watch, oldest first. */
export type LoopSeries = readonly LoopSnapshot[];

/** The behaviour of a loop, as far as its tests show it. */
export type LoopVerdict =
  /** A number comes nearer to where the loop ends. */
  | {
      readonly kind: 'advancing';
      readonly what: string;
      readonly from: string;
      readonly to: string;
      /** The number of times it came nearer; once may be chance. */
      readonly steps: number;
    }
  /** The deciding value is another one at each look, with no limit to be seen. */
  | { readonly kind: 'changing'; readonly what: string; readonly from: string; readonly to: string }
  /** A number goes up and down, and comes no nearer to where the loop ends: it may get there by chance, or never. */
  | { readonly kind: 'wandering'; readonly what: string }
  /** A number goes towards its limit, and is back at the start: the loop ends and begins again. */
  | { readonly kind: 'restarting' }
  /** The same values come back: it ends and begins again, or goes round in a circle. */
  | { readonly kind: 'recurring' }
  /** A number goes away from where the loop ends. */
  | { readonly kind: 'receding' }
  /** The deciding values never change. */
  | { readonly kind: 'constant' }
  /** Nothing ends it. */
  | { readonly kind: 'endless' }
  /** Nothing is known of what ends it. */
  | { readonly kind: 'unknown' };

/** The tests that say most come first: one that advances is enough to end the loop. */
const WEIGHT: Readonly<Record<LoopVerdict['kind'], number>> = {
  advancing: 0,
  changing: 1,
  wandering: 2,
  restarting: 3,
  recurring: 4,
  receding: 5,
  constant: 6,
  endless: 7,
  unknown: 8,
};

/**
 * Judges a loop by its tests over all samples.
 *
 * @param areRounds No round is left out between two of the samples: how a counter goes on shows in them.
 */
export function judgeLoop(series: LoopSeries, areRounds = false): LoopVerdict {
  const first = series[0];
  if (!first) return { kind: 'unknown' };
  if (first.ending === 'endless') return { kind: 'endless' };
  if (first.ending === 'counted') return judgeItems(series);
  const verdicts = first.tests.flatMap((_, index) => {
    const tests = series.flatMap(({ tests: all }) => all[index] ?? []);
    return tests.length === series.length ? [judgeTest(tests, areRounds)] : [];
  });
  return verdicts.sort((a, b) => WEIGHT[a.kind] - WEIGHT[b.kind])[0] ?? judgeCourse(first);
}

/** Judges a course: a loop on its way to the limit may go there many times. */
function judgeCourse({ course }: LoopSnapshot): LoopVerdict {
  if (course === undefined) return { kind: 'unknown' };
  return { kind: course === 'towards its limit' ? 'restarting' : 'receding' };
}

/** The loop ends after its items: what it assigns shows whether it gets to other ones. */
function judgeItems(series: LoopSeries): LoopVerdict {
  const names = series[0]?.values.map(({ expression }) => expression) ?? [];
  const verdicts = names.map((name) => judgeTexts(name, textsOf(series, name)));
  return verdicts.sort((a, b) => WEIGHT[a.kind] - WEIGHT[b.kind])[0] ?? { kind: 'unknown' };
}

function judgeTest(tests: readonly LoopTest[], areRounds: boolean): LoopVerdict {
  const gaps = tests.map(gapOf);
  const texts = tests.map(({ left, right }) => (right ? `${left.text} ${right.text}` : left.text));
  const first = tests[0];
  const last = tests.at(-1);
  if (!first || !last) return { kind: 'unknown' };
  const what = textsDiffer(tests.map(({ left }) => left.text))
    ? first.left.expression
    : (first.right ?? first.left).expression;
  if (!textsDiffer(texts)) {
    const isOpaque = first.left.opaque === true && first.right === undefined;
    return isOpaque ? { kind: 'unknown' } : { kind: 'constant' };
  }
  const side = (test: LoopTest) => (what === test.left.expression ? test.left : (test.right ?? test.left)).text;
  const numbers = gaps.flatMap((gap) => gap ?? []);
  if (numbers.length < gaps.length) {
    const verdict = judgeTexts(what, texts);
    return verdict.kind === 'changing' ? { ...verdict, from: side(first), to: side(last) } : verdict;
  }
  const way = directionOf(numbers);
  if (way === 'down') {
    const steps = new Set(numbers).size - 1;
    return { kind: 'advancing', what, from: side(first), to: side(last), steps };
  }
  if (way === 'up') return { kind: 'receding' };
  if (recurs(texts)) return { kind: 'recurring' };
  // A counter goes on by the same step and back once in a while, which samples with rounds between them do not show.
  const isCounter = /[<>]/.test(first.operator) && !(areRounds && stepsOf(numbers).size > 1);
  return isCounter ? { kind: 'restarting' } : { kind: 'wandering', what };
}

/** By how much a gap shrinks, each amount once. */
function stepsOf(numbers: readonly number[]): ReadonlySet<number> {
  const steps = numbers.slice(1).map((number, index) => (numbers[index] ?? number) - number);
  return new Set(steps.filter((step) => step > 0));
}

/** The distance of a test from ending the loop; undefined if it is no number. */
function gapOf({ operator, left, right }: LoopTest): number | undefined {
  if (left.number === undefined) return undefined;
  if (operator === 'truth') return Math.abs(left.number);
  if (right?.number === undefined) return undefined;
  const difference = right.number - left.number;
  if (operator === '<' || operator === '<=') return difference;
  if (operator === '>' || operator === '>=') return -difference;
  return operator === '!=' ? Math.abs(difference) : undefined;
}

function judgeTexts(what: string, texts: readonly string[]): LoopVerdict {
  if (!textsDiffer(texts)) return { kind: 'constant' };
  if (recurs(texts)) return { kind: 'recurring' };
  return { kind: 'changing', what, from: texts[0] ?? '', to: texts.at(-1) ?? '' };
}

function textsDiffer(texts: readonly string[]): boolean {
  return new Set(texts).size > 1;
}

/** True if a value was left and came back. */
function recurs(texts: readonly string[]): boolean {
  const runs = texts.filter((text, index) => text !== texts[index - 1]);
  return new Set(runs).size < runs.length;
}

function directionOf(numbers: readonly number[]): 'up' | 'down' | 'mixed' {
  const steps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? number));
  if (steps.every((step) => step <= 0)) return 'down';
  return steps.every((step) => step >= 0) ? 'up' : 'mixed';
}

function textsOf(series: LoopSeries, name: string): string[] {
  return series.flatMap(({ values }) => values.find(({ expression }) => expression === name)?.text ?? []);
}

/** The values of a loop's variables over all samples, each run of equal ones once. */
export function observedValues(series: LoopSeries, maxValues = 4): ObservedValue[] {
  const names = new Set(series.flatMap(({ values }) => values.map(({ expression }) => expression)));
  return [...names].map((expression) => {
    const texts = textsOf(series, expression);
    const runs = texts.filter((text, index) => text !== texts[index - 1]);
    const values = runs.length <= maxValues ? runs : [...runs.slice(0, maxValues - 1), runs.at(-1) ?? ''];
    return { expression, values, changes: runs.length > 1 };
  });
}
