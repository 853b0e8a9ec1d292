import type { SeenWrite } from '../../../model/data-breakpoint.ts';
import type { StoppedInfo } from '../../../model/stop-outcome.ts';
import type { DapInspection } from '../inspection/dap-inspection.ts';
import type { AdapterQuirks } from '../recipe/adapter-quirks.ts';
import { FrameRestarts } from '../restart/frame-restarts.ts';
import type { DapStop, DapTarget } from '../session/dap-target.ts';
import type { DapWatches } from '../writes/dap-watches.ts';
import { FunctionEntries } from './function-entries.ts';
import { Unwinding } from './unwinding.ts';

interface StopJudging {
  readonly quirks: AdapterQuirks;
  readonly inspection: DapInspection;
  readonly watches: DapWatches;
  readonly report: (stop: StoppedInfo) => void;
}

/** Reports or passes over each stop that a session sends. */
export class TargetStops {
  /** The frame restarts, which take their stops from here and report them here. */
  readonly restarts: FrameRestarts;
  readonly #judging: StopJudging;
  readonly #unwinding = new Unwinding();
  readonly #entries = new FunctionEntries();

  constructor(judging: StopJudging) {
    this.#judging = judging;
    const { restarts } = judging.quirks.threads ?? {};
    this.restarts = new FrameRestarts(restarts, (target, info) => this.#report(target, info));
  }

  /** To be called for each stop. */
  onStopped(target: DapTarget, stop: DapStop): void {
    const { inspection, watches } = this.#judging;
    inspection.forget(target);
    inspection.calls.stopped(target, stop);
    watches.arrive(target, stop);
  }

  /** Decides about a stop whose relation to watched places is known. */
  judge(target: DapTarget, stop: DapStop, write: SeenWrite | undefined): void {
    const { inspection, quirks, report } = this.#judging;
    const info = inspection.stoppedInfo(target, stop, write);
    if (this.restarts.takes(stop, info)) return;
    if (this.#isPassedOver(target, stop, info)) {
      target.resume('continue', stop.thread).catch(() => {});
      return;
    }
    if (info.reason === 'function breakpoint' && quirks.functions?.stopsAtHead === true) {
      this.#entries.enter(target, stop, info.hitBreakpointIds).catch(() => report(info));
      return;
    }
    if (this.#entries.isInside(target, info)) {
      const confirmed = this.#entries.inside(target, stop, info).catch(() => info);
      void confirmed.then((each) => this.#report(target, each));
      return;
    }
    this.#report(target, this.#entries.arrived(target, stop, info));
  }

  /** True if a stop is at an exception that is the program's regular end, or that was reported where it was raised. */
  #isPassedOver(target: DapTarget, stop: DapStop, { exception }: StoppedInfo): boolean {
    const { exceptions } = this.#judging.quirks;
    if (exception?.uncaught && exceptions.endsProgram?.(exception.name)) return true;
    const isOnItsWay = exceptions.stopsWhileUnwinding === true && this.#unwinding.isOnItsWay(target, stop);
    // A step out of the frame that raised it ends here.
    return isOnItsWay && target.resumedBy === 'continue';
  }

  #report(target: DapTarget, arrived: StoppedInfo): void {
    target.breakpoints.functions.learnPlace(arrived.hitBreakpointIds, arrived.location);
    // Whether or not the debuggee has reported it: what stops there is loaded.
    target.breakpoints.fileLoaded(arrived.location.path);
    this.#judging.report(arrived);
  }
}
