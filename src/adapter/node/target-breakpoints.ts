import { basename } from 'node:path';
import type { CdpSession } from '../../cdp/cdp-session.ts';
import { toSourcePosition } from '../../cdp/positions.ts';
import type { CdpResult } from '../../cdp/protocol.ts';
import type { BreakpointState, SourceBreakpoint } from '../../model/breakpoint.ts';
import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import { conditionExpression } from './breakpoint-condition.ts';
import type { ScriptTable } from './script-table.ts';
import { scriptUrlsOf } from './script-urls.ts';
import { moveWarning } from './source-structure.ts';

type CdpLocation = CdpResult<'Debugger.setBreakpoint'>['actualLocation'];

/** A breakpoint as one thread knows it: the wish, and the CDP breakpoints that stand for it. */
interface Bound {
  readonly path: string;
  readonly wanted: SourceBreakpoint;
  readonly cdpIds: Set<string>;
  state: BreakpointState;
}

/**
 * The line breakpoints of one debuggee thread.
 *
 * A breakpoint is `verified` only by a location that V8 resolved: an id from `setBreakpointByUrl` says nothing (V8 gives one
 * for a missing file, too), its `locations` and later `Debugger.breakpointResolved` events do.
 */
export class TargetBreakpoints {
  readonly #session: CdpSession;
  readonly #scripts: ScriptTable;
  readonly #report: (id: number, state: BreakpointState) => void;
  readonly #bound = new Map<number, Bound>();
  readonly #byCdpId = new Map<string, Bound>();

  constructor(session: CdpSession, scripts: ScriptTable, report: (id: number, state: BreakpointState) => void) {
    this.#session = session;
    this.#scripts = scripts;
    this.#report = report;
    session.on('Debugger.breakpointResolved', ({ breakpointId, location }) => {
      const bound = this.#byCdpId.get(breakpointId);
      if (bound && bound.state.kind === 'pending') this.#verify(bound, location);
    });
  }

  /** The numbers of the user's breakpoints among these CDP ids. */
  hitIds(cdpIds: readonly string[] | undefined): number[] {
    const ids = (cdpIds ?? []).flatMap((cdpId) => this.#byCdpId.get(cdpId)?.wanted.id ?? []);
    return [...new Set(ids)];
  }

  /**
   * Replaces the breakpoints of one file; those already set as wanted stay as they are.
   *
   * @returns one state per wanted breakpoint, in the same order
   */
  async replace(path: string, wanted: readonly SourceBreakpoint[], options?: CallOptions): Promise<BreakpointState[]> {
    const stale = [...this.#bound.values()].filter(
      (bound) => bound.path === path && !wanted.some((each) => sameWish(each, bound.wanted)),
    );
    // Removal and setting travel in one batch: V8 refuses a second breakpoint at a place, so the order matters.
    const removals = stale.map((bound) => this.#remove(bound, options));
    const settings = wanted.map((each) => this.#set(path, each, options));
    await Promise.all(removals);
    return Promise.all(settings);
  }

  async #set(path: string, wanted: SourceBreakpoint, options?: CallOptions): Promise<BreakpointState> {
    const known = this.#bound.get(wanted.id);
    if (known && known.path === path && sameWish(known.wanted, wanted)) return known.state;
    const bound: Bound = { path, wanted, cdpIds: new Set(), state: pendingState(path) };
    this.#bound.set(wanted.id, bound);
    const condition = conditionExpression(wanted);
    const lineNumber = wanted.line - 1;
    const columnNumber = (wanted.column ?? 1) - 1;
    const urls = new Set([
      ...scriptUrlsOf(path),
      ...this.#scripts.withUrl(scriptUrlsOf(path)).map((script) => script.url),
    ]);
    await Promise.all(
      [...urls].map(async (url) => {
        const params = { url, lineNumber, columnNumber, ...(condition === undefined ? {} : { condition }) };
        const reply = await this.#send(params, options);
        if (reply) this.#adopt(bound, reply);
      }),
    );
    return bound.state;
  }

  async #send(
    params: { url: string; lineNumber: number; columnNumber: number; condition?: string },
    options?: CallOptions,
  ): Promise<CdpResult<'Debugger.setBreakpointByUrl'> | undefined> {
    try {
      return await this.#session.send('Debugger.setBreakpointByUrl', params, options);
    } catch (error) {
      // Two spellings of one file may resolve to the same place once it is loaded; the first one then serves.
      if (error instanceof DebugError && error.code === 'protocol_error') return undefined;
      throw error;
    }
  }

  #adopt(bound: Bound, reply: CdpResult<'Debugger.setBreakpointByUrl'>): void {
    bound.cdpIds.add(reply.breakpointId);
    this.#byCdpId.set(reply.breakpointId, bound);
    const location = reply.locations[0];
    if (location && bound.state.kind === 'pending') this.#verify(bound, location);
  }

  #verify(bound: Bound, location: CdpLocation): void {
    bound.state = this.#verifiedState(bound, location);
    this.#report(bound.wanted.id, bound.state);
  }

  #verifiedState({ path, wanted }: Bound, at: CdpLocation): BreakpointState {
    const location = { path: this.#scripts.get(at.scriptId).path, ...toSourcePosition(at) };
    if (location.line === wanted.line) return { kind: 'verified', location };
    const warning = moveWarning(path, wanted.line, location.line);
    return { kind: 'verified', location, movedFromLine: wanted.line, ...(warning ? { warning } : {}) };
  }

  async #remove(bound: Bound, options?: CallOptions): Promise<void> {
    this.#bound.delete(bound.wanted.id);
    await Promise.all(
      [...bound.cdpIds].map((breakpointId) => {
        this.#byCdpId.delete(breakpointId);
        return this.#session.send('Debugger.removeBreakpoint', { breakpointId }, options);
      }),
    );
  }
}

function pendingState(path: string): BreakpointState {
  return { kind: 'pending', reason: `${basename(path)} is not loaded yet` };
}

function sameWish(a: SourceBreakpoint, b: SourceBreakpoint): boolean {
  return (
    a.id === b.id &&
    a.line === b.line &&
    a.column === b.column &&
    a.condition === b.condition &&
    a.hitCondition === b.hitCondition &&
    a.logMessage === b.logMessage
  );
}
