import type { EventEmitter } from 'node:events';
import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { ScriptId } from '../../../cdp/ids.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { FollowedEdits } from '../breakpoints/breakpoint-host.ts';
import { CdpBreakpoints } from '../breakpoints/cdp-breakpoints.ts';
import { ConditionCounts } from '../breakpoints/conditions/condition-counts.ts';
import { EntryBreakpoints } from '../breakpoints/entries/entry-breakpoints.ts';
import { FunctionBreakpoints } from '../breakpoints/function-breakpoints.ts';
import { LineBreakpoints } from '../breakpoints/line-breakpoints.ts';
import { Placements } from '../breakpoints/placements.ts';
import { LogBreakpoints } from '../breakpoints/recorded/log-breakpoints.ts';
import { MetPasses } from '../breakpoints/recorded/met-passes.ts';
import type { ThreadBreakpoint } from '../breakpoints/thread-breakpoint.ts';
import { ThreadBreakpoints } from '../breakpoints/thread-breakpoints.ts';
import { UncaughtExceptions } from '../exceptions/uncaught-exceptions.ts';
import type { ThreadEvents } from '../pauses/thread-events.ts';
import type { OwnRealms } from '../realms/own-realm.ts';
import type { ProgramFiles } from '../scripts/program-files.ts';
import type { ProgramTexts } from '../scripts/program-texts.ts';
import type { ScriptNaming, ScriptTable } from '../scripts/script-table.ts';
import type { ExactPosition } from '../source/source-lines.ts';
import type { Summariser } from '../summary/summariser.ts';
import type { ThreadWrites } from '../writes/thread-writes.ts';
import type { ThreadIdentity } from './thread-identity.ts';
import type { ThreadState } from './thread-state.ts';

/** The members of a thread that its breakpoints use. */
export interface StoppableThread {
  readonly session: CdpSession;
  readonly events: EventEmitter<ThreadEvents>;
  readonly scripts: ScriptTable;
  readonly texts: ProgramTexts;
  readonly realms: OwnRealms;
  readonly summariser: Summariser;
  readonly writes: ThreadWrites;
  readonly state: ThreadState;
  readonly program: ProgramFiles;
  readonly naming: ScriptNaming;
  readonly countWritten: ThreadIdentity['countWritten'];
  readonly edits: FollowedEdits;
  readonly isWorker: boolean;
}

/**
 * All that one thread is to be stopped at, or to record as it passes: lines, functions, exceptions and entries of scripts. They
 * share the numbers and the bindings by which their conditions report.
 */
export class ThreadStops {
  readonly entries: EntryBreakpoints;
  readonly exceptions: UncaughtExceptions;
  readonly logs: LogBreakpoints;
  readonly met: MetPasses;
  readonly lines: LineBreakpoints;
  readonly functions: FunctionBreakpoints;
  readonly #writes: ThreadWrites;

  constructor(thread: StoppableThread) {
    const { session, events, scripts, summariser } = thread;
    this.#writes = thread.writes;
    this.entries = new EntryBreakpoints(session, thread.naming);
    this.exceptions = new UncaughtExceptions(session, scripts, summariser, this.entries.program);
    const { entries, exceptions } = this;
    const counts = new ConditionCounts(thread, scripts, events);
    const cdpBreakpoints = new CdpBreakpoints<ThreadBreakpoint>(session);
    const bound = new ThreadBreakpoints(scripts, cdpBreakpoints, events);
    const placements = new Placements({ ...thread, counts }, cdpBreakpoints, bound);
    this.logs = new LogBreakpoints(thread, bound, placements);
    const { logs } = this;
    this.met = new MetPasses({ session, isWorker: thread.isWorker, logs, counts, exceptions });
    this.lines = new LineBreakpoints({ ...thread, entries }, { cdpBreakpoints, bound, placements, counts, logs });
    this.functions = new FunctionBreakpoints({ session, scripts, events, entries, counts, logs });
  }

  /** A script has another text: places in it have moved, and V8 has lost its breakpoints there. */
  async renew(scriptId: ScriptId, move: (place: ExactPosition) => ExactPosition, options?: CallOptions): Promise<void> {
    this.lines.move(scriptId, move);
    await Promise.all([this.lines.rearm(scriptId, options), this.functions.rearm(scriptId)]);
    await this.#writes.variables.rearm(scriptId, options);
  }
}
