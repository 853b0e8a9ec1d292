import type { EventEmitter } from 'node:events';
import { basename } from 'node:path';
import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CdpBreakpointId, ScriptId } from '../../../cdp/ids.ts';
import type { BreakpointState, FunctionBreakpoint } from '../../../model/breakpoints/breakpoint.ts';
import { hasOptions, isConditional, logsInsteadOfStopping } from '../../../model/breakpoints/breakpoint-options.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { BreakpointId } from '../../../model/ids.ts';
import type { GeneratedPosition } from '../../../sourcemap/source-map.ts';
import type { ThreadEvents } from '../pauses/thread-events.ts';
import { MAIN_CONTEXT } from '../realms/own-realm.ts';
import type { CdpLocation, Script, ScriptTable } from '../scripts/script-table.ts';
import { type FunctionSpan, functionsIn } from '../source/source-structure.ts';
import { tolerateTaken } from './breakpoint-places.ts';
import { CdpBreakpoints } from './cdp-breakpoints.ts';
import type { ConditionCounts } from './conditions/condition-counts.ts';
import { conditionExpression } from './conditions/condition-expression.ts';
import type { EntryBreakpoints } from './entries/entry-breakpoints.ts';
import { FIRST_CHARACTER } from './entries/trap.ts';
import { byPlace, type FoundFunctions, type FunctionInFile, isIn, isNamed, isSame } from './function-places.ts';
import type { LocalBreakpointId } from './local-id.ts';
import type { LogBreakpoints } from './recorded/log-breakpoints.ts';
import { assigning } from './verified-state.ts';

interface Bound {
  /** Never reused, and below those of breakpoints at lines. */
  readonly number: LocalBreakpointId;
  readonly wanted: FunctionBreakpoint;
  state: BreakpointState;
}

/** A CDP breakpoint at a function's entry: for one wanted name, or for several that mean the same function. */
interface FunctionSite {
  readonly bounds: readonly Bound[];
  readonly span: FunctionSpan;
  /** The kind of text that the span is of. */
  readonly of: 'file' | 'script';
}

/** The members of a thread that function breakpoints use. */
export interface FunctionBreakpointHost {
  readonly session: CdpSession;
  readonly scripts: ScriptTable;
  readonly events: EventEmitter<ThreadEvents>;
  readonly entries: EntryBreakpoints;
  readonly counts: ConditionCounts;
  readonly logs: LogBreakpoints;
}

/**
 * Breakpoints by function name, for one thread. V8 knows them only for function objects that exist already, so names are
 * looked up in the sources: those that the adapter found on disk before the start, and each script of the program that is
 * loaded later.
 */
export class FunctionBreakpoints {
  readonly #session: CdpSession;
  readonly #scripts: ScriptTable;
  readonly #host: FunctionBreakpointHost;
  readonly #bound = new Map<number, Bound>();
  readonly #cdpBreakpoints: CdpBreakpoints<FunctionSite>;
  /** CDP breakpoints in single scripts with their places, by script id. */
  readonly #inScript = new Map<string, Map<string, CdpLocation>>();
  /** Breakpoints set for urls, by url: when a script of the url is loaded, they are in place. */
  readonly #byUrl = new Map<string, Set<Bound>>();
  #nextNumber = -1;

  constructor(host: FunctionBreakpointHost) {
    this.#session = host.session;
    this.#scripts = host.scripts;
    this.#host = host;
    this.#cdpBreakpoints = new CdpBreakpoints(host.session);
    host.session.on('Debugger.breakpointResolved', ({ breakpointId, location }) => {
      for (const site of this.#cdpBreakpoints.resolve(breakpointId, location) ?? [])
        this.#onResolved(breakpointId, site, location);
    });
  }

  hitIds(cdpIds: readonly string[] | undefined): number[] {
    const bounds = (cdpIds ?? [])
      .flatMap((cdpId) => this.#cdpBreakpoints.ownersOf(cdpId))
      .flatMap((site) => site.bounds);
    return [...new Set(bounds.map(({ wanted }) => wanted.id))];
  }

  /** The wanted breakpoint of a caller's number. */
  wantedOf(id: BreakpointId): FunctionBreakpoint | undefined {
    return this.#bound.get(id)?.wanted;
  }

  /** The breakpoints that count only some calls, or stop at none. */
  get gated(): readonly Pick<Bound, 'wanted' | 'state'>[] {
    return [...this.#bound.values()].filter(({ wanted }) => hasOptions(wanted));
  }

  get isEmpty(): boolean {
    return this.#bound.size === 0;
  }

  /** Sets the breakpoints of a script again, which V8 loses with the text that it replaces. */
  async rearm(scriptId: ScriptId): Promise<void> {
    if (this.isEmpty) return;
    const lost = [...(this.#inScript.get(scriptId)?.keys() ?? [])];
    this.#inScript.delete(scriptId);
    const removals = lost.flatMap((cdpId) =>
      this.#cdpBreakpoints.ownersOf(cdpId).map((site) => this.#cdpBreakpoints.remove(cdpId, site)),
    );
    await Promise.all([...removals, this.#bindIn(this.#scripts.get(scriptId), [...this.#bound.values()])]);
  }

  /** Replaces all function breakpoints. `predict` names the places where functions of that name stand on disk. */
  async replace(
    wanted: readonly FunctionBreakpoint[],
    predict: (name: string) => FoundFunctions,
    options?: CallOptions,
  ): Promise<BreakpointState[]> {
    const removals = this.#cdpBreakpoints.removeAll(options);
    for (const { number } of this.#bound.values()) this.#host.counts.remove(number);
    this.#bound.clear();
    this.#inScript.clear();
    this.#byUrl.clear();
    const bounds = wanted.map(
      (each): Bound => ({ number: this.#nextNumber--, wanted: each, state: pendingState(each.name) }),
    );
    for (const bound of bounds) {
      this.#bound.set(bound.wanted.id, bound);
      this.#host.counts.add(bound.number, bound);
    }
    await Promise.all(removals);
    const loaded = wanted.length > 0 ? this.#scripts.ofProgram() : [];
    const isLogging = wanted.some(logsInsteadOfStopping);
    const found = bounds.map((bound) => ({ wantedBy: bound, ...predict(bound.wanted.name) }));
    const mentions = new Set(found.flatMap((each) => each.mentions));
    const sent: Promise<unknown>[] = [
      ...(isLogging ? [this.#host.logs.install(options)] : []),
      ...(wanted.some(isConditional) ? [this.#host.counts.install(options, MAIN_CONTEXT, wanted)] : []),
      ...byPlace(found).map(({ place, wantedBy }) => this.#setByUrl(place, wantedBy, options)),
      ...[...mentions].map((path) => this.#host.entries.bind(path, FIRST_CHARACTER, options)),
      ...loaded.map((script) => this.#bindIn(script, bounds)),
    ];
    // A caller that takes back what has failed finds all of it in place.
    await Promise.allSettled(sent);
    await Promise.all(sent);
    return bounds.map((bound) => bound.state);
  }

  /**
   * Binds every wanted name in a script that is loaded, of the program's own, where it is not in place by the script's url.
   *
   * @returns CDP's ids of those without a condition that stand at a place: V8 does not stop there again where it stands itself
   */
  async bindIn(script: Script, at?: CdpLocation): Promise<string[]> {
    if (script.origin !== 'program') return [];
    const inPlace = this.#byUrl.get(script.url);
    await this.#bindIn(
      script,
      [...this.#bound.values()].filter((bound) => !inPlace?.has(bound)),
    );
    const inScript = [...(this.#inScript.get(script.id) ?? [])];
    return inScript.flatMap(([id, place]) => (at && isSame(place, at) && this.#isBare(id) ? id : []));
  }

  async #bindIn(script: Script, among: readonly Bound[]): Promise<void> {
    if (among.length === 0) return;
    const { scriptSource } = await this.#session.send('Debugger.getScriptSource', { scriptId: script.id });
    const places = functionsIn(scriptSource).flatMap((span) => {
      const bounds = among.filter(({ wanted }) => isNamed(span.name, wanted.name));
      return bounds.length === 0 ? [] : { bounds, span, of: 'script' as const };
    });
    await Promise.all(places.map((entry) => this.#setIn(script, entry)));
  }

  #isBare(cdpId: CdpBreakpointId): boolean {
    const [site] = this.#cdpBreakpoints.ownersOf(cdpId);
    return site !== undefined && conditionOf(site).condition === undefined;
  }

  async #setIn(script: Script, entry: FunctionSite): Promise<void> {
    const { line, column } = entry.span.body;
    const place = { lineNumber: line - 1, columnNumber: column };
    const params = { location: { scriptId: script.id, ...place }, ...conditionOf(entry) };
    const reply = await tolerateTaken(this.#session.send('Debugger.setBreakpoint', params));
    if (!reply) return;
    const { breakpointId, actualLocation } = reply;
    this.#inScript.set(script.id, (this.#inScript.get(script.id) ?? new Map()).set(breakpointId, actualLocation));
    this.#adopt(breakpointId, entry, place, [actualLocation]);
  }

  async #setByUrl(place: FunctionInFile, bounds: readonly Bound[], options?: CallOptions): Promise<void> {
    // Once loaded, the script is bound by its id: a second breakpoint at the same place would only be refused.
    const urls = this.#scripts.naming.urlsOf(place.path);
    if (this.#scripts.withUrl(urls).length > 0) return;
    const entry = { bounds, span: place, of: 'file' } as const;
    await Promise.all(
      urls.map(async (url) => {
        const at = { lineNumber: place.body.line - 1, columnNumber: place.body.column };
        this.#byUrl.set(url, new Set([...(this.#byUrl.get(url) ?? []), ...bounds]));
        const params = { url, ...at, ...conditionOf(entry) };
        const reply = await tolerateTaken(this.#session.send('Debugger.setBreakpointByUrl', params, options));
        if (reply) this.#adopt(reply.breakpointId, entry, at, reply.locations);
      }),
    );
  }

  #adopt(
    cdpId: CdpBreakpointId,
    site: FunctionSite,
    asked: GeneratedPosition,
    locations: readonly CdpLocation[],
  ): void {
    // Another call may have replaced all of them while this reply was on its way.
    if (!site.bounds.some((bound) => this.#bound.get(bound.wanted.id) === bound)) {
      this.#cdpBreakpoints.remove(cdpId, site).catch(() => {});
      return;
    }
    const resolved = this.#cdpBreakpoints.adopt(site, asked, { breakpointId: cdpId, locations });
    for (const location of resolved) this.#onResolved(cdpId, site, location);
  }

  #onResolved(cdpId: CdpBreakpointId, site: FunctionSite, at: CdpLocation): void {
    if (!this.#cdpBreakpoints.ownersOf(cdpId).includes(site)) return;
    const { kind: _, ...location } = this.#scripts.locate(at);
    const { span } = site;
    const isInside =
      site.of === 'script' ? isIn(span, at) : span.startLine <= location.line && location.line <= span.endLine;
    // V8 makes no code for a function that nothing refers to, and slides on into whatever comes after it.
    if (!isInside) this.#cdpBreakpoints.remove(cdpId, site).catch(() => {});
    for (const bound of site.bounds) {
      if (bound.state.kind === 'verified') continue;
      bound.state = isInside
        ? { kind: 'verified', location, ...assigning(bound.wanted) }
        : neverUsedState(bound.wanted.name, location.path);
      this.#host.events.emit('breakpoint', bound.wanted.id, bound.state);
    }
  }
}

/** Joins the conditions of several names for one function: the program stops when one of them is true. */
function conditionOf({ bounds }: FunctionSite): { condition?: string } {
  const isShared = bounds.length > 1;
  const conditions = bounds.map(({ number, wanted }) => conditionExpression(wanted, { number, isShared }));
  if (conditions.some((condition) => condition === undefined)) return {};
  return { condition: conditions.map((condition) => `(${condition})`).join(' || ') };
}

function neverUsedState(name: string, path: string): BreakpointState {
  return { kind: 'pending', reason: `nothing in ${basename(path)} uses ${name}, so it has no code to stop in` };
}

function pendingState(name: string): BreakpointState {
  return { kind: 'pending', reason: `no function named ${name} is loaded yet` };
}
