/** The results of repeating a measurement. */
export interface Series {
  readonly median: number;
  readonly min: number;
  readonly count: number;
}

/** One run of a measurement: what it measured, in the unit of its row. */
export type Sampler = () => Promise<number>;

/** The number of repetitions: `count` times, less if that takes longer than `budgetMs`, but at least once. */
export interface Repetition {
  readonly count: number;
  readonly budgetMs: number;
  /** Runs before the first that counts. */
  readonly warmUp?: number;
}

/**
 * Runs the samplers in turns (first, second, first, second, …), so that whatever else the machine does meanwhile hits all
 * of them alike. A series each, in the same order.
 */
export async function interleaved(samplers: readonly Sampler[], repetition: Repetition): Promise<Series[]> {
  const { count, budgetMs, warmUp = 0 } = repetition;
  for (let round = 0; round < warmUp; round++) for (const sample of samplers) await sample();
  const values = samplers.map((): number[] => []);
  const began = performance.now();
  for (let round = 0; round < count && (round === 0 || performance.now() - began < budgetMs); round++) {
    for (const [index, sample] of samplers.entries()) values[index]?.push(await sample());
  }
  return values.map(seriesOf);
}

/** @param values At least one. */
export function seriesOf(values: readonly number[]): Series {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  const median = middle.reduce((sum, value) => sum + value, 0) / middle.length;
  return { median, min: sorted[0] ?? Number.NaN, count: sorted.length };
}

/** The time that some work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
