import { basename } from 'node:path';
import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { BreakpointState, FunctionBreakpoint } from '../../../model/breakpoint.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { CdpLocation, Script, ScriptTable } from '../scripts/script-table.ts';
import { functionsIn } from '../source/source-structure.ts';
import { conditionExpression, isCounted } from './conditions/condition-expression.ts';
import { logsInsteadOfStopping } from './recorded/recording.ts';
import { assigning } from './verified-state.ts';

interface Bound {
  /** Never reused, and below those of breakpoints at lines. */
  readonly number: number;
  readonly wanted: FunctionBreakpoint;
  state: BreakpointState;
}

/** A CDP breakpoint at a function's entry: for one wanted name, or for several that mean the same function. */
interface Entry {
  readonly bounds: readonly Bound[];
  readonly lines: Lines;
}

/** The lines that a function covers, 1-based. */
interface Lines {
  readonly startLine: number;
  readonly endLine: number;
}

/** What the function breakpoints need of their thread. */
export interface FunctionBreakpointHost {
  readonly report: (id: number, state: BreakpointState) => void;
  /** Makes the log function available; its messages are sent at once. */
  readonly prepareLog: (options?: CallOptions) => Promise<void>;
  /** Makes what counts passes available to conditions; its messages are sent at once. */
  readonly prepareCounts: (options?: CallOptions) => Promise<void>;
}

/** A function that was found by its name before any script was loaded. */
export interface PredictedFunction extends Lines {
  /** Absolute. */
  readonly path: string;
  /** Where its body begins. */
  readonly line: number;
  readonly column: number;
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
  readonly #byCdpId = new Map<string, Entry>();
  /** Resolved before the reply with the id was heard: an event may come with it in one read. */
  readonly #resolvedEarly = new Map<string, CdpLocation[]>();
  /** Those set in single scripts, by script id. */
  readonly #inScript = new Map<string, Set<string>>();
  #nextNumber = -1;

  constructor(session: CdpSession, scripts: ScriptTable, host: FunctionBreakpointHost) {
    this.#session = session;
    this.#scripts = scripts;
    this.#host = host;
    session.on('Debugger.scriptParsed', ({ scriptId }) => void this.#onScript(scriptId));
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

  /** What was asked for under a number of the user's. */
  wantedOf(id: number): FunctionBreakpoint | undefined {
    return this.#bound.get(id)?.wanted;
  }

  /** Those that count only some calls, or stop at none. */
  get gated(): readonly Pick<Bound, 'wanted' | 'state'>[] {
    return [...this.#bound.values()].filter(({ wanted }) => isCounted(wanted) || logsInsteadOfStopping(wanted));
  }

  get isEmpty(): boolean {
    return this.#bound.size === 0;
  }

  /** Sets those of a script again, which V8 loses with the text that it replaces. */
  async rearm(scriptId: string): Promise<void> {
    if (this.isEmpty) return;
    const lost = [...(this.#inScript.get(scriptId) ?? [])];
    this.#inScript.delete(scriptId);
    const removals = lost.map((breakpointId) => {
      this.#byCdpId.delete(breakpointId);
      return this.#session.send('Debugger.removeBreakpoint', { breakpointId });
    });
    await Promise.all([...removals, this.#bindIn(this.#scripts.get(scriptId))]);
  }

  /** Replaces all of them. `predict` names the places where functions of that name stand on disk. */
  async replace(
    wanted: readonly FunctionBreakpoint[],
    predict: (name: string) => readonly PredictedFunction[],
    options?: CallOptions,
  ): Promise<BreakpointState[]> {
    const removals = [...this.#byCdpId.keys()].map((breakpointId) =>
      this.#session.send('Debugger.removeBreakpoint', { breakpointId }, options),
    );
    this.#bound.clear();
    this.#byCdpId.clear();
    this.#inScript.clear();
    this.#resolvedEarly.clear();
    const bounds = wanted.map(
      (each): Bound => ({ number: this.#nextNumber--, wanted: each, state: pendingState(each.name) }),
    );
    for (const bound of bounds) this.#bound.set(bound.wanted.id, bound);
    await Promise.all(removals);
    const loaded = wanted.length > 0 ? this.#scripts.ofProgram() : [];
    const isLogging = wanted.some(logsInsteadOfStopping);
    await Promise.all([
      ...(isLogging ? [this.#host.prepareLog(options)] : []),
      ...(wanted.some(isCounted) ? [this.#host.prepareCounts(options)] : []),
      ...this.#predicted(bounds, predict).map(({ place, entry }) => this.#setByUrl(place, entry, options)),
      ...loaded.map((script) => this.#bindIn(script)),
    ]);
    return bounds.map((bound) => bound.state);
  }

  async #onScript(scriptId: string): Promise<void> {
    if (this.#bound.size === 0) return;
    const script = this.#scripts.get(scriptId);
    if (script.origin !== 'program') return;
    // The connection may end meanwhile; there is nothing to bind then.
    await this.#bindIn(script).catch(() => {});
  }

  /** Each place once, however many of the wanted names mean it. */
  #predicted(
    bounds: readonly Bound[],
    predict: (name: string) => readonly PredictedFunction[],
  ): { place: PredictedFunction; entry: Entry }[] {
    const found = new Map<string, { place: PredictedFunction; entry: Entry }>();
    for (const bound of bounds) {
      for (const place of predict(bound.wanted.name)) {
        const key = `${place.line}:${place.column}:${place.path}`;
        const others = found.get(key)?.entry.bounds ?? [];
        found.set(key, { place, entry: { bounds: [...others, bound], lines: place } });
      }
    }
    return [...found.values()];
  }

  /** Binds every wanted name in one loaded script; places that were predicted are refused by V8 as taken. */
  async #bindIn(script: Script): Promise<void> {
    const { scriptSource } = await this.#session.send('Debugger.getScriptSource', { scriptId: script.id });
    const places = functionsIn(scriptSource).flatMap((lines) => {
      const bounds = [...this.#bound.values()].filter(({ wanted }) => isNamed(lines.name, wanted.name));
      return bounds.length === 0 ? [] : { body: lines.body, entry: { bounds, lines } };
    });
    await Promise.all(
      places.map(async ({ body, entry }) => {
        const location = { scriptId: script.id, lineNumber: body.line - 1, columnNumber: body.column };
        const reply = await this.#tolerateTaken(
          this.#session.send('Debugger.setBreakpoint', { location, ...conditionOf(entry) }),
        );
        if (!reply) return;
        this.#inScript.set(script.id, (this.#inScript.get(script.id) ?? new Set()).add(reply.breakpointId));
        this.#adopt(reply.breakpointId, entry, [reply.actualLocation]);
      }),
    );
  }

  async #setByUrl(place: PredictedFunction, entry: Entry, options?: CallOptions): Promise<void> {
    // Once loaded, the script is bound by its id: a second breakpoint at the same place would only be refused.
    const urls = this.#scripts.naming.urlsOf(place.path);
    if (this.#scripts.withUrl(urls).length > 0) return;
    await Promise.all(
      urls.map(async (url) => {
        const params = { url, lineNumber: place.line - 1, columnNumber: place.column, ...conditionOf(entry) };
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

  #adopt(cdpId: string, entry: Entry, locations: readonly CdpLocation[]): void {
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
    const isInside = entry.lines.startLine <= location.line && location.line <= entry.lines.endLine;
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

/**
 * Whether a function found in a source is meant by a wanted name: `total` means every `total`, `Cart.total` and `Cart.prototype.total`
 * only that one.
 */
export function isNamed(found: string, wanted: string): boolean {
  const plain = wanted.replace('.prototype.', '.');
  return found === plain || (!plain.includes('.') && found.endsWith(`.${plain}`));
}

/** Of several names for one function, each may have its own condition: the program stops when one of them is true. */
function conditionOf({ bounds }: Entry): { condition?: string } {
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
