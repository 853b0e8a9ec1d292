import type { CdpSession } from '../../cdp/cdp-session.ts';
import { toSourcePosition } from '../../cdp/positions.ts';
import type { BreakpointState, FunctionBreakpoint } from '../../model/breakpoint.ts';
import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import { conditionExpression } from './breakpoint-condition.ts';
import type { Script, ScriptTable } from './script-table.ts';
import { scriptUrlsOf, sourceNameOf } from './script-urls.ts';
import { functionsIn } from './source-structure.ts';

interface Bound {
  readonly wanted: FunctionBreakpoint;
  readonly cdpIds: Set<string>;
  state: BreakpointState;
}

/** A function that was found by its name before any script was loaded. */
export interface PredictedFunction {
  /** Absolute. */
  readonly path: string;
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
  readonly #report: (id: number, state: BreakpointState) => void;
  readonly #bound = new Map<number, Bound>();
  readonly #byCdpId = new Map<string, Bound>();

  constructor(session: CdpSession, scripts: ScriptTable, report: (id: number, state: BreakpointState) => void) {
    this.#session = session;
    this.#scripts = scripts;
    this.#report = report;
    session.on('Debugger.scriptParsed', ({ scriptId }) => void this.#onScript(scriptId));
    session.on('Debugger.breakpointResolved', ({ breakpointId, location }) => {
      const bound = this.#byCdpId.get(breakpointId);
      if (bound) this.#verify(bound, location);
    });
  }

  hitIds(cdpIds: readonly string[] | undefined): number[] {
    return [...new Set((cdpIds ?? []).flatMap((cdpId) => this.#byCdpId.get(cdpId)?.wanted.id ?? []))];
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
    const bounds = wanted.map((each): Bound => ({ wanted: each, cdpIds: new Set(), state: pendingState(each.name) }));
    for (const bound of bounds) this.#bound.set(bound.wanted.id, bound);
    await Promise.all(removals);
    const loaded = wanted.length > 0 ? this.#scripts.ofProgram() : [];
    await Promise.all([
      ...bounds.flatMap((bound) => predict(bound.wanted.name).map((place) => this.#setByUrl(bound, place, options))),
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

  /** Binds every wanted name in one loaded script; places that were predicted are refused by V8 as taken. */
  async #bindIn(script: Script): Promise<void> {
    const { scriptSource } = await this.#session.send('Debugger.getScriptSource', { scriptId: script.id });
    const functions = functionsIn(scriptSource);
    const places = [...this.#bound.values()].flatMap((bound) =>
      functions.filter((each) => isNamed(each.name, bound.wanted.name)).map(({ body }) => ({ bound, body })),
    );
    await Promise.all(
      places.map(async ({ bound, body }) => {
        const location = { scriptId: script.id, lineNumber: body.line - 1, columnNumber: body.column };
        const reply = await this.#tolerateTaken(
          this.#session.send('Debugger.setBreakpoint', { location, ...conditionOf(bound) }),
        );
        if (!reply) return;
        this.#adopt(bound, reply.breakpointId);
        this.#verify(bound, reply.actualLocation);
      }),
    );
  }

  async #setByUrl(bound: Bound, place: PredictedFunction, options?: CallOptions): Promise<void> {
    // Once loaded, the script is bound by its id: a second breakpoint at the same place would only be refused.
    const urls = scriptUrlsOf(place.path);
    if (this.#scripts.withUrl(urls).length > 0) return;
    await Promise.all(
      urls.map(async (url) => {
        const params = { url, lineNumber: place.line - 1, columnNumber: place.column, ...conditionOf(bound) };
        const reply = await this.#tolerateTaken(this.#session.send('Debugger.setBreakpointByUrl', params, options));
        if (!reply) return;
        this.#adopt(bound, reply.breakpointId);
        for (const location of reply.locations) this.#verify(bound, location);
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

  #adopt(bound: Bound, cdpId: string): void {
    bound.cdpIds.add(cdpId);
    this.#byCdpId.set(cdpId, bound);
  }

  #verify(bound: Bound, at: { scriptId: string; lineNumber: number; columnNumber?: number }): void {
    if (bound.state.kind === 'verified') return;
    const { url } = this.#scripts.get(at.scriptId);
    bound.state = { kind: 'verified', location: { path: sourceNameOf(url), ...toSourcePosition(at) } };
    this.#report(bound.wanted.id, bound.state);
  }
}

/** Whether a function found in a source is meant by a wanted name: `total` means every `total`, `Cart.total` only that one. */
export function isNamed(found: string, wanted: string): boolean {
  return found === wanted || (!wanted.includes('.') && found.endsWith(`.${wanted}`));
}

function conditionOf({ wanted }: Bound): { condition?: string } {
  const condition = conditionExpression(wanted);
  return condition === undefined ? {} : { condition };
}

function pendingState(name: string): BreakpointState {
  return { kind: 'pending', reason: `no function named ${name} is loaded yet` };
}
