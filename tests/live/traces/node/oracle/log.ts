import type { TracedValue } from '../../../../../src/model/trace/trace-record.ts';

/** A variable as it was, with one level of what it holds. */
export interface SeenVariable extends TracedValue {
  readonly parts: readonly (readonly [string, TracedValue])[];
}

/** In the order of a place's variables; null for one that could not be read. */
export type Snapshot = readonly (SeenVariable | null)[];

/** An entry of watcher.cjs: first the event, then the number of the call and that of the place. */
export type LogEntry =
  | readonly ['enter', number, number, readonly TracedValue[], Snapshot]
  | readonly ['line' | 'look' | 'pass' | 'testFailed', number, number, Snapshot]
  | readonly ['loopEnd' | 'switch' | 'case', number, number]
  | readonly ['branch', number, number, boolean]
  | readonly ['call', number, number, readonly (readonly TracedValue[])[]]
  | readonly ['result' | 'wait' | 'resume' | 'caught', number, number, TracedValue]
  | readonly ['return', number, number, TracedValue, Snapshot]
  | readonly ['threw', number, TracedValue]
  | readonly ['left', number]
  | readonly ['hit', number, boolean | 'failed', readonly { readonly value?: TracedValue; readonly thrown?: string }[]];

/** Everything that one process or worker logged. */
export interface ProcessLog {
  readonly argv: readonly string[];
  readonly log: readonly LogEntry[];
}
