import type { TestFailure, TestResult } from '../../../model/tests/test-report.ts';
import type { ValueSource } from '../../../model/tests/value-source.ts';
import type { TracedCall, ValueOrigin } from '../../../model/trace/trace-report.ts';
import { isAroundAny, isCommonText, originOf, type TiedOrigin } from './choose-origin.ts';
import { innerOrigin } from './inner-origin.ts';
import type { WantedText, WantedValue } from './wanted-values.ts';

/** Calls around the one in which a value came to be. */
const MAX_CALLERS = 2;

/** The most lines between a call and the assertion that compares its result. */
const MAX_LINES_BEFORE = 3;

/** The findings of a second run. */
export interface SecondRun {
  readonly origins: readonly ValueOrigin[];
  readonly calls: readonly TracedCall[];
  /** The written lines of a file, the first one first. */
  linesOf(path: string): readonly string[];
  /** The outcome for the tests in it. */
  readonly tests: readonly TestResult[];
}

/** The origin of each of the values; values without a known origin are left out. @param texts As the trace was asked for them. */
export function valueSources(
  wanted: readonly WantedValue[],
  texts: readonly string[],
  run: SecondRun,
): ReadonlyMap<WantedValue, ValueSource> {
  const found = new Map<WantedValue, ValueSource>();
  for (const each of wanted) {
    const source = hasPassed(each, run)
      ? ({ kind: 'passed' } as const)
      : (sourceOf(each, texts, run) ?? lastCalled(each, run));
    if (source) found.set(each, source);
  }
  return found;
}

function hasPassed({ failure }: WantedValue, { tests }: SecondRun): boolean {
  const same = tests.filter(({ name, file }) => name === failure.name && file === failure.file);
  return same.length > 0 && same.every(({ status }) => status === 'passed');
}

function sourceOf(wanted: WantedValue, texts: readonly string[], run: SecondRun): ValueSource | undefined {
  const { failure, value, other } = wanted;
  const found = value && tiedOrigin(failure, value, texts, run);
  if (!found) return undefined;
  // What the test has written itself is not what it found.
  const second = other && isOfTest(found, failure) ? tiedOrigin(failure, other, texts, run) : undefined;
  const isTurned = second?.isTied === true && !isOfTest(second, failure);
  return foundSource(failure, isTurned ? second : found, run);
}

interface FoundOrigin extends TiedOrigin {
  readonly value: WantedText;
  /** The origins of the value's text. */
  readonly origins: readonly ValueOrigin[];
}

function tiedOrigin(
  failure: TestFailure,
  value: WantedText,
  texts: readonly string[],
  run: SecondRun,
): FoundOrigin | undefined {
  const text = texts.indexOf(value.text);
  const origins = run.origins.filter((each) => each.text === text);
  const found = originOf(failure, value, origins);
  return found && { ...found, value, origins };
}

/** True if a value came to be in the code of the test. */
function isOfTest({ origin: { place } }: TiedOrigin, { file, error: { stack } }: TestFailure): boolean {
  return place.function.path === file || isAroundAny(place.function, stack);
}

function foundSource(failure: TestFailure, found: FoundOrigin, run: SecondRun): ValueSource {
  const { value, origins, isTied } = found;
  const isCommon = isCommonText(value.shown);
  const origin = innerOrigin(found.origin, { origins, calls: run.calls, isCommon });
  // Those around another value of the same text were called for another test.
  const around = isTied ? origin.callers.filter((each) => !isAroundAny(each.function, failure.error.stack)) : [];
  const calls = [origin.place, ...around.filter(isNoFile).slice(0, MAX_CALLERS)].flatMap(
    (place) => callAt(place, origin, run.calls) ?? [],
  );
  const paths = new Set([...calls, ...(origin.unchanged ?? [])].map((each) => each.function.path));
  const sources = new Map([...paths].map((path) => [path, run.linesOf(path)]));
  return { kind: 'found', text: value.shown, origin, isTied, calls, sources };
}

/** The call before an assertion, nearest to its line: of code beside the tests. */
function lastCalled(
  { place, value, failure: { line = 0 } }: WantedValue,
  { calls, linesOf }: SecondRun,
): ValueSource | undefined {
  const near = calls.flatMap((call) => {
    const { madeNear } = call;
    if (place === undefined || madeNear?.path !== place.path) return [];
    const distance = Math.abs(madeNear.line - place.line);
    // What is farther away, or a part of the test file, may belong to another test.
    const isFar = distance > (value ? MAX_LINES_BEFORE : Number.POSITIVE_INFINITY) || madeNear.line < line;
    return isFar || call.function.path === place.path ? [] : [{ call, distance }];
  });
  const [first, ...more] = near;
  if (first === undefined) return undefined;
  const { call } = more.reduce((best, each) => (isNearer(each, best) ? each : best), first);
  const { path } = call.function;
  return { kind: 'called', call, sources: new Map([[path, linesOf(path)]]) };
}

interface NearCall {
  readonly call: TracedCall;
  readonly distance: number;
}

/** True if a call is nearer: of calls on the same line, the last is the outermost. */
function isNearer(one: NearCall, other: NearCall): boolean {
  return (
    one.distance < other.distance || (one.distance === other.distance && one.call.startedAtMs >= other.call.startedAtMs)
  );
}

/** True if a function is not the top level of a file, whose run says nothing. */
function isNoFile({ function: { name } }: ValueOrigin['callers'][number]): boolean {
  return !name.startsWith('(top') && name !== '<module>';
}

function callAt(
  { function: called, number }: Pick<ValueOrigin['place'], 'function' | 'number'>,
  { process }: ValueOrigin,
  calls: readonly TracedCall[],
): TracedCall | undefined {
  return calls.find(
    (each) => each.function.key === called.key && each.number === number && (each.process ?? process) === process,
  );
}
