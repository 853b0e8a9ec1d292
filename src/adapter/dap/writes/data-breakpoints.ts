import type { DapBreakpointId, DapDataId, DapFrameId, DapThreadId } from '../../../dap/ids.ts';
import type { Dap } from '../../../dap/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { DataAccess, SeenWrite } from '../../../model/data-breakpoint.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { DataId, FrameId, ThreadId } from '../../../model/ids.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import type { DataBreakpoint, PlaceQuestion, WatchablePlace, WatchedPlace, WriteWatches } from '../../write-watches.ts';
import type { DapStop, DapTarget } from '../session/dap-target.ts';
import { accessLine } from './access-line.ts';
import { askedPlace, evaluatedIn } from './data-breakpoint-place.ts';
import { HomeFrame } from './home-frame.ts';

/** Finds the stop that a frame of ours belongs to. */
interface StoppedStacks {
  readonly stackOf: (frameId: FrameId) => Promise<StoppedStack>;
  readonly targetOf: (threadId: ThreadId) => DapTarget;
}

/** A frame with the others of its thread, innermost first. */
export interface StoppedStack {
  readonly target: DapTarget;
  readonly dapThreadId: DapThreadId;
  readonly dapFrameId: DapFrameId;
  readonly frames: readonly Dap.StackFrame[];
}

/** A place at a stop. @property hasLeft The call that it is in has returned. @property now Its value, where that can be read. */
interface Reading {
  readonly dataId: DataId;
  readonly place: Place | undefined;
  readonly hasLeft: boolean;
  readonly now: string | undefined;
}

interface Place {
  readonly target: DapTarget;
  readonly expression: string;
  readonly dapDataId: DapDataId;
  readonly isInFrame: boolean;
  readonly home: HomeFrame;
  /** The place's value as it was seen last; undefined if it could not be read. */
  value: string | undefined;
  /** The adapter's number for its breakpoint. */
  dapId: DapBreakpointId | undefined;
  access: DataAccess;
  isLogged: boolean;
  condition: string | undefined;
  changes: number;
  gone: string | undefined;
}

/** A stop's relation to watched places. `passed`: the stop is not wanted. */
export type DataStop =
  | { readonly kind: 'write'; readonly write: SeenWrite; readonly isLogged: boolean }
  | { readonly kind: 'passed' }
  | { readonly kind: 'none' };

const UNREADABLE = '<cannot be read from here>';
const SAME_VALUE = ' (on most processors, also at writes of the same value)';
const RETURNED = 'its call has returned';
/** As for other languages: a hot loop must come to its end. */
const MOST_LOGGED = 1_000;

/**
 * Watched places by the debug adapter's own data breakpoints, which are mostly those of the processor: few, and reported behind the access.
 *
 * @see DAP dataBreakpointInfo, setDataBreakpoints
 */
export class DataBreakpoints implements WriteWatches {
  readonly #stacks: StoppedStacks;
  readonly #places = new Map<string, Place>();
  /** The names of the breakpoints that are set, of each process. */
  readonly #set = new Map<DapTarget, readonly string[]>();
  #lastId = 0;

  constructor(stacks: StoppedStacks) {
    this.#stacks = stacks;
  }

  async dataBreakpointInfo(question: PlaceQuestion, options: CallOptions = {}): Promise<WatchablePlace> {
    const { expression, access } = question;
    const { target, dapThreadId, dapFrameId, frames } = await this.#stacks.stackOf(question.frameId);
    const found = await askedPlace(target, dapFrameId, question, options);
    if (found.kind === 'refused') return found;
    const value = (await evaluatedIn(target, dapFrameId, expression, options))?.result;
    const dataId = String(++this.#lastId);
    const { dapDataId, isInFrame } = found;
    const home = new HomeFrame(dapThreadId, frames, dapFrameId);
    const asked = { access, isLogged: false, condition: undefined, dapId: undefined, changes: 0, gone: undefined };
    this.#places.set(dataId, { target, expression, dapDataId, isInFrame, home, value, ...asked });
    const until = isInFrame ? ' until its call returns' : '';
    const note = access === 'read' ? `${SAME_VALUE}${until}` : until;
    return { kind: 'watchable', dataId, note: note === '' ? undefined : note };
  }

  async setDataBreakpoints(
    wanted: readonly DataBreakpoint[],
    options: CallOptions = {},
  ): Promise<readonly WatchedPlace[]> {
    const targets = new Set(this.#set.keys());
    for (const { dataId, condition, access, isLogged } of wanted) {
      const place = this.#places.get(dataId);
      if (!place) continue;
      assertCondition(place.target, condition);
      Object.assign(place, { condition, access, isLogged });
      targets.add(place.target);
    }
    const dataIds = wanted.map(({ dataId }) => dataId);
    for (const target of targets) {
      const own = dataIds.filter((dataId) => this.#places.get(dataId)?.target === target);
      await this.#setIn(target, own, options);
    }
    for (const dataId of this.#places.keys()) if (!dataIds.includes(dataId)) this.#places.delete(dataId);
    return dataIds.map((dataId) => stateOf(dataId, this.#places.get(dataId)));
  }

  /** Sets these of a process and no others. Where there are too many, those that were there before stay. */
  async #setIn(target: DapTarget, dataIds: readonly string[], options: CallOptions): Promise<void> {
    // One that has ended has nothing of it.
    if (target.connection.closed) {
      this.#set.delete(target);
      return;
    }
    const before = this.#set.get(target) ?? [];
    const live = dataIds.filter((dataId) => this.#places.get(dataId)?.gone === undefined);
    if (live.length === 0 && before.length === 0) return;
    const failed = await this.#send(target, live, options);
    const isPushedOut = before.some((dataId) => failed.has(dataId));
    const kept = live.filter((dataId) => (isPushedOut ? before.includes(dataId) : !failed.has(dataId)));
    if (isPushedOut) await this.#send(target, kept, options);
    for (const dataId of live) {
      const place = this.#places.get(dataId);
      if (place && !kept.includes(dataId))
        place.gone = isPushedOut ? `its debugger watches no more than ${kept.length} at a time` : failed.get(dataId);
    }
    this.#set.set(target, kept);
  }

  /** @returns why some are not there */
  async #send(
    { connection }: DapTarget,
    dataIds: readonly string[],
    options: CallOptions,
  ): Promise<ReadonlyMap<string, string>> {
    const places = dataIds.flatMap((dataId) => this.#places.get(dataId) ?? []);
    const breakpoints = places.map(({ dapDataId, access, condition }) => {
      const more = condition === undefined ? {} : { condition };
      return { dataId: dapDataId, accessType: access, ...more };
    });
    const answer = await connection.request('setDataBreakpoints', { breakpoints }, options);
    const failed = new Map<string, string>();
    for (const [index, dataId] of dataIds.entries()) {
      const state = answer.breakpoints[index];
      const place = places[index];
      if (place) place.dapId = state?.id;
      if (state?.verified !== true) failed.set(dataId, state?.message ?? 'its debugger has not set the watch');
    }
    return failed;
  }

  async watched(threadId: ThreadId): Promise<readonly WatchedPlace[]> {
    const target = this.#stacks.targetOf(threadId);
    return [...this.#places]
      .filter(([, place]) => place.target === target)
      .map(([dataId, place]) => stateOf(dataId, place));
  }

  /** True if a stop of a process may be at a watched place, or past the end of one. */
  concerns(target: DapTarget): boolean {
    return (this.#set.get(target)?.length ?? 0) > 0;
  }

  /** Judges a stop by the watched places of its process. */
  async at(target: DapTarget, stop: DapStop, options: CallOptions = {}): Promise<DataStop> {
    const dataIds = this.#set.get(target) ?? [];
    const frames = stop.frames.filter(({ presentationHint }) => presentationHint !== 'label');
    const threadId = stop.thread.dapId;
    const readings = await Promise.all(
      dataIds.map(async (dataId) => {
        const place = this.#places.get(dataId);
        const frame = place?.home.at(threadId, frames);
        const hasLeft = frame === 'left' && place?.isInFrame === true;
        const at = typeof frame === 'object' ? frame : place?.isInFrame === false ? frames[0] : undefined;
        const now = place && at && (await evaluatedIn(target, at.id, place.expression, options))?.result;
        return { dataId, place, hasLeft, now };
      }),
    );
    const isHit = isDataStop(stop.body);
    const hitIds = stop.body.reason === 'data breakpoint' ? (stop.body.hitBreakpointIds ?? []) : [];
    const hit = isHit ? hitOf(readings, hitIds) : undefined;
    const ended = readings.filter(({ hasLeft }) => hasLeft);
    for (const { place } of ended) if (place) place.gone = RETURNED;
    if (ended.length > 0) await this.#setIn(target, dataIds, options);
    const madeAt = hit && (await accessLine(target, frames[0], options));
    const seen = hit?.place && !hit.hasLeft ? this.#seen(hit.dataId, hit.place, hit.now, madeAt) : undefined;
    for (const { place, now } of readings) if (place && now !== undefined) place.value = now;
    if (seen) return seen;
    // Where nothing has changed, it was a write of the same value, or one of several reads.
    const isRead = readings.some(({ place, hasLeft }) => place?.access === 'read' && !hasLeft);
    return isHit && !(isRead && hit === undefined) ? { kind: 'passed' } : { kind: 'none' };
  }

  #seen(dataId: DataId, place: Place, now: string | undefined, madeAt: SourceLocation | undefined): DataStop {
    place.changes += 1;
    const { access, changes } = place;
    const after = now ?? UNREADABLE;
    const before = access === 'read' ? after : (place.value ?? UNREADABLE);
    const write = { dataId, before, after, changes, madeAt };
    if (place.isLogged && changes > MOST_LOGGED) return { kind: 'passed' };
    return { kind: 'write', write, isLogged: place.isLogged };
  }

  /** Leaves nothing in the processes. Those that do not answer have ended. */
  async end(options: CallOptions = {}): Promise<void> {
    const targets = [...this.#set.keys()];
    await Promise.allSettled(targets.map((target) => this.#setIn(target, [], options)));
    this.#places.clear();
    this.#set.clear();
  }
}

/**
 * Finds the place of a stop: as the adapter says, else as the values do. Many processors report writes where reads are asked for.
 */
function hitOf(readings: readonly Reading[], hitIds: readonly number[]): Reading | undefined {
  const named = readings.find(({ place }) => place?.dapId !== undefined && hitIds.includes(place.dapId));
  const changed = readings.filter(({ place, now }) => now !== undefined && now !== place?.value);
  const written = changed.find(({ place }) => place?.access === 'write');
  const reads = readings.filter((each) => each.place?.access === 'read' && !changed.includes(each));
  const only = readings.length === 1 && changed.length === 0 ? readings[0] : undefined;
  return named ?? written ?? (changed.length === 0 && reads.length === 1 ? reads[0] : only);
}

function stateOf(dataId: DataId, place: Place | undefined): WatchedPlace {
  const gone = place ? place.gone : 'its process has ended';
  return { dataId, ...(gone === undefined ? {} : { gone }) };
}

/** Up to version 19, lldb-dap calls it a breakpoint. */
function isDataStop({ reason, description = '' }: DapStop['body']): boolean {
  return reason === 'data breakpoint' || (reason === 'breakpoint' && /^watchpoint\b/i.test(description));
}

function assertCondition({ connection }: DapTarget, condition: string | undefined): void {
  if (condition === undefined) return;
  const refuse = (why: string) => {
    throw new DebugError('invalid_argument', `The condition cannot be used: ${why}.`, {
      advice: 'Leave it out, or write it in the language, over variables of the code that writes.',
      details: { argument: 'condition' },
    });
  };
  if (/\b(?:old|new|value)\b/.test(condition))
    refuse('the debugger of this language evaluates it, and knows neither old nor new');
  if (connection.capabilities.supportsConditionalBreakpoints !== true)
    refuse('the debugger of this language knows no conditions');
}
