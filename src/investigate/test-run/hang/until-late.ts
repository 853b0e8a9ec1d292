import type { Deadline } from '../../../adapter/deadline.ts';
import type { DebugEngine } from '../../../engine/debug-engine.ts';
import type { HangReport } from '../../../model/hang-report.ts';
import type { ResultsFile } from '../results-file.ts';
import type { EndOutcome } from '../watch-to-end.ts';
import { hangingProcess } from './hanging-process.ts';
import { unseenHangMs, unseenHangOf } from './hanging-run.ts';

const LEAST_PLACE_MS = 500;

/** The course of a run until there was just time enough to find out why it does not end. */
interface Late {
  readonly ended: EndOutcome;
  /** The run's own time. */
  readonly limitMs: number;
  /** True if the process that hangs has no debugger, and was looked at all the same. */
  readonly isUnseen: boolean;
  readonly hang?: HangReport | undefined;
}

interface LateOptions {
  /** Waits for the end of the run until so much of the time is left, in milliseconds. */
  until(keptMs: number): Promise<EndOutcome>;
  readonly deadline: Deadline;
  /** Kept for what finding out about a hang takes, and for a pause of a run that is to stay. */
  readonly hangMs: number;
  readonly pauseMs: number;
}

/** Waits for the end of a run. A test that hangs in a process without a debugger is looked at earlier than others, and goes on meanwhile. */
export async function untilLate(
  engine: DebugEngine,
  results: ResultsFile,
  { until, deadline, hangMs, pauseMs }: LateOptions,
): Promise<Late> {
  const keptMs = hangMs + pauseMs;
  const unseenMs = pauseMs > 0 ? 0 : unseenHangMs(deadline.timeoutMs);
  const first = await until(Math.max(keptMs, unseenMs));
  const hanging = first.kind === 'running' && unseenMs > 0 ? hangingProcess(results) : undefined;
  if (hanging === undefined) {
    const ended = first.kind === 'running' && unseenMs > keptMs ? await until(keptMs) : first;
    return { ended, limitMs: deadline.timeoutMs - keptMs, isUnseen: false };
  }
  const hang = await unseenHangOf(engine, hanging, deadline);
  if (hang?.hung) return { ended: first, limitMs: deadline.timeoutMs - unseenMs, isUnseen: true, hang };
  const ended = await until(0);
  const found = { limitMs: deadline.timeoutMs, isUnseen: true, hang };
  if (ended.kind !== 'running' || hang) return { ended, ...found };
  const where = await engine.placeOf(hanging, results.stacks, deadline.left(LEAST_PLACE_MS));
  return { ended: where ? { ...ended, where } : ended, ...found };
}
