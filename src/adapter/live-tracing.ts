import type { CallOptions } from '../model/call-options.ts';
import type { TraceRecord } from '../model/trace/trace-record.ts';
import type { TraceRequest } from '../model/trace/trace-request.ts';
import type { Variable } from '../model/variable.ts';

/** The parts of a running debuggee to record. */
export interface LiveTraceRequest extends Omit<TraceRequest, 'directory'> {
  /** Absolute; the same as JSON, with the folder that tracers in the debuggee write their records into. */
  readonly requestFile: string;
}

/** A debugger that can record what a debuggee does without stopping it, from now on until it is told to end. */
export interface LiveTracing {
  /**
   * Begins to record. Nothing is recorded before it resolves. What of the debuggee cannot be recorded is said by a note among the records.
   *
   * @throws DebugError `unsupported` with what can be asked instead, where nothing of it can; `connection_closed`
   */
  begin(request: LiveTraceRequest, options?: CallOptions): Promise<void>;
  /**
   * Ends the recording, and takes all away that it needed. Of a debuggee that has ended, what it had recorded counts.
   *
   * @returns what is in no file, of each thread
   */
  end(options?: CallOptions): Promise<readonly ThreadRecords[]>;
}

/** Says why there is nothing of a thread or a process. @param reason A clause, without its full stop. */
export function notRecorded(names: readonly string[], reason: string): TraceRecord {
  return { kind: 'note', isGap: true, text: `Nothing of ${names.join(', ')} was recorded: ${reason}.` };
}

/** The reason for recording nothing of a process that takes no message for now. */
export const IN_A_CALL = 'it is in a call that does not return before another process goes on';

/** The records that a thread's recording returns, in the form of the tracers. */
export interface ThreadRecords {
  readonly records: readonly TraceRecord[];
  /** Calls that were followed statement by statement, whose events are not worked out yet. */
  readonly lives?: readonly RecordedLife[];
}

/** A call, with what its variables held where its statements began. */
export interface RecordedLife {
  readonly call: Omit<Extract<TraceRecord, { kind: 'call' }>, 'events'>;
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly steps: readonly LifeStep[];
  /** Later statements were not looked at. */
  readonly isCut: boolean;
}

/** A place that a call came by. 1-based. */
export interface LifeStep {
  readonly line: number;
  readonly column: number;
  readonly variables: readonly Variable[];
  /** The function is about to return. */
  readonly isReturn: boolean;
}
