import { basename } from 'node:path';
import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { BreakpointState, FunctionBreakpoint } from '../../../model/breakpoints/breakpoint.ts';
import { hasOptions, isConditional, logsInsteadOfStopping } from '../../../model/breakpoints/breakpoint-options.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { CdpLocation, Script, ScriptTable } from '../scripts/script-table.ts';
import { type FunctionSpan, functionsIn } from '../source/source-structure.ts';
import { conditionExpression } from './conditions/condition-expression.ts';
import { byPlace, type FoundFunctions, type FunctionInFile, isIn, isNamed, isSame } from './function-places.ts';
import { assigning } from './verified-state.ts';

interface Bound {
  /** Never reused, and below those of breakpoints at lines. */
  readonly number: number;
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
  readonly report: (id: number, state: BreakpointState) => void;
  /** Makes the log function available; its messages are sent at once. */
  readonly prepareLog: (options?: CallOptions) => Promise<void>;
  /** Makes what counts passes available to conditions; its messages are sent at once. */
  readonly prepareCounts: (options?: CallOptions) => Promise<void>;
  /** Has a script of a file stop where it begins, for {@link FunctionBreakpoints.bindIn}. */
  readonly stopWhereItBegins: (path: string, options?: CallOptions) => Promise<void>;
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
  readonly #byCdpId = new Map<string, FunctionSite>();
  /** Resolved before the reply with the id was heard: an event may come with it in one read. */
  readonly #resolvedEarly = new Map<string, CdpLocation[]>();
  /** CDP breakpoints in single scripts with their places, by script id. */
  readonly #inScript = new Map<string, Map<string, CdpLocation>>();
  /** Breakpoints set for urls, by url: when a script of the url is loaded, they are in place. */
  readonly #byUrl = new Map<string, Set<Bound>>();
  #nextNumber = -1;

  constructor(session: CdpSession, scripts: ScriptTable, host: FunctionBreakpointHost) {
    this.#session = session;
    this.#scripts = scripts;
    this.#host = host;
    session.on('Debugger.breakpointResolved', ({ breakpointId, location }) => {
      if (this.#byCdpId.has(breakpointId)) this.#onResolved(breakpointId, location);
      else this.#resolvedEarly.set(breakpointId, [...(this.#resolvedEarly.get(breakpointId) ?? []), location]);
    });
  }

  hitIds(cdpIds: readonly string[] | undefined): number[] {
    const bounds = (cdpIds ?? []).flatMap((cdpId) => this.#byCdpId.get(cdpId)?.bounds ?? []);
    return [...new Set(bounds.map(({ wanted }) => wanted.id))];
  }

  /** The user's number of a breakpoint whose passes are counted; undefined when it does not count any more. */
  idOf(number: number): number | undefined {
    return [...this.#bound.values()].find((bound) => bound.number === number)?.wanted.id;
  }

  /** The wanted breakpoint of a caller's number. */
  wantedOf(id: number): FunctionBreakpoint | undefined {
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
  async rearm(scriptId: string): Promise<void> {
    if (this.isEmpty) return;
    const lost = [...(this.#inScript.get(scriptId)?.keys() ?? [])];
    this.#inScript.delete(scriptId);
    const removals = lost.map((breakpointId) => {
      this.#byCdpId.delete(breakpointId);
      return this.#session.send('Debugger.removeBreakpoint', { breakpointId });
    });
    await Promise.all([...removals, this.#bindIn(this.#scripts.get(scriptId), [...this.#bound.values()])]);
  }

  /** Replaces all function breakpoints. `predict` names the places where functions of that name stand on disk. */
  async replace(
    wanted: readonly FunctionBreakpoint[],
    predict: (name: string) => FoundFunctions,
    options?: CallOptions,
  ): Promise<BreakpointState[]> {
    const removals = [...this.#byCdpId.keys()].map((breakpointId) =>
      this.#session.send('Debugger.removeBreakpoint', { breakpointId }, options),
    );
    this.#bound.clear();
    this.#byCdpId.clear();
    this.#inScript.clear();
    this.#byUrl.clear();
    this.#resolvedEarly.clear();
    const bounds = wanted.map(
      (each): Bound => ({ number: this.#nextNumber--, wanted: each, state: pendingState(each.name) }),
    );
    for (const bound of bounds) this.#bound.set(bound.wanted.id, bound);
    await Promise.all(removals);
    const loaded = wanted.length > 0 ? this.#scripts.ofProgram() : [];
    const isLogging = wanted.some(logsInsteadOfStopping);
    const found = bounds.map((bound) => ({ wantedBy: bound, ...predict(bound.wanted.name) }));
    const mentions = new Set(found.flatMap((each) => each.mentions));
    await Promise.all([
      ...(isLogging ? [this.#host.prepareLog(options)] : []),
      ...(wanted.some(isConditional) ? [this.#host.prepareCounts(options)] : []),
      ...byPlace(found).map(({ place, wantedBy }) => this.#setByUrl(place, wantedBy, options)),
      ...[...mentions].map((path) => this.#host.stopWhereItBegins(path, options)),
      ...loaded.map((script) => this.#bindIn(script, bounds)),
    ]);
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

  #isBare(cdpId: string): boolean {
    const entry = this.#byCdpId.get(cdpId);
    return entry !== undefined && conditionOf(entry).condition === undefined;
  }

  async #setIn(script: Script, entry: FunctionSite): Promise<void> {
    const { line, column } = entry.span.body;
    const location = { scriptId: script.id, lineNumber: line - 1, columnNumber: column };
    const reply = await this.#tolerateTaken(
      this.#session.send('Debugger.setBreakpoint', { location, ...conditionOf(entry) }),
    );
    if (!reply) return;
    const { breakpointId, actualLocation } = reply;
    this.#inScript.set(script.id, (this.#inScript.get(script.id) ?? new Map()).set(breakpointId, actualLocation));
    this.#adopt(breakpointId, entry, [actualLocation]);
  }

  async #setByUrl(place: FunctionInFile, bounds: readonly Bound[], options?: CallOptions): Promise<void> {
    // Once loaded, the script is bound by its id: a second breakpoint at the same place would only be refused.
    const urls = this.#scripts.naming.urlsOf(place.path);
    if (this.#scripts.withUrl(urls).length > 0) return;
    const entry = { bounds, span: place, of: 'file' } as const;
    await Promise.all(
      urls.map(async (url) => {
        const { line, column } = place.body;
        this.#byUrl.set(url, new Set([...(this.#byUrl.get(url) ?? []), ...bounds]));
        const params = { url, lineNumber: line - 1, columnNumber: column, ...conditionOf(entry) };
        const reply = await this.#tolerateTaken(this.#session.send('Debugger.setBreakpointByUrl', params, options));
        if (reply) this.#adopt(reply.breakpointId, entry, reply.locations);
      }),
    );
  }

  async #tolerateTaken<T>(reply: Promise<T>): Promise<T | undefined> {
    try {
      return await reply;
    } catch (error) {
      if (error instanceof DebugError && error.code === 'protocol_error') return undefined;
      throw error;
    }
  }

  #adopt(cdpId: string, entry: FunctionSite, locations: readonly CdpLocation[]): void {
    // Another call may have replaced all of them while this reply was on its way.
    if (!entry.bounds.some((bound) => this.#bound.get(bound.wanted.id) === bound)) {
      this.#session.send('Debugger.removeBreakpoint', { breakpointId: cdpId }).catch(() => {});
      return;
    }
    this.#byCdpId.set(cdpId, entry);
    const early = this.#resolvedEarly.get(cdpId) ?? [];
    this.#resolvedEarly.delete(cdpId);
    for (const location of [...locations, ...early]) this.#onResolved(cdpId, location);
  }

  #onResolved(cdpId: string, at: CdpLocation): void {
    const entry = this.#byCdpId.get(cdpId);
    if (!entry) return;
    const { kind: _, ...location } = this.#scripts.locate(at);
    const { span } = entry;
    const isInside =
      entry.of === 'script' ? isIn(span, at) : span.startLine <= location.line && location.line <= span.endLine;
    if (!isInside) {
      // V8 makes no code for a function that nothing refers to, and slides on into whatever comes after it.
      this.#byCdpId.delete(cdpId);
      this.#session.send('Debugger.removeBreakpoint', { breakpointId: cdpId }).catch(() => {});
    }
    for (const bound of entry.bounds) {
      if (bound.state.kind === 'verified') continue;
      bound.state = isInside
        ? { kind: 'verified', location, ...assigning(bound.wanted) }
        : neverUsedState(bound.wanted.name, location.path);
      this.#host.report(bound.wanted.id, bound.state);
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
