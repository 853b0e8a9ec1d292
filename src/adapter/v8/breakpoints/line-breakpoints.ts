import type { ScriptId } from '../../../cdp/ids.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { BreakpointState, SourceBreakpoint } from '../../../model/breakpoints/breakpoint.ts';
import { hasOptions, isConditional, logsInsteadOfStopping } from '../../../model/breakpoints/breakpoint-options.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { MAIN_CONTEXT } from '../realms/own-realm.ts';
import type { Script } from '../scripts/script-table.ts';
import type { ExactPosition } from '../source/source-lines.ts';
import { Arming } from './arming/arming.ts';
import { Rearming } from './arming/rearming.ts';
import type { BreakpointHost } from './breakpoint-host.ts';
import type { CdpBreakpoints } from './cdp-breakpoints.ts';
import type { ConditionCounts } from './conditions/condition-counts.ts';
import { countingIn, type Paused } from './conditions/condition-in-frame.ts';
import { forgetExpression } from './conditions/hit-condition.ts';
import type { Placements } from './placements.ts';
import type { LogBreakpoints } from './recorded/log-breakpoints.ts';
import type { ThreadBreakpoint } from './thread-breakpoint.ts';
import type { ThreadBreakpoints } from './thread-breakpoints.ts';

/** The other parts of a thread's breakpoints, on which those at lines rest. */
interface LineBreakpointParts {
  readonly cdpBreakpoints: CdpBreakpoints<ThreadBreakpoint>;
  readonly bound: ThreadBreakpoints;
  readonly placements: Placements;
  readonly counts: ConditionCounts;
  readonly logs: LogBreakpoints;
}

/**
 * The line breakpoints of one debuggee thread.
 *
 * A breakpoint is `verified` only by a location that V8 resolved: an id from `setBreakpointByUrl` says nothing (V8 gives one
 * for a missing file, too), its `locations` and later `Debugger.breakpointResolved` events do.
 */
export class LineBreakpoints {
  /** The present breakpoints. */
  readonly bound: ThreadBreakpoints;
  readonly #host: BreakpointHost;
  readonly #cdpBreakpoints: CdpBreakpoints<ThreadBreakpoint>;
  readonly #placements: Placements;
  readonly #counts: ConditionCounts;
  readonly #logs: LogBreakpoints;
  readonly #arming: Arming;
  readonly #rearming: Rearming;
  #underWay = 0;
  /** The number of the message of the last pause: what is handed on of a pause may be a copy. */
  #pausedAt = 0;

  constructor(host: BreakpointHost, { cdpBreakpoints, bound, placements, counts, logs }: LineBreakpointParts) {
    this.#host = host;
    this.#cdpBreakpoints = cdpBreakpoints;
    this.bound = bound;
    this.#placements = placements;
    this.#counts = counts;
    this.#logs = logs;
    this.#arming = new Arming(host, cdpBreakpoints, placements);
    this.#rearming = new Rearming(host.session, cdpBreakpoints, placements, this.#arming);
    bound.onPlaced(() => {
      // Fails only with the connection.
      if (host.entries.outputs.isWatching) this.#watchOutputs().catch(() => {});
    });
    host.session.on('Debugger.breakpointResolved', (resolved) => this.#onResolved(resolved));
    host.session.on('Debugger.paused', (paused) => {
      this.#pausedAt = host.session.arrivalOf(paused) ?? 0;
    });
  }

  /** Replies may have been read that are not heard yet: events are heard at once, replies a microtask later. */
  get isArming(): boolean {
    return this.#underWay > 0;
  }

  /** Resolves when V8's place of each breakpoint is judged; undefined when all are. */
  get settled(): Promise<unknown> | undefined {
    return this.#placements.settled;
  }

  /** Replaces the breakpoints of one file; those already set as wanted stay as they are. A state for each, in the same order. */
  async replace(path: string, wanted: readonly SourceBreakpoint[], options?: CallOptions): Promise<BreakpointState[]> {
    const byId = new Map(wanted.map((each) => [each.id, each]));
    const isWanted = (bound: ThreadBreakpoint) => {
      const request = byId.get(bound.wanted.id);
      return request !== undefined && bound.isFor(request);
    };
    const stale = this.bound.all().filter((bound) => bound.path === path && !isWanted(bound));
    // All travels in one batch: V8 refuses a second breakpoint at a place, and the program may be about to start.
    const sent: Promise<unknown>[] = stale.map((bound) => this.#remove(bound, options));
    if (wanted.some(logsInsteadOfStopping)) sent.push(this.#logs.install(options));
    if (wanted.some((each) => hasOptions(each))) sent.push(this.#counts.install(options, MAIN_CONTEXT, wanted));
    const file = this.#arming.fileOf(path);
    const bounds = wanted.map((each) => {
      const { bound, isNew } = this.bound.take(path, each);
      if (isNew) this.#counts.add(bound.localId, bound);
      if (isNew) sent.push(this.#arming.arm(bound, file, options));
      return bound;
    });
    sent.push(this.#watchReloads(path, file.urls, wanted.length === 0));
    sent.push(this.#watchOutputs(options));
    this.#underWay += 1;
    // A caller that takes back what has failed finds all of it in place.
    await Promise.allSettled(sent).finally(() => (this.#underWay -= 1));
    await Promise.all(sent);
    return bounds.map(({ state }) => state);
  }

  async #watchReloads(path: string, urls: readonly string[], isFree: boolean): Promise<void> {
    const { reloads } = this.#host.entries;
    const [url] = urls;
    if (isFree) this.#host.entries.remove(path, 'bind');
    if (isFree) reloads.free(path, urls);
    else if (url !== undefined && !this.#host.program.isTransformed(path)) await reloads.expectSuffixed(path, url);
  }

  /**
   * Sets what belongs into a script that has just been loaded. Those that were set by its url before its map was known stand
   * on the wrong lines, and are taken away.
   *
   * @param paused Where the thread is stopped, if it is.
   * @returns the user's numbers of those that stand there and count: V8 does not stop there again
   */
  async bindIn(script: Script, paused?: Paused): Promise<number[]> {
    const pausedAt = this.#pausedAt;
    const bounds = this.bound.all().filter((bound) => this.#belongsIn(bound, script));
    await this.#prepareWorld(bounds, script);
    await Promise.all(bounds.map((bound) => this.#arming.bindIn(bound, script)));
    return paused ? countingIn(paused, bounds, pausedAt, this.#host) : [];
  }

  /** Moves breakpoints with the edit of a file that is loaded again, which V8 has set there by itself. */
  followIn(script: Script): void {
    const moved = this.#arming.loadedAgain.takeAlong(this.bound.all(), script);
    if (moved) this.#placements.wait(moved);
  }

  async #prepareWorld(bounds: readonly ThreadBreakpoint[], { contextId }: Script): Promise<void> {
    if (contextId === MAIN_CONTEXT) return;
    if (bounds.some(({ wanted }) => isConditional(wanted))) void this.#counts.install(undefined, contextId);
    if (bounds.some(({ wanted }) => logsInsteadOfStopping(wanted))) await this.#logs.install(undefined, contextId);
  }

  #belongsIn(bound: ThreadBreakpoint, script: Script): boolean {
    if (this.#host.scripts.isCompiledFrom(script, bound.path))
      return script.path === bound.path || !bound.urls.has(script.url);
    return bound.isIn(script) && !bound.urls.has(script.url);
  }

  #onResolved({ breakpointId, location }: CdpEventParams<'Debugger.breakpointResolved'>): void {
    const owners = this.#cdpBreakpoints.resolve(breakpointId, location);
    if (!owners) return;
    // Fails only with the connection.
    for (const bound of owners) this.#placements.place(bound, breakpointId, location)?.catch(() => {});
  }

  /** Files that are compiled while the program runs are stopped where they begin for as long as a breakpoint may be in one. */
  async #watchOutputs(options?: CallOptions): Promise<void> {
    const paths = new Set(this.bound.pending.map(({ path }) => path));
    const { outputs } = this.#host.entries;
    const folders = new Map(
      [...paths].flatMap((path) => this.#host.program.outputFoldersOf(path)).map((each) => [each.root, each]),
    );
    if (folders.size === 0) outputs.end();
    else await outputs.begin([...folders.values()], options);
  }

  async #remove(bound: ThreadBreakpoint, options?: CallOptions): Promise<void> {
    this.bound.retire(bound);
    this.#counts.remove(bound.localId);
    const cdpIds = [...bound.cdpIds, ...bound.rearmedIds.values()];
    await Promise.all([
      ...cdpIds.map((cdpId) => this.#cdpBreakpoints.remove(cdpId, bound, options)),
      this.#forgetPasses(bound, options),
    ]);
  }

  async #forgetPasses({ wanted }: ThreadBreakpoint, options?: CallOptions): Promise<void> {
    const expression = forgetExpression(wanted);
    if (expression === undefined) return;
    await this.#host.session.send('Runtime.evaluate', { expression, silent: true, disableBreaks: true }, options);
  }

  /** A script has another text. What is reported of its breakpoints is the line on which they are then. */
  move(scriptId: ScriptId, move: (place: ExactPosition) => ExactPosition): void {
    for (const bound of this.bound.all()) {
      const place = bound.places.get(scriptId);
      if (!place) continue;
      const moved = { scriptId, ...move({ lineNumber: place.lineNumber, columnNumber: place.columnNumber ?? 0 }) };
      if (moved.lineNumber !== place.lineNumber) this.#placements.move(bound, moved);
      else bound.places.set(scriptId, moved);
    }
  }

  /** Sets the breakpoints of a script again, which V8 loses with the text that it replaces. */
  async rearm(scriptId: ScriptId, options?: CallOptions): Promise<void> {
    const bounds = this.bound.placedIn(scriptId);
    await Promise.all(bounds.map((bound) => this.#rearming.rearm(scriptId, bound, options)));
  }
}
