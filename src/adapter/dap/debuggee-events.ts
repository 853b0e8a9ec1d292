import type { EventEmitter } from 'node:events';
import type { SeenWrite } from '../../model/data-breakpoint.ts';
import type { AdapterEvents } from '../debug-adapter.ts';
import type { DapInspection } from './inspection/dap-inspection.ts';
import type { AdapterQuirks } from './recipe/adapter-quirks.ts';
import type { DapStop, DapTarget } from './session/dap-target.ts';
import type { TreeBreakpoints } from './session/tree-breakpoints.ts';
import type { FollowedCalls } from './stops/followed-calls.ts';
import { TargetStops } from './stops/target-stops.ts';
import type { DapWatches } from './writes/dap-watches.ts';

/** The receiver of what is reported, beside the listeners of the adapter. */
interface Reporting {
  readonly quirks: AdapterQuirks;
  readonly inspection: DapInspection;
  readonly breakpoints: TreeBreakpoints;
  readonly watches: DapWatches;
  readonly followedCalls: FollowedCalls;
}

/** Turns the reports of a debuggee's sessions into the events of its adapter. */
export class DebuggeeEvents {
  readonly #events: EventEmitter<AdapterEvents>;
  readonly #reporting: Reporting;
  readonly stops: TargetStops;
  #nextTarget = 1;

  constructor(events: EventEmitter<AdapterEvents>, reporting: Reporting) {
    this.#events = events;
    this.#reporting = reporting;
    this.stops = new TargetStops({ ...reporting, report: (stop) => events.emit('stopped', stop) });
  }

  /** Reports a write that does not stop the program. */
  record(target: DapTarget, stop: DapStop, write: SeenWrite): void {
    const { location, functionName } = this.#reporting.inspection.stoppedInfo(target, stop, write);
    this.#events.emit('written', { ...write, location: write.madeAt ?? location, functionName });
  }

  /** Forwards the events of one more session. */
  forward(target: DapTarget): void {
    const events = this.#events;
    const { inspection, breakpoints, watches, followedCalls } = this.#reporting;
    target.events.on('stopping', () => inspection.prefetch(target));
    target.events.on('stopped', (stop) => this.stops.onStopped(target, stop));
    target.events.on('continued', ({ publicId }) => {
      inspection.forget(target);
      events.emit('continued', { threadId: publicId });
    });
    target.events.on('thread', ({ publicId }, reason) => events.emit('thread', { threadId: publicId, reason }));
    target.events.on('output', (chunk) => events.emit('output', chunk));
    target.events.on('breakpoint', (id, state) => breakpoints.learn(target, id, state));
    target.events.on('breakpointHit', (id) => events.emit('breakpointHit', { id }));
    const source = `target ${this.#nextTarget++}`;
    target.events.on('counted', (id, tally) => events.emit('conditionTally', { id, source, tally }));
    target.events.on('cutShort', (ids) => events.emit('countsCutShort', { ids }));
    target.events.on('unseen', (what) =>
      events.emit('unseen', { what: `${target.name === '' ? 'The program' : target.name} ${what}` }),
    );
    target.events.on('collected', (hit) => events.emit('collected', hit));
    target.events.on('written', (place, text) => {
      const recorded = watches.report(target, place, text);
      if (recorded) events.emit('written', recorded);
    });
    target.events.on('callEnded', (call, text) => followedCalls.report(call, text));
    target.events.on('ended', () => {
      inspection.forget(target);
      inspection.sources.forget(target);
      for (const { publicId } of target.threads.list()) {
        events.emit('thread', { threadId: publicId, reason: 'exited' });
      }
    });
  }
}
