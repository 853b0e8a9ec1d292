import type { EventEmitter } from 'node:events';
import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { BreakpointState } from '../../../model/breakpoints/breakpoint.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { FollowedEdits } from '../breakpoints/breakpoint-host.ts';
import { ConditionCounts } from '../breakpoints/conditions/condition-counts.ts';
import { EntryBreakpoints } from '../breakpoints/entries/entry-breakpoints.ts';
import { FIRST_CHARACTER } from '../breakpoints/entries/trap.ts';
import { FunctionBreakpoints } from '../breakpoints/function-breakpoints.ts';
import { LineBreakpoints } from '../breakpoints/line-breakpoints.ts';
import { LogBreakpoints } from '../breakpoints/recorded/log-breakpoints.ts';
import { MetPasses } from '../breakpoints/recorded/met-passes.ts';
import { UncaughtExceptions } from '../exceptions/uncaught-exceptions.ts';
import type { ThreadEvents } from '../pauses/thread-events.ts';
import type { ProgramFiles } from '../scripts/program-files.ts';
import type { ProgramTexts } from '../scripts/program-texts.ts';
import type { ScriptNaming, ScriptTable } from '../scripts/script-table.ts';
import type { ExactPosition } from '../source/source-lines.ts';
import type { Summariser } from '../summary/summariser.ts';
import type { ThreadWrites } from '../writes/thread-writes.ts';
import type { ThreadIdentity } from './thread-identity.ts';
import type { ThreadState } from './thread-state.ts';

/** The members of a thread that its breakpoints use. */
export interface ThreadWithBreakpoints {
  readonly session: CdpSession;
  readonly events: EventEmitter<ThreadEvents>;
  readonly scripts: ScriptTable;
  readonly texts: ProgramTexts;
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
export class ThreadBreakpoints {
  readonly entries: EntryBreakpoints;
  readonly exceptions: UncaughtExceptions;
  readonly logs: LogBreakpoints;
  readonly met: MetPasses;
  readonly lines: LineBreakpoints;
  readonly functions: FunctionBreakpoints;
  readonly #writes: ThreadWrites;

  constructor(thread: ThreadWithBreakpoints) {
    const { session, events, scripts, summariser, program } = thread;
    this.#writes = thread.writes;
    this.entries = new EntryBreakpoints(session, thread.naming, () => this.exceptions.beforeResume('continue'));
    this.exceptions = new UncaughtExceptions(session, scripts, summariser, this.entries.program);
    this.logs = new LogBreakpoints(thread, events, {
      counts: (id) => this.lines.bound.counts(id),
      settled: (id) => (this.lines.bound.isPlaced(id) ? this.lines.settled : this.#placed()),
    });
    const counts = new ConditionCounts(session, scripts, {
      idOf: (number) => this.lines.bound.idOf(number) ?? this.functions.idOf(number),
      sourceOf: (number) => this.lines.bound.sourceOf(number),
      placeOf: (number) => this.lines.bound.placeOf(number),
      report: (counted) => events.emit('counted', counted),
    });
    this.met = new MetPasses({
      session,
      logs: this.logs,
      isWanted: () => this.exceptions.areStopping && !thread.isWorker,
    });
    const shared = {
      report: (id: number, each: BreakpointState) => void events.emit('breakpoint', id, each),
      prepareCounts: (options?: CallOptions, contextId?: number) => {
        const installed = counts.install(options, contextId);
        if (contextId === undefined) this.met.install();
        return installed;
      },
      prepareLog: (options?: CallOptions, contextId?: number) => this.logs.install(options, contextId),
    };
    this.lines = new LineBreakpoints({
      ...shared,
      session,
      scripts,
      texts: thread.texts,
      entries: this.entries,
      edits: thread.edits,
      isTransformed: (path) => program.isTransformed(path),
      generatedFrom: (path) => program.generatedFrom(path),
      outputFoldersOf: (path) => program.outputFoldersOf(path),
      beginCount: (number) => counts.begin(number),
    });
    this.functions = new FunctionBreakpoints(session, scripts, {
      ...shared,
      stopWhereItBegins: (path, options) => this.entries.bind(path, FIRST_CHARACTER, options),
    });
  }

  /** V8 has said where a breakpoint stands before it is passed; what was said is read in the order of the messages. */
  async #placed(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    await this.lines.settled;
  }

  /** A script has another text: places in it have moved, and V8 has lost its breakpoints there. */
  async renew(scriptId: string, move: (place: ExactPosition) => ExactPosition, options?: CallOptions): Promise<void> {
    this.lines.move(scriptId, move);
    await Promise.all([this.lines.rearm(scriptId, options), this.functions.rearm(scriptId)]);
    await this.#writes.variables.rearm(scriptId, options);
  }
}
