import type { DebugAdapter } from '../../adapter/debug-adapter.ts';
import type { OutputChunk } from '../../model/output-chunk.ts';
import type { SessionBreakpoints } from '../breakpoints/session-breakpoints.ts';
import type { CollectedHits } from '../collected-hits.ts';
import type { OutputBuffer } from '../output/output-buffer.ts';
import type { ProcessRestarts } from '../process-restarts.ts';
import type { SessionInspection } from '../session-inspection.ts';
import type { SessionLife } from '../session-life.ts';
import type { NotifyEvent } from '../session-notifier.ts';
import type { SessionProcesses } from '../session-processes.ts';
import type { SeenFailure } from '../stops/seen-failure.ts';
import type { ArrivedStops } from './arrived-stops.ts';

/** The parts of a session that receive its debuggee's events. */
interface Hearing {
  readonly life: SessionLife;
  readonly stops: ArrivedStops;
  readonly output: OutputBuffer;
  readonly breakpoints: SessionBreakpoints;
  readonly failure: SeenFailure;
  readonly inspection: SessionInspection;
  readonly collected: CollectedHits;
  readonly restarts: ProcessRestarts;
  readonly processes: SessionProcesses;
  readonly notify: NotifyEvent;
}

/** Takes each event of a debuggee to the parts of the session that it concerns. */
export function hearDebuggee(adapter: DebugAdapter, session: Hearing): void {
  const { events } = adapter;
  const { life, stops, breakpoints, restarts } = session;
  events.on('stopped', (stop) => stops.onStopped(stop));
  events.on('continued', ({ threadId }) => stops.onContinued(threadId));
  const hear = (chunk: OutputChunk) => {
    session.output.add(chunk);
    session.notify({ kind: 'output', chunk });
  };
  events.on('output', hear);
  events.on('written', (write) => session.inspection.writes.record(write));
  events.on('collected', (hit) => session.collected.add(hit));
  events.on('breakpoint', ({ id, state }) => breakpoints.learn(id, state));
  events.on('breakpointFollowed', (line) => breakpoints.follow(line));
  events.on('breakpointHit', ({ id }) => breakpoints.countHit(id));
  events.on('conditionTally', (reported) => breakpoints.tally(reported));
  events.on('countsCutShort', ({ ids }) => breakpoints.cutShort(ids));
  events.on('unseen', ({ what }) => {
    hear({ category: 'log', isNote: true, text: `${what}.\n` });
    breakpoints.loseSight(what);
    session.processes.unseen ??= what;
    session.inspection.writes.loseSight(what);
  });
  events.on('unstopped', (exception) => session.failure.noteUnstopped(exception));
  events.on('thread', ({ threadId, reason }) => {
    if (reason === 'exited') {
      restarts.exited(threadId);
      stops.onThreadExited(threadId);
    } else for (const thread of adapter.threads()) if (thread.id === threadId) restarts.started(thread);
    session.processes.see(adapter.threads());
  });
  events.on('unadopted', (process) => session.processes.seeLanguage(process));
  events.on('unfollowed', () => life.giveNotice());
  events.on('exited', (exit) => life.enter({ kind: 'exited', ...exit }));
  events.on('lost', ({ cause }) => life.enter({ kind: 'lost', cause }));
}
