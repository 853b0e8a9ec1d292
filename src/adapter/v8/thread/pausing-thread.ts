import type { EventEmitter } from 'node:events';
import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { EntryBreakpoints } from '../breakpoints/entries/entry-breakpoints.ts';
import type { FunctionBreakpoints } from '../breakpoints/function-breakpoints.ts';
import type { LineBreakpoints } from '../breakpoints/line-breakpoints.ts';
import type { LogBreakpoints } from '../breakpoints/recorded/log-breakpoints.ts';
import type { MetPasses } from '../breakpoints/recorded/met-passes.ts';
import type { UncaughtExceptions } from '../exceptions/uncaught-exceptions.ts';
import type { OwnCodeSteps } from '../pauses/own-code-steps.ts';
import type { StepOut } from '../pauses/step-out.ts';
import type { ThreadEvents } from '../pauses/thread-events.ts';
import type { ReturnGuard } from '../returns/return-guard.ts';
import type { ScriptTable } from '../scripts/script-table.ts';
import type { ThreadWrites } from '../writes/thread-writes.ts';
import type { PauseReaders } from './pause-readers.ts';
import type { ThreadState } from './thread-state.ts';

/** The parts of a thread that decide about its pauses. */
export interface PausingThread {
  readonly session: CdpSession;
  readonly isWorker: boolean;
  readonly events: EventEmitter<ThreadEvents>;
  readonly scripts: ScriptTable;
  readonly state: ThreadState;
  readonly breakpoints: LineBreakpoints;
  readonly functionBreakpoints: FunctionBreakpoints;
  readonly logs: LogBreakpoints;
  readonly met: MetPasses;
  readonly entries: EntryBreakpoints;
  readonly exceptions: UncaughtExceptions;
  readonly stepOut: StepOut;
  readonly ownCode: OwnCodeSteps;
  readonly returnGuard: ReturnGuard;
  readonly writes: ThreadWrites;
  readonly readers: PauseReaders;
}
