import type { CdpSession } from '../../cdp/cdp-session.ts';
import { toSourcePosition } from '../../cdp/positions.ts';
import type { CdpEventParams, CdpResult } from '../../cdp/protocol.ts';
import type { BreakpointState, SourceBreakpoint } from '../../model/breakpoint.ts';
import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import { BoundBreakpoint, type CdpLocation } from './bound-breakpoint.ts';
import { isPlainScript } from './edited-scripts.ts';
import type { EntryBreakpoints } from './entry-breakpoints.ts';
import { type EditHost, LiveEdits } from './live-edits.ts';
import type { ScriptTable } from './script-table.ts';
import { scriptUrlsOf } from './script-urls.ts';
import { moveWarning } from './source-structure.ts';

/** What the line breakpoints need of their thread. */
export interface BreakpointHost {
  readonly session: CdpSession;
  readonly scripts: ScriptTable;
  readonly entries: EntryBreakpoints;
  /** False: conditions stay CDP conditions everywhere. */
  readonly liveEdit: boolean;
  readonly report: (id: number, state: BreakpointState) => void;
  readonly isPaused: () => boolean;
  readonly nextPause: EditHost['nextPause'];
  /** Makes the log function available; its messages are sent at once. */
  readonly prepareLog: (options?: CallOptions) => Promise<void>;
  readonly functions: () => {
    readonly isEmpty: boolean;
    readonly rearm: (scriptId: string, options?: CallOptions) => Promise<void>;
  };
}

/**
 * The line breakpoints of one debuggee thread.
 *
 * A breakpoint is `verified` only by a location that V8 resolved: an id from `setBreakpointByUrl` says nothing (V8 gives one
 * for a missing file, too), its `locations` and later `Debugger.breakpointResolved` events do.
 */
export class TargetBreakpoints {
  readonly edits: LiveEdits;
  readonly #host: BreakpointHost;
  readonly #session: CdpSession;
  readonly #bound = new Map<number, BoundBreakpoint>();
  readonly #byCdpId = new Map<string, BoundBreakpoint>();
  /** Resolved before we knew the id: events are heard at once, replies a microtask later, and both may come in one read. */
  readonly #resolvedEarly = new Map<string, CdpLocation[]>();
  #nextNumber = 1;

  constructor(host: BreakpointHost) {
    this.#host = host;
    this.#session = host.session;
    this.edits = new LiveEdits(host.session, host.scripts, {
      breakpoints: () => this.#bound.values(),
      hasArmed: (scriptId, except) => this.#hasArmed(scriptId, except),
      isPaused: host.isPaused,
      stopsAtEntry: (scriptId) =>
        [...this.#bound.values()].some((bound) => bound.places.has(scriptId) && host.entries.has(bound.path)),
      rearm: (scriptId, options) => this.#rearm(scriptId, options),
      nextPause: host.nextPause,
    });
    host.session.on('Debugger.breakpointResolved', (resolved) => this.#onResolved(resolved));
  }

  /** The numbers of the user's breakpoints among these CDP ids. */
  hitIds(cdpIds: readonly string[] | undefined): number[] {
    const ids = (cdpIds ?? []).flatMap((cdpId) => this.#byCdpId.get(cdpId)?.wanted.id ?? []);
    return [...new Set(ids)];
  }

  /** The user's number of a breakpoint whose condition was edited into the program; undefined when it does not count any more. */
  idOf(number: number): number | undefined {
    return [...this.#bound.values()].find((bound) => bound.number === number)?.wanted.id;
  }

  /**
   * Replaces the breakpoints of one file; those already set as wanted stay as they are.
   *
   * @returns one state per wanted breakpoint, in the same order
   */
  async replace(path: string, wanted: readonly SourceBreakpoint[], options?: CallOptions): Promise<BreakpointState[]> {
    const stale = [...this.#bound.values()].filter(
      (bound) => bound.path === path && !wanted.some((each) => bound.isFor(each)),
    );
    // All travels in one batch: V8 refuses a second breakpoint at a place, and the program may be about to start.
    const sent: Promise<unknown>[] = stale.map((bound) => this.#remove(bound, options));
    if (wanted.some(({ logMessage }) => logMessage !== undefined)) sent.push(this.#host.prepareLog(options));
    const bounds = wanted.map((each) => {
      const known = this.#bound.get(each.id);
      const bound = known ?? new BoundBreakpoint(this.#nextNumber++, path, each);
      this.#bound.set(each.id, bound);
      if (!known) sent.push(this.#arm(bound, options));
      return bound;
    });
    if (this.#host.liveEdit) sent.push(this.#prepareEntry(path, options));
    await Promise.all(sent);
    await this.#editWhileRunning(true, options);
    return bounds.map(({ state }) => state);
  }

  /**
   * Gives the program its own text back, or at least switches off what was edited into it, for one that runs on without us.
   *
   * @param paused Where the thread is paused; undefined while it runs.
   */
  async restoreTexts(paused: CdpEventParams<'Debugger.paused'> | undefined, options: CallOptions): Promise<void> {
    if (this.edits.isUnused) return;
    await Promise.all([...this.#bound.values()].map((bound) => this.#remove(bound, options)));
    if (paused) await this.edits.makeAtPause(paused, true, options);
    else await this.edits.makeWhileRunning(true, options);
  }

  /** Asks for a stop where a file begins, to edit conditions into it before it runs; not where it is loaded already. */
  async #prepareEntry(path: string, options?: CallOptions): Promise<void> {
    const isGated = [...this.#bound.values()].some((bound) => bound.path === path && bound.condition !== undefined);
    const isLoaded = this.#host.scripts.withUrl(scriptUrlsOf(path)).length > 0;
    if (isGated && !isLoaded && isPlainScript(path)) await this.#host.entries.set(path, 'edit', options);
    else this.#host.entries.remove(path, 'edit');
  }

  async #editWhileRunning(retry: boolean, options?: CallOptions): Promise<void> {
    if (!this.#host.liveEdit || !this.edits.isWaiting(retry)) return;
    await this.edits.makeWhileRunning(retry, options);
  }

  async #arm(bound: BoundBreakpoint, options?: CallOptions): Promise<void> {
    const paths = scriptUrlsOf(bound.path);
    const urls = new Set([...paths, ...this.#host.scripts.withUrl(paths).map((script) => script.url)]);
    const { line, column = 1 } = bound.wanted;
    const place = { lineNumber: line - 1, columnNumber: column - 1, ...conditionOf(bound) };
    await Promise.all(
      [...urls].map(async (url) => {
        const reply = await tolerateTaken(
          this.#session.send('Debugger.setBreakpointByUrl', { url, ...place }, options),
        );
        if (reply) this.#adopt(bound, reply);
      }),
    );
  }

  #adopt(bound: BoundBreakpoint, { breakpointId, locations }: CdpResult<'Debugger.setBreakpointByUrl'>): void {
    const early = this.#resolvedEarly.get(breakpointId) ?? [];
    this.#resolvedEarly.delete(breakpointId);
    if (bound.isRetired) {
      this.#session.send('Debugger.removeBreakpoint', { breakpointId }).catch(() => {});
      return;
    }
    bound.cdpIds.add(breakpointId);
    this.#byCdpId.set(breakpointId, bound);
    for (const location of [...locations, ...early]) this.#place(bound, location);
  }

  #onResolved({ breakpointId, location }: CdpEventParams<'Debugger.breakpointResolved'>): void {
    const bound = this.#byCdpId.get(breakpointId);
    if (!bound) {
      this.#resolvedEarly.set(breakpointId, [...(this.#resolvedEarly.get(breakpointId) ?? []), location]);
      return;
    }
    this.#place(bound, location);
    this.#editWhileRunning(false).catch(() => {});
  }

  #place(bound: BoundBreakpoint, resolved: CdpLocation): void {
    const place = this.edits.programPlace(resolved);
    bound.places.set(place.scriptId, place);
    if (this.#host.liveEdit) this.edits.placed(bound, place.scriptId);
    if (bound.state.kind !== 'pending') return;
    bound.state = this.#verifiedState(bound, place);
    this.#host.report(bound.wanted.id, bound.state);
  }

  #verifiedState({ path, wanted }: BoundBreakpoint, at: CdpLocation): BreakpointState {
    const location = { path: this.#host.scripts.get(at.scriptId).path, ...toSourcePosition(at) };
    if (location.line === wanted.line) return { kind: 'verified', location };
    const warning = moveWarning(path, wanted.line, location.line);
    return { kind: 'verified', location, movedFromLine: wanted.line, ...(warning ? { warning } : {}) };
  }

  async #remove(bound: BoundBreakpoint, options?: CallOptions): Promise<void> {
    bound.isRetired = true;
    this.#bound.delete(bound.wanted.id);
    const cdpIds = [...bound.cdpIds, ...bound.rearmedIds.values()];
    await Promise.all([...cdpIds.map((cdpId) => this.#removeCdp(cdpId, options)), this.edits.retire(bound, options)]);
  }

  async #removeCdp(breakpointId: string, options?: CallOptions): Promise<void> {
    this.#byCdpId.delete(breakpointId);
    await this.#session.send('Debugger.removeBreakpoint', { breakpointId }, options);
  }

  #hasArmed(scriptId: string, except: ReadonlySet<number>): boolean {
    const isArmed = (bound: BoundBreakpoint) => bound.places.has(scriptId) && !except.has(bound.number);
    return !this.#host.functions().isEmpty || [...this.#bound.values()].some(isArmed);
  }

  async #rearm(scriptId: string, options?: CallOptions): Promise<void> {
    const bounds = [...this.#bound.values()].filter((bound) => bound.places.has(scriptId));
    await Promise.all([
      ...bounds.map((bound) => this.#rearmIn(scriptId, bound, options)),
      this.#host.functions().rearm(scriptId, options),
    ]);
  }

  /** The CDP breakpoint by url stays as it is: lost in this script, it serves those that are loaded later. */
  async #rearmIn(scriptId: string, bound: BoundBreakpoint, options?: CallOptions): Promise<void> {
    const before = bound.rearmedIds.get(scriptId);
    bound.rearmedIds.delete(scriptId);
    const removed = before === undefined ? undefined : this.#removeCdp(before, options);
    const location = bound.places.get(scriptId);
    if (location && !this.edits.isIn(scriptId, bound)) {
      const params = { location, ...conditionOf(bound) };
      const reply = await tolerateTaken(this.#session.send('Debugger.setBreakpoint', params, options));
      if (reply) this.#adoptRearmed(bound, scriptId, reply.breakpointId);
      else await this.#armAnew(bound, options);
    }
    await removed;
  }

  #adoptRearmed(bound: BoundBreakpoint, scriptId: string, breakpointId: string): void {
    if (bound.isRetired) {
      this.#session.send('Debugger.removeBreakpoint', { breakpointId }).catch(() => {});
      return;
    }
    bound.rearmedIds.set(scriptId, breakpointId);
    this.#byCdpId.set(breakpointId, bound);
  }

  /** Another breakpoint has been set at its place in the script: by url there may be more than one. */
  async #armAnew(bound: BoundBreakpoint, options?: CallOptions): Promise<void> {
    const removals = [...bound.cdpIds].map((cdpId) => this.#removeCdp(cdpId, options));
    bound.cdpIds.clear();
    await Promise.all([...removals, this.#arm(bound, options)]);
  }
}

/** The reply, or undefined when V8 has a breakpoint at that place: two spellings of one file may name the same. */
async function tolerateTaken<T>(reply: Promise<T>): Promise<T | undefined> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof DebugError && error.code === 'protocol_error') return undefined;
    throw error;
  }
}

function conditionOf({ condition }: BoundBreakpoint): { condition?: string } {
  return condition === undefined ? {} : { condition };
}
