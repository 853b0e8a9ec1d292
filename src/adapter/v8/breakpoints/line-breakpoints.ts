import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { BreakpointState, SourceBreakpoint } from '../../../model/breakpoint.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { GeneratedPosition } from '../../../sourcemap/source-map.ts';
import type { GeneratedFile } from '../scripts/generated-files.ts';
import { namesAround, namesInText } from '../scripts/renamed-variables.ts';
import { type CdpLocation, MAIN_CONTEXT, type Script } from '../scripts/script-table.ts';
import { readSource } from '../source/source-structure.ts';
import { NO_CODE } from '../source/stray-places.ts';
import { BoundBreakpoint } from './bound-breakpoint.ts';
import { isCounted, logsInsteadOfStopping } from './breakpoint-condition.ts';
import type { BreakpointHost } from './breakpoint-host.ts';
import {
  conditionOf,
  generatedPlaces,
  isSamePlace,
  NO_NAMES,
  placeAbove,
  placeKey,
  tolerateTaken,
  writtenPlace,
} from './breakpoint-places.ts';
import { CdpBreakpoints } from './cdp-breakpoints.ts';
import { countingIn, type TopFrame } from './condition-in-frame.ts';
import { isPlainScript } from './edited-scripts.ts';
import { LiveEdits } from './live-edits.ts';
import { nearestLine, strayAmongLoaded, strayOnDisk, strayText } from './stray-breakpoints.ts';
import { verifiedState } from './verified-state.ts';

/** What of a file is loaded: looked for once for all breakpoints in it. */
interface LoadedFile {
  readonly urls: readonly string[];
  readonly loaded: readonly Script[];
  readonly compiled: readonly Script[];
}

/**
 * The line breakpoints of one debuggee thread.
 *
 * A breakpoint is `verified` only by a location that V8 resolved: an id from `setBreakpointByUrl` says nothing (V8 gives one
 * for a missing file, too), its `locations` and later `Debugger.breakpointResolved` events do.
 */
export class LineBreakpoints {
  readonly edits: LiveEdits;
  readonly #host: BreakpointHost;
  readonly #session: CdpSession;
  readonly #bound = new Map<number, BoundBreakpoint>();
  readonly #atV8: CdpBreakpoints;
  /** Places that are still looked at, whether they may count. */
  readonly #doubtful = new Set<Promise<void>>();
  #nextNumber = 1;
  #arming = 0;

  constructor(host: BreakpointHost) {
    this.#host = host;
    this.#session = host.session;
    this.#atV8 = new CdpBreakpoints(host.session);
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

  /**
   * The numbers of the user's breakpoints among these CDP ids.
   *
   * @param at Where the thread stopped. A compiler may spread a line over several places, and V8 may move one of them to
   *   another line: only a stop at the line that was reported counts.
   */
  hitIds(cdpIds: readonly string[] | undefined, at?: CdpLocation): number[] {
    const bounds = (cdpIds ?? []).flatMap((cdpId) => this.#atV8.ownersOf(cdpId));
    const line = at && this.#host.scripts.locate(at).line;
    const counts = ({ state }: BoundBreakpoint) =>
      state.kind !== 'rejected' && (line === undefined || state.kind !== 'verified' || state.location.line === line);
    return [...new Set(bounds.filter(counts).map(({ wanted }) => wanted.id))];
  }

  /** Replies may have been read that are not heard yet: events are heard at once, replies a microtask later. */
  get isArming(): boolean {
    return this.#arming > 0;
  }

  /** Resolves when it is known of each place whether it may count; undefined when that is so. */
  get settled(): Promise<unknown> | undefined {
    return this.#doubtful.size === 0 ? undefined : Promise.all(this.#doubtful);
  }

  /** False for a breakpoint that may not stand where V8 put it: what was recorded there is another line's. */
  counts(id: number): boolean {
    return this.#bound.get(id)?.state.kind !== 'rejected';
  }

  /** Those that V8 found no place for. */
  get unbound(): readonly BoundBreakpoint[] {
    return [...this.#bound.values()].filter(({ state }) => state.kind === 'pending');
  }

  /** The CDP breakpoints that stand for some of the user's. */
  cdpIdsOf(ids: readonly number[]): string[] {
    return ids.flatMap((id) => [...(this.#bound.get(id)?.cdpIds ?? [])]);
  }

  /** The user's number of a breakpoint whose condition is in the program; undefined when it does not count any more. */
  idOf(number: number): number | undefined {
    return this.#numbered(number)?.wanted.id;
  }

  /** Where the breakpoint of that number was asked for. */
  sourceOf(number: number): { path: string; line: number } | undefined {
    const bound = this.#numbered(number);
    return bound && { path: bound.path, line: bound.wanted.line };
  }

  /** Where V8 put the breakpoint of that number. */
  placeOf(number: number): CdpLocation | undefined {
    const [place] = this.#numbered(number)?.places.values() ?? [];
    return place;
  }

  #numbered(number: number): BoundBreakpoint | undefined {
    return [...this.#bound.values()].find((bound) => bound.number === number);
  }

  /** Replaces the breakpoints of one file; those already set as wanted stay as they are. A state for each, in the same order. */
  async replace(path: string, wanted: readonly SourceBreakpoint[], options?: CallOptions): Promise<BreakpointState[]> {
    const byId = new Map(wanted.map((each) => [each.id, each]));
    const isWanted = (bound: BoundBreakpoint) => {
      const request = byId.get(bound.wanted.id);
      return request !== undefined && bound.isFor(request);
    };
    const stale = [...this.#bound.values()].filter((bound) => bound.path === path && !isWanted(bound));
    // All travels in one batch: V8 refuses a second breakpoint at a place, and the program may be about to start.
    const sent: Promise<unknown>[] = stale.map((bound) => this.#remove(bound, options));
    if (wanted.some(logsInsteadOfStopping)) sent.push(this.#host.prepareLog(options));
    if (wanted.some(isCounted)) sent.push(this.#host.prepareCounts(options));
    const file = this.#fileOf(path);
    const bounds = wanted.map((each) => {
      const known = this.#bound.get(each.id);
      const bound = known ?? new BoundBreakpoint(this.#nextNumber++, path, each);
      this.#bound.set(each.id, bound);
      if (!known) sent.push(this.#arm(bound, file, options));
      return bound;
    });
    if (this.#host.liveEdit) sent.push(this.#prepareEntry(path, options));
    sent.push(this.#watchOutputs(options));
    this.#arming += 1;
    await Promise.all(sent).finally(() => (this.#arming -= 1));
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
    const isLoaded = this.#host.scripts.withUrl(this.#host.scripts.naming.urlsOf(path)).length > 0;
    if (isGated && !isLoaded && isPlainScript(path)) await this.#host.entries.set(path, 'edit', options);
    else this.#host.entries.remove(path, 'edit');
  }

  async #editWhileRunning(retry: boolean, options?: CallOptions): Promise<void> {
    if (!this.#host.liveEdit || !this.edits.isWaiting(retry)) return;
    await this.edits.makeWhileRunning(retry, options);
  }

  #fileOf(path: string): LoadedFile {
    const urls = this.#host.scripts.naming.urlsOf(path);
    const loaded = this.#host.scripts.containing(path, urls);
    return { urls, loaded, compiled: loaded.filter((script) => this.#host.scripts.isCompiledFrom(script, path)) };
  }

  async #arm(bound: BoundBreakpoint, { urls, loaded, compiled }: LoadedFile, options?: CallOptions): Promise<void> {
    const byUrl = new Map<string, GeneratedPosition[]>();
    const generated = new Map<string, GeneratedFile>();
    const settings: Promise<void>[] = [];
    const written = [writtenPlace(bound)];
    // Where a file is compiled as it is loaded, its script has the file's url and another text: a line set by url would be
    // the wrong one. Then the script is stopped where it begins, to look at its map.
    if (!this.#host.isTransformed(bound.path) && !compiled.some((script) => urls.includes(script.url))) {
      for (const url of [...urls, ...loaded.map((script) => script.url)]) byUrl.set(url, written);
      // What a `sourceURL` comment says is reported as it is written.
      if (loaded.length === 0) byUrl.set(bound.path, written);
    } else if (!loaded.some((script) => urls.includes(script.url.replace(/[?#].*$/, '')))) {
      settings.push(this.#host.entries.bind(bound.path, writtenPlace(bound), options));
    } else {
      for (const { url } of loaded) if (urls.includes(url.replace(/[?#].*$/, ''))) byUrl.set(url, written);
    }
    for (const file of this.#host.generatedFrom(bound.path)) {
      const places = generatedPlaces(file.map, bound);
      for (const url of this.#host.scripts.naming.urlsOf(file.path)) {
        byUrl.set(url, places);
        generated.set(url, file);
      }
    }
    for (const script of compiled) byUrl.delete(script.url);
    for (const [url, places] of byUrl) {
      for (const place of places)
        settings.push(this.#armByUrl(bound, { url, place, file: generated.get(url) }, options));
    }
    await Promise.all([...settings, ...compiled.map((script) => this.#armInScript(bound, script, options))]);
  }

  async #armByUrl(
    bound: BoundBreakpoint,
    { url, place, file }: { url: string; place: GeneratedPosition; file: GeneratedFile | undefined },
    options?: CallOptions,
  ): Promise<void> {
    bound.urls.add(url);
    const text = bound.condition !== undefined && file?.map.hasNames ? readSource(file.path) : undefined;
    const names = file && text !== undefined ? namesInText(file.map, text, place) : NO_NAMES;
    const params = { url, ...place, ...conditionOf(bound, names) };
    const reply = await tolerateTaken(this.#session.send('Debugger.setBreakpointByUrl', params, options));
    if (!reply) return this.#share(bound, placeKey(url, place));
    this.#atV8.keep(reply.breakpointId, placeKey(url, place));
    await this.#adopt(bound, place, reply);
    const [loaded] = this.#host.scripts.withUrl([url]);
    // There is no code behind that line in the text that runs.
    if (loaded && bound.state.kind === 'pending') await this.#refuse(bound, { ...place, scriptId: loaded.id }, NO_CODE);
  }

  /** Lets a breakpoint stand where another one stands already, asked for at another line of the source. */
  async #share(bound: BoundBreakpoint, key: string): Promise<void> {
    const breakpointId = this.#atV8.idAt(key);
    const [owner] = breakpointId === undefined ? [] : this.#atV8.ownersOf(breakpointId);
    // With conditions of their own they cannot be one; the second one then waits for another script.
    if (breakpointId === undefined || !owner || owner.condition !== bound.condition || bound.isRetired) return;
    this.#atV8.own(breakpointId, bound);
    bound.cdpIds.add(breakpointId);
    const places = this.#atV8.placesOf(breakpointId);
    await Promise.all(places.map((location) => this.#place(bound, breakpointId, location)));
  }

  /** Sets a breakpoint in one loaded script that was compiled from its file, or that is its file. */
  #armInScript(bound: BoundBreakpoint, script: Script, options?: CallOptions): Promise<void> {
    const armed = bound.inScripts.get(script.id) ?? this.#setInScript(bound, script, options);
    bound.inScripts.set(script.id, armed);
    return armed;
  }

  async #setInScript(bound: BoundBreakpoint, script: Script, options?: CallOptions): Promise<void> {
    if (bound.isRetired) return;
    const map = this.#host.scripts.mapOf(script);
    const mapped = map?.sources.includes(bound.path) ? map : undefined;
    const places = mapped ? generatedPlaces(mapped, bound) : [writtenPlace(bound)];
    // Its file is loaded all the same: nothing else would say so.
    if (mapped && places.length === 0)
      await this.#refuse(bound, { scriptId: script.id, ...placeAbove(mapped, bound) }, NO_CODE);
    await Promise.all(
      places.map(async (place) => {
        const location = { scriptId: script.id, ...place };
        const names = bound.condition === undefined ? NO_NAMES : await this.#namesAround(location);
        const params = { location, ...conditionOf(bound, names) };
        const reply = await tolerateTaken(this.#session.send('Debugger.setBreakpoint', params, options));
        if (!reply) return this.#share(bound, placeKey(script.id, place));
        this.#atV8.keep(reply.breakpointId, placeKey(script.id, place));
        await this.#adopt(bound, place, { breakpointId: reply.breakpointId, locations: [reply.actualLocation] });
      }),
    );
  }

  #namesAround(location: CdpLocation): Promise<ReadonlyMap<string, string>> {
    return namesAround(this.#session, this.#host.scripts, location);
  }

  /**
   * Sets what belongs into a script that has just been loaded. Those that were set by its url before its map was known stand
   * on the wrong lines, and are taken away.
   *
   * @param top The innermost frame of the thread, if it is stopped.
   * @returns the user's numbers of those that stand there and count: V8 does not stop there again
   */
  async bindIn(script: Script, top?: TopFrame): Promise<number[]> {
    const bounds = [...this.#bound.values()].filter((bound) => this.#belongsIn(bound, script));
    // One that stood there before V8 stopped has been counted by V8 itself, and must not be counted twice.
    const wasAsked = ({ wanted, inScripts, places }: BoundBreakpoint) =>
      wanted.hitCondition !== undefined && inScripts.has(script.id) && places.has(script.id);
    const late = bounds.filter((bound) => !wasAsked(bound));
    const logs = bounds.some(({ wanted }) => logsInsteadOfStopping(wanted));
    if (logs && script.contextId !== MAIN_CONTEXT) await this.#host.prepareLog(undefined, script.contextId);
    if (script.contextId !== MAIN_CONTEXT && bounds.some(({ wanted }) => isCounted(wanted)))
      void this.#host.prepareCounts(undefined, script.contextId);
    await Promise.all(
      bounds.map(async (bound) => {
        if (bound.urls.has(script.url)) await this.#disarm(bound, script.url);
        await this.#armInScript(bound, script);
      }),
    );
    const here = late.filter((bound) => top && isSamePlace(bound.places.get(script.id), top.location));
    return top ? countingIn(top, here, this.#host) : [];
  }

  #belongsIn(bound: BoundBreakpoint, script: Script): boolean {
    if (this.#host.scripts.isCompiledFrom(script, bound.path))
      return script.path === bound.path || !bound.urls.has(script.url);
    const isItsFile = script.path === bound.path || script.path === bound.realPath;
    return isItsFile && !bound.urls.has(script.url);
  }

  /** Takes away what was set by the file's own url, as long as that was wrong. */
  async #disarm(bound: BoundBreakpoint, url: string): Promise<void> {
    bound.urls.delete(url);
    const cdpIds = [...bound.cdpIds];
    bound.cdpIds.clear();
    bound.places.clear();
    await Promise.all(cdpIds.map((cdpId) => this.#atV8.remove(cdpId, bound)));
  }

  /** Resolves when it is known whether it may stand where V8 put it. */
  #adopt(
    bound: BoundBreakpoint,
    asked: GeneratedPosition,
    reply: { readonly breakpointId: string; readonly locations: readonly CdpLocation[] },
  ): Promise<unknown> {
    const { breakpointId } = reply;
    if (bound.isRetired) {
      this.#atV8.remove(breakpointId, bound).catch(() => {});
      return Promise.resolve();
    }
    bound.cdpIds.add(breakpointId);
    const places = this.#atV8.adopt(bound, asked, reply);
    return Promise.all(places.map((location) => this.#place(bound, breakpointId, location)));
  }

  #onResolved({ breakpointId, location }: CdpEventParams<'Debugger.breakpointResolved'>): void {
    const owners = this.#atV8.resolve(breakpointId, location);
    if (!owners) return;
    // Fails only with the connection.
    for (const bound of owners) this.#place(bound, breakpointId, location)?.catch(() => {});
    this.#editWhileRunning(false).catch(() => {});
  }

  /** @returns when it is known whether the breakpoint may stand there, where that is not known at once */
  #place(bound: BoundBreakpoint, cdpId: string, resolved: CdpLocation): Promise<void> | undefined {
    const place = this.edits.programPlace(resolved);
    const placement = { bound, place, asked: this.#atV8.askedFor(cdpId) ?? writtenPlace(bound) };
    const stray = strayOnDisk(placement, this.#host.scripts);
    if (stray.kind === 'stray') return this.#refuse(bound, place, stray.reason, cdpId);
    if (stray.kind === 'allowed') {
      this.#accept(bound, place);
      return undefined;
    }
    const judged = strayAmongLoaded(placement, this.#host).then(async (reason) => {
      if (bound.isRetired) return;
      if (reason === undefined) this.#accept(bound, place);
      else await this.#refuse(bound, place, reason, cdpId);
    });
    this.#doubtful.add(judged);
    return judged.finally(() => this.#doubtful.delete(judged));
  }

  #accept(bound: BoundBreakpoint, place: CdpLocation): void {
    bound.places.set(place.scriptId, place);
    const { contextId } = this.#host.scripts.get(place.scriptId);
    if (isCounted(bound.wanted) && contextId === MAIN_CONTEXT) this.#host.beginCount(bound.number);
    const isCompiled = this.#host.scripts.isCompiledFrom(this.#host.scripts.get(place.scriptId), bound.path);
    if (this.#host.liveEdit && !isCompiled) this.edits.placed(bound, place.scriptId);
    const state = verifiedState(bound, place, this.#host.scripts);
    const isBetter =
      bound.state.kind === 'verified' && bound.state.movedFromLine !== undefined && state.movedFromLine === undefined;
    if (bound.state.kind !== 'verified' || isBetter) this.#report(bound, state);
  }

  /** A place that was not meant does not count, and is given up. */
  async #refuse(bound: BoundBreakpoint, place: CdpLocation, reason: string, cdpId?: string): Promise<void> {
    if (cdpId !== undefined) {
      bound.cdpIds.delete(cdpId);
      this.#atV8.remove(cdpId, bound).catch(() => {});
    }
    if (bound.places.size > 0) return;
    this.#report(bound, { kind: 'rejected', reason });
    const nearest = reason === NO_CODE ? await nearestLine(bound, place, this.#host) : undefined;
    if (nearest === undefined || bound.isRetired || bound.state.kind !== 'rejected') return;
    this.#report(bound, { kind: 'rejected', reason: strayText(nearest) });
  }

  /** Files that are compiled while the program runs are stopped where they begin for as long as a breakpoint may be in one. */
  async #watchOutputs(options?: CallOptions): Promise<void> {
    const paths = new Set(this.unbound.map(({ path }) => path));
    const folders = new Set([...paths].flatMap((path) => this.#host.outputFoldersOf(path)));
    if (folders.size === 0) this.#host.entries.freeOutputs();
    else await this.#host.entries.bindOutputs([...folders], options);
  }

  #report(bound: BoundBreakpoint, state: BreakpointState): void {
    const wasPending = bound.state.kind === 'pending';
    bound.state = state;
    // Fails only with the connection.
    if (wasPending && state.kind !== 'pending' && this.#host.entries.watchesOutputs)
      this.#watchOutputs().catch(() => {});
    this.#host.report(bound.wanted.id, state);
  }

  async #remove(bound: BoundBreakpoint, options?: CallOptions): Promise<void> {
    bound.isRetired = true;
    this.#bound.delete(bound.wanted.id);
    const cdpIds = [...bound.cdpIds, ...bound.rearmedIds.values()];
    await Promise.all([
      ...cdpIds.map((cdpId) => this.#atV8.remove(cdpId, bound, options)),
      this.edits.retire(bound, options),
    ]);
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
    await Promise.all([
      before === undefined ? undefined : this.#atV8.remove(before, bound, options),
      this.edits.isIn(scriptId, bound) ? undefined : this.#setRearmed(scriptId, bound, options),
    ]);
  }

  async #setRearmed(scriptId: string, bound: BoundBreakpoint, options?: CallOptions): Promise<void> {
    const location = bound.places.get(scriptId);
    if (!location) return;
    const params = { location, ...conditionOf(bound) };
    const reply = await tolerateTaken(this.#session.send('Debugger.setBreakpoint', params, options));
    if (reply) this.#adoptRearmed(bound, scriptId, reply.breakpointId);
    else await this.#armAnew(bound, options);
  }

  #adoptRearmed(bound: BoundBreakpoint, scriptId: string, breakpointId: string): void {
    if (bound.isRetired) {
      this.#atV8.remove(breakpointId, bound).catch(() => {});
      return;
    }
    bound.rearmedIds.set(scriptId, breakpointId);
    this.#atV8.own(breakpointId, bound);
  }

  /** Another breakpoint has been set at its place in the script: by url there may be more than one. */
  async #armAnew(bound: BoundBreakpoint, options?: CallOptions): Promise<void> {
    const removals = [...bound.cdpIds].map((cdpId) => this.#atV8.remove(cdpId, bound, options));
    bound.cdpIds.clear();
    await Promise.all([...removals, this.#arm(bound, this.#fileOf(bound.path), options)]);
  }
}
