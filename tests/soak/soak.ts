import type { NodeVersion } from '../support/node-versions.ts';
import { failureOf } from './run-launch.ts';
import { falseVerdictOf } from './run-patch.ts';
import { differenceOf } from './run-program.ts';
import { falseRestartOf } from './run-restart.ts';

/** The amount to run on a version of Node.js, and the number of runs at the same time. */
export interface SoakSize {
  readonly launches: number;
  readonly programs: number;
  /** Programs all of whose functions are patched. */
  readonly patches: number;
  /** Programs all of whose functions are restarted. */
  readonly restarts: number;
  readonly at: number;
  /** The first seed of programs. */
  readonly from: number;
}

/** The result of a soak on one version of Node.js. */
export interface SoakResult {
  readonly major: number;
  readonly launches: number;
  readonly programs: number;
  readonly patches: number;
  readonly restarts: number;
  readonly failures: readonly string[];
}

/** Runs launches and generated programs on one version. @param note Gets each failure at once. */
export async function soak(
  { major, path }: NodeVersion,
  { launches, programs, patches, restarts, at, from }: SoakSize,
  note: (failure: string) => void = () => {},
): Promise<SoakResult> {
  const failures: string[] = [];
  const onDone = (failure: string | undefined) => {
    if (failure === undefined) return;
    failures.push(failure);
    note(failure);
  };
  const jobs = [
    ...Array.from({ length: programs }, (_, index) => () => differenceOf(path, from + index)),
    ...Array.from({ length: patches }, (_, index) => () => falseVerdictOf(path, from + index)),
    ...Array.from({ length: restarts }, (_, index) => () => falseRestartOf(path, from + index)),
    ...Array.from({ length: launches }, (_, index) => () => failureOf(path, index)),
  ];
  await inLanes(jobs, at, onDone);
  return { major, launches, programs, patches, restarts, failures };
}

type Job = () => Promise<string | undefined>;

async function inLanes(jobs: Job[], lanes: number, onDone: (failure: string | undefined) => void): Promise<void> {
  const lane = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      onDone(await job().catch((error: unknown) => String(error)));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
