import type { TraceFinding, TraceReport } from './trace-report.ts';
import type { WantedTrace } from './trace-request.ts';

/** A run's recording, with the question that it answered: kept to be compared with a later run. */
export interface SavedTrace {
  readonly wanted: WantedTrace;
  /** The points as they were given. */
  readonly asked: readonly string[];
  /** The outcome of the run. */
  readonly report: TraceReport;
  readonly finding: TraceFinding;
}
