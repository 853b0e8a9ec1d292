import { Deadline } from '../../../adapter/deadline.ts';
import type { TestResult, UnfinishedTest } from '../../../model/tests/test-report.ts';
import type { ValueSource } from '../../../model/tests/value-source.ts';
import type { WantedValue } from './wanted-values.ts';

/** The share of the left time for one run while there are tests for which it may leave none. */
const SHARE = 0.5;
/** In less, no runner starts. */
const LEAST_MS = 1_000;

/** The outcome of one run of some of the tests. */
export interface Turn {
  readonly found: ReadonlyMap<WantedValue, ValueSource>;
  readonly tests: readonly TestResult[];
  /** Begun, and not ended when its time was up. */
  readonly unfinished: readonly UnfinishedTest[];
  readonly hasEnded: boolean;
}

type Sources = ReadonlyMap<WantedValue, ValueSource>;

/**
 * Runs tests, and then those again that a run had no time for, without the ones that took all of it: with a tracer, some take much longer
 * than without. After a run of which no test is known, each is run by itself.
 *
 * @param run Of some of them; undefined where it cannot be had.
 */
export async function inTurns(
  wanted: readonly WantedValue[],
  deadline: Deadline,
  run: (part: readonly WantedValue[], deadline: Deadline) => Promise<Turn | undefined>,
): Promise<Sources> {
  const found = new Map<WantedValue, ValueSource>();
  let isCut = false;
  const parts: (readonly WantedValue[])[] = [wanted];
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    const turnMs = turnTimeMs(part, parts.length, deadline.leftMs);
    if (turnMs < LEAST_MS) break;
    const turn = await run(part, new Deadline(turnMs, deadline.left().signal));
    for (const [each, source] of turn?.found ?? []) found.set(each, source);
    if (turn === undefined || turn.hasEnded) continue;
    isCut = true;
    const isStuck = (each: WantedValue) => part.length === 1 || isAmong(turn.unfinished, each);
    const stuck = part.filter((each) => !found.has(each) && isStuck(each));
    for (const [each, source] of lateSources(stuck)) found.set(each, source);
    parts.push(...partsLeft(part, [...turn.tests, ...turn.unfinished]));
    // Others may have had most of the time.
    if (part.some((each) => isAmong(turn.tests, each))) parts.push(...stuck.map((each) => [each]));
  }
  return isCut && found.size === 0 ? lateSources(wanted.slice(0, 1)) : found;
}

/** The sources of values whose origin takes too long to find. */
export function lateSources(wanted: readonly WantedValue[]): Sources {
  return new Map(wanted.flatMap((each) => (each.value ? [[each, { kind: 'late', text: each.value.shown }]] : [])));
}

/** Tests that are run by themselves take no time from others but those that follow. */
function turnTimeMs(part: readonly WantedValue[], partsAfter: number, leftMs: number): number {
  return (leftMs / (1 + partsAfter)) * (part.length > 1 ? SHARE : 1);
}

/** The parts that are still to be run. @param begun Tests that have begun in the run of the part. */
function partsLeft(part: readonly WantedValue[], begun: readonly UnfinishedTest[]): (readonly WantedValue[])[] {
  const left = part.filter((each) => !isAmong(begun, each));
  if (left.length < part.length) return left.length === 0 ? [] : [left];
  return left.length > 1 ? left.map((each) => [each]) : [];
}

function isAmong(tests: readonly UnfinishedTest[], { failure }: WantedValue): boolean {
  return tests.some(({ name, file }) => name === failure.name && file === failure.file);
}
