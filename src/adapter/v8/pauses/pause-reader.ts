import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { ThreadRecords } from '../../live-tracing.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/** Reads the pauses of a thread that breakpoints of its own cause, and those of exceptions, before it is decided about them. */
export interface PauseReader {
  /** Exceptions are wanted, whatever the user wants to be stopped at. */
  readonly seesExceptions: boolean;
  wants(params: Paused): boolean;
  /** Never rejects. */
  read(params: Paused): Promise<void>;
}

/** Gives a function its new text at a pause where a call of it begins, before it is decided about the pause. */
export interface EntryPatcher {
  wants(params: Paused): boolean;
  /** Never rejects. @returns the pause as it is then: another one where the call was restarted */
  patch(params: Paused): Promise<Paused>;
}

/** A recording of what one thread does. */
export interface ThreadRecording extends PauseReader {
  /** Sets the breakpoints that the reader needs. */
  begin(options: CallOptions): Promise<void>;
  /** Takes all away. */
  end(options: CallOptions): Promise<void>;
  recorded(): ThreadRecords;
}
