import { basename } from 'node:path';
import type { DebugAdapter } from '../../adapter/debug-adapter.ts';
import type { FollowedLine } from '../../adapter/followed-lines.ts';
import type { BreakpointState } from '../../model/breakpoints/breakpoint.ts';
import type { BreakpointRecord } from '../../model/breakpoints/breakpoint-record.ts';
import type { ReportedTally } from '../../model/breakpoints/condition-tally.ts';
import type { CallOptions } from '../../model/call-options.ts';
import { DebugError, messageOf } from '../../model/debug-error.ts';
import type { BreakpointId } from '../../model/ids.ts';
import { editedAtBreakpoint } from '../edited-files.ts';
import type { NotifyEvent } from '../session-notifier.ts';
import { lineOfStatement } from '../statement-address.ts';
import { BreakpointBook, type BreakpointRequest } from './breakpoint-book.ts';

/** The state of one that is set when the program has ended, or runs on out of reach. */
const OUT_OF_REACH: BreakpointState = {
  kind: 'pending',
  reason: 'the program cannot be reached any more: it is set at the next start',
};

/** The members of a session that its parts use. */
export interface SessionHost {
  /** The debuggee of now; another one after a restart. */
  adapter(): DebugAdapter;
  readonly ended: boolean;
  /** Runs a command of the session after those before it. @throws DebugError `cancelled` while it waits for its turn */
  exclusive<T>(task: () => Promise<T>, options: CallOptions): Promise<T>;
  readonly notify: NotifyEvent;
}

/** The breakpoints of a session, kept in step with its debuggee. */
export class SessionBreakpoints {
  readonly #host: SessionHost;
  readonly #book = new BreakpointBook();
  /** The last report to the caller about each breakpoint. */
  readonly #reported = new Map<number, string>();
  /** Statements that are on another line since the last start, as text for the caller. */
  readonly #relocated = new Map<number, string>();

  constructor(host: SessionHost) {
    this.#host = host;
  }

  list(): BreakpointRecord[] {
    return this.#book.list();
  }

  /** The breakpoint at a place. */
  at(target: BreakpointRequest['target']): BreakpointRecord | undefined {
    return this.#book.at(target);
  }

  /** @throws DebugError `breakpoint_not_found` */
  get(id: BreakpointId): BreakpointRecord {
    return this.#book.get(id);
  }

  /**
   * Adds a breakpoint for the coming start.
   *
   * @throws DebugError `invalid_argument` when its condition does not parse
   */
  async plan(request: BreakpointRequest, options: CallOptions = {}): Promise<BreakpointRecord> {
    const { condition, target } = request;
    const inFile = target.kind === 'line' ? { ...options, path: target.path } : options;
    const error = condition === undefined ? undefined : await this.#host.adapter().expressionError(condition, inFile);
    if (error === undefined) return this.#notify('set', this.#book.put(request));
    throw new DebugError('invalid_argument', `The condition "${condition}" does not parse: ${error}`, {
      advice: "Write an expression of the program's language, for example: i > 10.",
      details: { argument: 'condition' },
    });
  }

  /**
   * Sets a breakpoint, or changes the one at the same place, also while the program runs. One that can never be hit is
   * answered as `rejected` and not kept.
   *
   * @throws DebugError `invalid_argument` when its condition does not parse
   */
  set(request: BreakpointRequest, options: CallOptions = {}): Promise<BreakpointRecord> {
    return this.#host.exclusive(async () => {
      const before = this.#book.at(request.target);
      const { id } = await this.plan(request, options);
      try {
        if (this.#host.ended) this.#book.setState(id, OUT_OF_REACH);
        await this.#sync(this.#book.get(id), options);
        await this.#noteEdit(this.#book.get(id), options);
      } catch (error) {
        // One that the debuggee refuses must not stand in the way of the next one in its file.
        const refused = this.#book.remove(id);
        if (before) this.#book.restore(before);
        await this.#sync(refused, options).catch(() => {});
        throw error;
      }
      const record = this.#book.get(id);
      if (record.state.kind === 'rejected') this.#book.remove(id);
      return record;
    }, turnOf(options));
  }

  /** @throws DebugError `breakpoint_not_found` */
  remove(id: BreakpointId, options: CallOptions = {}): Promise<BreakpointRecord> {
    return this.#host.exclusive(async () => {
      const record = this.#notify('removed', this.#book.remove(id));
      await this.#sync(record, options);
      return record;
    }, turnOf(options));
  }

  /** Switches a breakpoint on or off; it keeps its number and place. @throws DebugError `breakpoint_not_found` */
  enable(id: BreakpointId, enabled: boolean, options: CallOptions = {}): Promise<BreakpointRecord> {
    return this.#host.exclusive(async () => {
      await this.#sync(this.#book.setEnabled(id, enabled), options);
      return this.#book.get(id);
    }, turnOf(options));
  }

  /** True if the breakpoint is the place of a run-to. */
  isOneShot(id: BreakpointId): boolean {
    return this.#book.oneShots().some((record) => record.id === id);
  }

  /** A run-to is over with the first stop, whichever it is: left behind, it would surprise a later call. */
  dropOneShots(): void {
    // Fails only when the debuggee is gone, and the breakpoint with it.
    for (const { id } of this.#book.oneShots()) this.remove(id).catch(() => {});
  }

  /** Forgets the breakpoints that can never be hit, once the caller has been warned of them: it would only be warned again. */
  dropRejected(): void {
    for (const { id, state } of this.list()) if (state.kind === 'rejected') this.#book.remove(id);
  }

  /** Sends all breakpoints to a debuggee that is about to start. To be called inside the session's order. */
  async sendAll(options: CallOptions): Promise<void> {
    for (const record of this.list()) this.#relocate(record);
    await Promise.all([
      ...this.#book.paths().map((path) => this.#syncPath(path, options)),
      ...(this.#book.wantedFunctions().length > 0 ? [this.#syncFunctions(options)] : []),
    ]);
  }

  /** Forgets what the last debuggee made of them. */
  reset(): void {
    this.#book.reset();
    this.#reported.clear();
  }

  /** Records a breakpoint's state as the debuggee reports it. */
  learn(id: BreakpointId, state: BreakpointState): void {
    const before = this.#book.find(id)?.state;
    this.#book.setState(id, state);
    const record = this.#book.find(id);
    if (record && JSON.stringify(before) !== JSON.stringify(state)) this.#notify('changed', record);
  }

  /** Records that a breakpoint went with an edit of its file, in a process that started after it. */
  follow({ id, from, to }: FollowedLine): void {
    const target = this.#book.find(id)?.target;
    if (target?.kind !== 'line' || target.line !== from) return;
    const name = basename(target.path);
    if (to === undefined) {
      this.#relocated.set(id, `${name} was edited, and its statement is not there any more: it stays on line ${from}`);
      return;
    }
    this.#book.relocate(id, { ...target, line: to });
    this.#relocated.set(id, `${name} was edited: its statement was on line ${from} and is on line ${to} now`);
  }

  /** Records the results of a breakpoint's condition so far. */
  tally(reported: ReportedTally): void {
    this.#book.tally(reported);
  }

  /** A process has ended without having said all of these. */
  cutShort(ids: readonly number[]): void {
    this.#book.cutShort(ids);
  }

  /** The debugger does not see all of a process. */
  loseSight(what: string): void {
    this.#book.loseSight(what);
  }

  countHit(id: BreakpointId): void {
    this.#book.countHit(id);
    const record = this.#book.find(id);
    if (record) this.#notify('hit', record);
  }

  /** News about breakpoints that the caller must know and has not been told yet. */
  takeNews(): string[] {
    const relocated = [...this.#relocated].map(([id, text]) => `breakpoint ${id}: ${text}`);
    this.#relocated.clear();
    const states = this.list().flatMap((record) => {
      const text = newsOf(record.state);
      if (text === undefined || this.#reported.get(record.id) === text) return [];
      this.#reported.set(record.id, text);
      return [`breakpoint ${record.id}: ${text}`];
    });
    return [...relocated, ...states];
  }

  /** Marks a breakpoint's state as reported, so that the next stop does not repeat it. */
  markReported({ id, state }: BreakpointRecord): void {
    const text = newsOf(state);
    if (text !== undefined) this.#reported.set(id, text);
  }

  /** A breakpoint that was set at a statement goes with it when the file has been edited since. */
  #relocate({ id, target }: BreakpointRecord): void {
    if (target.kind === 'function' || target.statement === undefined) return;
    const { path, statement, line } = target;
    try {
      const now = lineOfStatement({ path, statement, nearLine: line });
      if (now === line) return;
      this.#book.relocate(id, { ...target, line: now });
      this.#relocated.set(id, `its statement was on line ${line} and is on line ${now} now`);
    } catch (error) {
      this.#relocated.set(id, `it stays on line ${line}: ${messageOf(error)}`);
    }
  }

  /** True if a breakpoint of a file has been reported with a warning: a stop there need not warn of the same. */
  warnsOf(path: string): boolean {
    return this.list().some(
      ({ id, state }) =>
        state.kind === 'verified' &&
        state.warning !== undefined &&
        state.location.path === path &&
        this.#reported.has(id),
    );
  }

  /** The caller has read a line in the file, which may have been edited since the program loaded it. */
  async #noteEdit({ id, target, state }: BreakpointRecord, options: CallOptions): Promise<void> {
    if (target.kind !== 'line' || state.kind === 'pending' || this.#host.ended) return;
    const edited = await this.#host.adapter().editedSource(target.path, undefined, options);
    if (edited === undefined) return;
    const note = editedAtBreakpoint(target.path, edited);
    if (state.kind === 'rejected') this.learn(id, { kind: 'rejected', reason: `${state.reason} (${note})` });
    else if (state.warning === undefined) this.learn(id, { ...state, warning: note });
  }

  /** A run-to is no breakpoint of the caller's. */
  #notify(change: 'set' | 'changed' | 'hit' | 'removed', breakpoint: BreakpointRecord): BreakpointRecord {
    if (!breakpoint.oneShot) this.#host.notify({ kind: 'breakpoint', change, breakpoint });
    return breakpoint;
  }

  async #sync(record: BreakpointRecord, options: CallOptions): Promise<void> {
    if (this.#host.ended) return;
    if (record.target.kind === 'line') await this.#syncPath(record.target.path, options);
    else await this.#syncFunctions(options);
  }

  async #syncPath(path: string, options: CallOptions): Promise<void> {
    const wanted = this.#book.wantedIn(path);
    const states = await this.#host.adapter().setBreakpoints(path, wanted, options);
    this.#learnAll(wanted, states);
  }

  async #syncFunctions(options: CallOptions): Promise<void> {
    const wanted = this.#book.wantedFunctions();
    const states = await this.#host.adapter().setFunctionBreakpoints(wanted, options);
    this.#learnAll(wanted, states);
  }

  #learnAll(wanted: readonly { readonly id: BreakpointId }[], states: readonly BreakpointState[]): void {
    for (const [index, { id }] of wanted.entries()) {
      const state = states[index];
      if (state) this.learn(id, state);
    }
  }
}

/** The wait for a call's turn can be given up, but is no part of the call's own limit. */
export function turnOf({ signal }: CallOptions): CallOptions {
  return { signal };
}

function newsOf(state: BreakpointState): string | undefined {
  if (state.kind === 'rejected') return state.reason;
  if (state.kind !== 'verified') return undefined;
  if (state.movedFromLine === undefined) return state.warning;
  const moved = `no code on line ${state.movedFromLine}; it stands on line ${state.location.line}`;
  return state.warning ? `${moved}: ${state.warning}` : moved;
}
