import type { StopReport } from '../../model/stop-report.ts';
import type { SessionBreakpoints } from '../breakpoints/session-breakpoints.ts';
import { EditedNews } from '../edited-files.ts';
import type { OutputBuffer } from '../output/output-buffer.ts';
import type { SessionInspection } from '../session-inspection.ts';

/** Characters of output that a stop's report carries at most. */
const MAX_REPORTED_OUTPUT = 4_000;

/** The parts of a session that reports tell from. */
interface ReportedSession {
  readonly output: OutputBuffer;
  readonly breakpoints: SessionBreakpoints;
  readonly inspection: SessionInspection;
  /** True if the debuggee has ended. */
  readonly ended: boolean;
}

/** The news that a session has told in its reports, so that each report has only what is new. */
export class SessionReports {
  readonly #session: ReportedSession;
  readonly #editedNews = new EditedNews();
  /** The end of the last report's output. */
  #reportedOutput = 0;

  constructor(session: ReportedSession) {
    this.#session = session;
  }

  /** Adds the news to what was seen at a stop. */
  complete(seen: Awaited<ReturnType<SessionInspection['report']>>): StopReport {
    const { breakpoints, inspection } = this.#session;
    const edited = breakpoints.warnsOf(seen.stop.location.path) ? undefined : seen.source?.edited;
    const warnings = [...seen.warnings, ...this.#editedNews.take(edited), ...breakpoints.takeNews()];
    const writers = inspection.writes.takeNews();
    return { ...seen, ...(writers.length > 0 && { writers }), output: this.takeOutput(MAX_REPORTED_OUTPUT), warnings };
  }

  /** The output since the last call of this or of `complete`. */
  takeOutput(maxChars: number): StopReport['output'] {
    const { output, ended } = this.#session;
    const excerpt = output.since(this.#reportedOutput, maxChars);
    this.#reportedOutput = output.fix();
    return ended ? { ...excerpt, chunks: excerpt.chunks.filter(({ isOfRun }) => !isOfRun) } : excerpt;
  }

  /** The debuggee is another one. */
  reset(): void {
    // What the earlier run wrote, shown beside what this one writes, would look like the work of one.
    this.#reportedOutput = this.#session.output.clear();
    this.#editedNews.clear();
  }
}
