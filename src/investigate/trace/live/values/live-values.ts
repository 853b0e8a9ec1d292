import type { Deadline } from '../../../../adapter/deadline.ts';
import type { StopOutcome } from '../../../../model/stop-outcome.ts';
import type { TracePoint } from '../../../../model/trace/trace-request.ts';
import type { DebugSession } from '../../../../session/debug-session.ts';
import { putTogether } from '../../put-together.ts';
import { type RecordedUntil, runMeanwhile } from '../run-meanwhile.ts';
import { PointCollection } from './point-collection.ts';

/** The points to record while a session runs. */
export interface LiveValuesRequest {
  readonly points: readonly TracePoint[];
  readonly until?: RecordedUntil;
  /** Rows kept of each point. */
  readonly maxRows: number;
}

/** The recorded values, and the session's present state. */
export interface LiveValues {
  readonly recorded: ReturnType<typeof putTogether>;
  readonly outcome: StopOutcome;
  readonly notes: readonly string[];
}

/**
 * Records values at places while a session runs, from where it is to its next stop or the end of the time, and takes all that it set
 * away again. A program that runs then runs on.
 *
 * @throws DebugError `invalid_argument` for a place that can never be reached or has a breakpoint already, `already_exited`, `cancelled`
 */
export async function liveValues(
  session: DebugSession,
  { points, until, maxRows }: LiveValuesRequest,
  deadline: Deadline,
): Promise<LiveValues> {
  const collection = new PointCollection(session, points, maxRows);
  try {
    await collection.begin(deadline);
    const outcome = await runMeanwhile(session, until, deadline, () => collection.finish());
    const ids = points.map(({ id }) => id);
    return { recorded: putTogether([collection.records()], ids), outcome, notes: collection.notes() };
  } finally {
    await collection.close();
  }
}
