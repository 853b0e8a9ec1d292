import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { TracedCaller, TracedChange, TracedEnd, TracedValue } from '../../../model/trace/trace-record.ts';
import { throwSiteAt } from '../source/throws/catch-sites.ts';
import type { OwnFunction, OwnFunctions } from './own-functions.ts';

type CallFrame = CdpEventParams<'Debugger.paused'>['callFrames'][number];

/** An exception whose value was not seen. */
const UNSEEN_ERROR = { text: 'an exception that the debugger has not seen', type: 'unknown' } as const;

/** A call of a function of own code that was seen to begin. */
export interface OpenCall {
  readonly called: OwnFunction;
  readonly parent: OpenCall | undefined;
  readonly caller: TracedCaller | undefined;
  /** The place of the call's parent, if the parent is its caller. */
  readonly calledAt: CallFrame['location'] | undefined;
  /** True if the call's parent awaits it there, as the line is written. */
  readonly isAwaited: boolean;
  readonly atMs: number;
  arguments: readonly TracedChange[];
  /** The number of frames below the call's own, and that one. */
  depth: number;
  /** The written line that it was seen at last. */
  line: number;
  durationMs: number;
  end: TracedEnd | undefined;
  /** An exception that came by, on its way to code that may catch it. */
  passing: TracedValue | undefined;
  /** The value that the call was about to return when it was last seen, with nothing to see the return. */
  leaving: TracedValue | undefined;
}

/** The facts about a pause beside its frames. */
export interface CallsHost {
  readonly nowMs: () => number;
  /** The written line that a frame stands at. */
  readonly lineOf: (frame: CallFrame) => number;
  /** The values of the parameters of a frame's function. */
  readonly argumentsOf: (frame: CallFrame, called: OwnFunction) => Promise<readonly TracedChange[]>;
}

/**
 * The calls that run in a thread, as its pauses show them: which frames are there says which calls are over. A function that returns is
 * seen to; one that is gone without has thrown, or waits.
 */
export class OpenCalls {
  readonly #functions: OwnFunctions;
  readonly #host: CallsHost;
  /** Outermost first. */
  #running: OpenCall[] = [];
  #waiting: OpenCall[] = [];

  constructor(functions: OwnFunctions, host: CallsHost) {
    this.#functions = functions;
    this.#host = host;
  }

  /** The calls that are not over. */
  get open(): readonly OpenCall[] {
    return [...this.#running, ...this.#waiting];
  }

  /** Records the frames of a pause. To be called at each, first of all. */
  async see(frames: readonly CallFrame[]): Promise<void> {
    const gone = this.#running.filter((call) => this.#frameOf(call, frames) === undefined);
    this.#running = this.#running.filter((call) => !gone.includes(call));
    for (const call of gone) this.#leave(call);
    for (const [index, frame] of frames.entries()) {
      const depth = frames.length - index;
      const running = this.#running.find((call) => call.depth === depth) ?? (await this.#wentOn(frame, depth));
      if (running) running.line = this.#host.lineOf(frame);
    }
  }

  /** The call of the innermost frame is a new one: another one was there before. */
  leaveCurrent(frames: readonly CallFrame[]): void {
    const call = this.current(frames);
    if (!call) return;
    this.#running = this.#running.filter((each) => each !== call);
    this.#leave(call);
  }

  /** The call that the innermost frame is of, if it is known. */
  current(frames: readonly CallFrame[]): OpenCall | undefined {
    return this.#running.find(({ depth }) => depth === frames.length);
  }

  /** The innermost of the known calls that the innermost frame was called from. */
  parentOf(frames: readonly CallFrame[]): OpenCall | undefined {
    return this.#running.findLast(({ depth }) => depth < frames.length);
  }

  begin(call: OpenCall): void {
    this.#running.push(call);
  }

  returned(call: OpenCall, value: TracedValue): void {
    this.#over(call, { kind: 'returned', value });
  }

  /** Follows an exception through the frames that do not catch it, as far as their code says so. */
  thrown(frames: readonly CallFrame[], error: TracedValue): void {
    for (const frame of frames) {
      const called = this.#functions.of(frame);
      const depth = frames.length - frames.indexOf(frame);
      const call = this.#running.find((each) => each.depth === depth);
      if (!called) {
        // Code of others may catch it, or not.
        for (const each of this.#running.filter((other) => other.depth < depth)) each.passing = error;
        return;
      }
      if (call) call.leaving = undefined;
      if (isCaught(called, frame.location)) return;
      if (call) this.#over(call, { kind: 'threw', error });
      // Who awaits it gets it later.
      if (called.isPausing) return;
    }
  }

  /** Ends calls that are not over, at their last place; a call awaited by a call that has ended since is over, too. */
  finish(): void {
    for (const call of this.#running) this.#over(call, { kind: 'running', line: call.line });
    for (const call of this.#waiting) {
      const isOver = call.isAwaited && (call.parent?.end?.kind === 'returned' || call.parent?.end?.kind === 'threw');
      const error = call.passing ?? UNSEEN_ERROR;
      this.#over(call, isOver ? { kind: 'threw', error } : { kind: 'suspended', line: call.line });
      if (isOver && call.parent) call.durationMs = call.parent.atMs + call.parent.durationMs - call.atMs;
    }
  }

  /** A call that was awaited has thrown. */
  awaitedThrew({ called, parent, calledAt, isAwaited, end }: OpenCall): void {
    if (!parent || !calledAt || end?.kind !== 'threw' || !this.#waiting.includes(parent)) return;
    const name = called.name.split('.').at(-1) ?? called.name;
    const { text } = parent.called.script;
    const site = throwSiteAt(text, calledAt.lineNumber + 1, calledAt.columnNumber ?? 0, name);
    // By another way: all of several promises, for one.
    const isPassedOn = isAwaited && !isCaught(parent.called, calledAt);
    if ((!site || site.caught) && !isPassedOn) {
      parent.passing = end.error;
      return;
    }
    this.#over(parent, end);
    this.awaitedThrew(parent);
  }

  #frameOf({ depth, called }: OpenCall, frames: readonly CallFrame[]): CallFrame | undefined {
    const frame = frames[frames.length - depth];
    return frame && this.#functions.of(frame) === called ? frame : undefined;
  }

  /** The call of a frame that has waited, if there is one: of several, one that was given the same. */
  async #wentOn(frame: CallFrame, depth: number): Promise<OpenCall | undefined> {
    const called = this.#functions.of(frame);
    const waiting = called?.isPausing ? this.#waiting.filter((call) => call.called === called) : [];
    const [first] = waiting;
    if (!called || !first) return undefined;
    const given = waiting.length > 1 ? textOf(await this.#host.argumentsOf(frame, called)) : undefined;
    const call = given === undefined ? first : waiting.find((each) => textOf(each.arguments) === given);
    if (!call) return undefined;
    this.#waiting = this.#waiting.filter((each) => each !== call);
    call.depth = depth;
    this.#running.push(call);
    this.#running.sort((a, b) => a.depth - b.depth);
    return call;
  }

  #leave(call: OpenCall): void {
    if (call.leaving && !call.passing) this.#over(call, { kind: 'returned', value: call.leaving });
    else if (call.called.isPausing) this.#waiting.push(call);
    else this.#over(call, { kind: 'threw', error: call.passing ?? UNSEEN_ERROR });
  }

  #over(call: OpenCall, end: TracedEnd): void {
    call.durationMs = this.#host.nowMs() - call.atMs;
    call.end = end;
    this.#running = this.#running.filter((each) => each !== call);
    this.#waiting = this.#waiting.filter((each) => each !== call);
  }
}

function isCaught({ script }: OwnFunction, { lineNumber, columnNumber = 0 }: CallFrame['location']): boolean {
  return throwSiteAt(script.text, lineNumber + 1, columnNumber)?.caught ?? true;
}

function textOf(given: readonly TracedChange[]): string {
  return JSON.stringify(given.map(({ name, after }) => [name, after?.text]));
}
