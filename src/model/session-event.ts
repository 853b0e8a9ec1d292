import type { BreakpointRecord } from './breakpoints/breakpoint-record.ts';
import type { FrameId, ThreadId } from './ids.ts';
import type { OutputChunk } from './output-chunk.ts';
import type { SessionState } from './session-summary.ts';
import type { StackFrame } from './stack-frame.ts';
import type { LocalVariable, SourceExcerpt, WatchResult } from './stop-report.ts';

/** Identifies the session of an event. */
export interface SessionRef {
  /** Unique over servers and time. */
  readonly uuid: string;
  /** The session's name for callers and people; may be used again when it has been ended. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly createdMs: number;
}

/** An event in a session, reported in the order in which it happened. An event is a fact: an observer changes nothing by it. */
export type SessionEvent =
  | { readonly kind: 'created'; readonly language: string; readonly program: string; readonly cwd: string }
  /** The session has been ended and forgotten; nothing follows. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'state'; readonly state: SessionState }
  | {
      readonly kind: 'breakpoint';
      /** `changed`: the debuggee says something else of it than before. `hit`: it was passed, whether the program stopped or not. */
      readonly change: 'set' | 'changed' | 'hit' | 'removed';
      readonly breakpoint: BreakpointRecord;
    }
  | {
      readonly kind: 'variables';
      readonly variablesReference: number;
      readonly variables: readonly LocalVariable[];
      /** Absent for what is inside a value. */
      readonly scope?: { readonly frameId: FrameId; readonly name: string };
    }
  /** A stop's report was read. */
  | {
      readonly kind: 'stack';
      readonly threadId: ThreadId;
      readonly frames: readonly StackFrame[];
      readonly source?: SourceExcerpt;
    }
  | { readonly kind: 'watches'; readonly watches: readonly WatchResult[] }
  | { readonly kind: 'output'; readonly chunk: OutputChunk };

/** Receives session events. Must not throw and must not take long: the debugger waits for it. */
export type SessionObserver = (session: SessionRef, event: SessionEvent) => void;
