import type { TraceLimits, WantedTrace } from '../../../model/trace/trace-request.ts';
import type { ResolvePath } from '../place-syntax.ts';

/** The arguments of the tool that a session can have. */
export interface SessionTraceArguments {
  readonly session?: string | undefined;
  readonly mode?: string | undefined;
  readonly function?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly at?: readonly string[] | undefined;
  readonly until?: string | undefined;
  /** The frame of the stack whose call is followed. */
  readonly frame?: number | undefined;
  readonly timeoutMs?: number | undefined;
}

/** The question that the arguments put to a tracer, as to that of a run. */
export interface SessionQuestion {
  /** @throws DebugError `invalid_argument` */
  readonly question: (resolvePath: ResolvePath) => WantedTrace;
  readonly limits: TraceLimits;
}
