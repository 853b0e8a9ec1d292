import { basename } from 'node:path';
import type { DapConnection } from '../../../dap/dap-connection.ts';
import type { DapBreakpointId } from '../../../dap/ids.ts';
import type { Dap } from '../../../dap/protocol.ts';
import { readTextOrArchived } from '../../../files/archive-text.ts';
import type {
  BreakpointState,
  ExceptionBreakMode,
  FunctionBreakpoint,
  SourceBreakpoint,
} from '../../../model/breakpoints/breakpoint.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { BreakpointId } from '../../../model/ids.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import { logMessageParts } from '../../log-message.ts';
import type { SessionOffer } from '../recipe/adapter-link.ts';
import type { AdapterQuirks, BreakpointPlaces } from '../recipe/adapter-quirks.ts';
import { gateOf } from './breakpoint-gate.ts';
import { assertOffered, unsupported } from './breakpoint-requests.ts';
import { DapFunctionBreakpoints } from './dap-function-breakpoints.ts';
import { LoadedFiles } from './loaded-files.ts';
import { markedMessage } from './log-marks.ts';
import { setInPlaces } from './set-in-places.ts';

/** The breakpoint behind a DAP id. */
interface Known {
  readonly id: BreakpointId;
  readonly path: string | undefined;
  readonly line: number | undefined;
  state: BreakpointState;
}

const MAX_EARLY = 1_000;

/**
 * The breakpoints of one DAP session: sends them as the protocol wants it (all of a source at once), and knows which of ours
 * an adapter's number means.
 */
export class DapBreakpoints {
  readonly functions: DapFunctionBreakpoints;
  readonly #connection: DapConnection;
  readonly #quirks: AdapterQuirks;
  readonly #loaded: LoadedFiles;
  readonly #known = new Map<DapBreakpointId, Known>();
  /** Changes reported before the response that says whose they are. */
  readonly #early = new Map<DapBreakpointId, Dap.Breakpoint>();
  readonly #admitted = new Set<string>();
  /** By the path of a file that is not loaded: one that is, with the same text. */
  readonly #copies = new Map<string, string>();
  #filters: readonly string[] = [];
  #nextUnnumbered = -1;
  readonly #settling = new Set<Promise<void>>();
  readonly #onChange: (id: BreakpointId, state: BreakpointState) => void;
  readonly #first: SessionOffer['arguments'];

  constructor(
    connection: DapConnection,
    { arguments: first, entryFunction }: Pick<SessionOffer, 'arguments' | 'entryFunction'>,
    quirks: AdapterQuirks,
    onChange: (id: BreakpointId, state: BreakpointState) => void,
  ) {
    this.#connection = connection;
    this.#first = first;
    this.#quirks = quirks;
    this.#onChange = onChange;
    this.functions = new DapFunctionBreakpoints(connection, quirks, onChange, entryFunction);
    this.#loaded = new LoadedFiles(connection, first, quirks.breakpoints?.loading);
    connection.on('breakpoint', ({ reason, breakpoint }) => {
      if (reason !== 'removed') this.#changed(breakpoint);
    });
  }

  /** Replaces the breakpoints of a source. @throws DebugError `unsupported`, and as DapConnection.request */
  async replace(
    path: string,
    wanted: readonly SourceBreakpoint[],
    options: CallOptions | undefined,
  ): Promise<BreakpointState[]> {
    assertOffered(wanted, this.#connection.capabilities);
    const known = await this.#underway(this.#send(path, wanted, options));
    const refused = known.some(({ state }) => state.kind !== 'verified');
    if (refused && (await this.#admit(path, options))) return this.replace(path, wanted, options);
    return known.map((each) => this.#visible(each));
  }

  async #send(
    path: string,
    wanted: readonly SourceBreakpoint[],
    options: CallOptions | undefined,
  ): Promise<readonly Known[]> {
    const watched = wanted.length > 0 ? this.#loaded.watch(path) : undefined;
    // A value of another line would be taken for one of this line.
    const lines = wanted.map((each) => ({ breakpoint: this.#toDap(each), isExact: each.collect !== undefined }));
    const places = this.#placesIn(path);
    const breakpoints = await setInPlaces(this.#connection, { path, lines }, places, options);
    // Until now, a stop may have been one of those before.
    for (const [dapId, known] of this.#known) if (known.path === path) this.#known.delete(dapId);
    const known = wanted.map((each, index) =>
      this.#learn({ id: each.id, path, line: each.line }, breakpoints[index], places),
    );
    // What is sent later takes the place of what was sent before.
    for (const [index, each] of known.entries()) {
      const later = known.slice(index + 1).find((other) => isMovedTogether(each.state, other.state));
      if (later)
        each.state = { kind: 'rejected', reason: `no code there but on the line where breakpoint ${later.id} stands` };
    }
    await watched;
    return known;
  }

  async #underway<T>(work: Promise<T>): Promise<T> {
    const settled = work.then(
      () => {},
      () => {},
    );
    this.#settling.add(settled);
    void settled.then(() => this.#settling.delete(settled));
    return work;
  }

  /** Resolves when no answer is outstanding that says which number is whose: a stop may be reported before it. */
  async settled(): Promise<void> {
    await Promise.all(this.#settling);
  }

  /** The debuggee has loaded a file: what was found in it is true from now on. */
  fileLoaded(path: string): void {
    if (this.#loaded.has(path)) return;
    this.#loaded.add(path);
    for (const known of this.#known.values()) {
      if (known.path === path && known.state.kind === 'verified') this.#onChange(known.id, known.state);
    }
  }

  /** The debuggee has loaded a file of the same name: where that has the same text, it is what was meant. */
  copyLoaded(path: string, loaded: string): void {
    const text = this.#loaded.has(path) ? undefined : readTextOrArchived(path);
    if (text === undefined || text !== readTextOrArchived(loaded)) return;
    this.#copies.set(path, loaded);
    for (const known of this.#known.values()) {
      if (known.path === path) this.#onChange(known.id, this.#visible(known));
    }
  }

  #visible({ path, state }: Known): BreakpointState {
    if (state.kind !== 'verified' || path === undefined || this.#loaded.has(path)) return state;
    const copy = this.#copies.get(path);
    if (copy === undefined) return pending(`${basename(path)} is not loaded yet`);
    const reason = `${basename(path)} is not loaded, but ${copy} is, which has the same text: set it there`;
    return { kind: 'pending', reason, final: true };
  }

  async replaceFunctions(
    wanted: readonly FunctionBreakpoint[],
    options: CallOptions | undefined,
  ): Promise<BreakpointState[]> {
    if (wanted.length > 0 && !this.#connection.capabilities.supportsFunctionBreakpoints) {
      throw unsupported('Function breakpoints', 'Set a breakpoint on the first line of the function.');
    }
    if (!this.#connection.capabilities.supportsFunctionBreakpoints) return [];
    assertOffered(wanted, this.#connection.capabilities);
    if (wanted.some(({ logMessage, collect }) => logMessage !== undefined || collect !== undefined)) {
      throw unsupported('Log messages of function breakpoints', 'Set them on the first line of the function.');
    }
    return [...(await this.functions.replace(wanted, options))];
  }

  async setExceptionMode(mode: ExceptionBreakMode, options: CallOptions | undefined): Promise<void> {
    const offered = this.#connection.capabilities.exceptionBreakpointFilters?.map(({ filter }) => filter) ?? [];
    this.#filters = this.#quirks.exceptions.filters(mode).filter((each) => offered.includes(each));
    const { supportsFunctionBreakpoints } = this.#connection.capabilities;
    const raising = this.#quirks.exceptions.raisedIn?.(mode);
    if (raising && supportsFunctionBreakpoints) await this.functions.setRaising(raising, options);
    // One that offers none may not know the request either, and there are some that end over one.
    if (offered.length === 0) return;
    await this.#connection.request('setExceptionBreakpoints', { filters: [...this.#filters] }, options);
  }

  /** Only uncaught exceptions stop. */
  get stopsAtUncaughtOnly(): boolean {
    const uncaught = this.#quirks.exceptions.filters('uncaught');
    return this.#filters.every((each) => uncaught.includes(each));
  }

  /** Our numbers of the breakpoints that caused a stop; by their place where the adapter gives no numbers. */
  hits(
    dapIds: readonly DapBreakpointId[] | undefined,
    isFunction: boolean,
    at: SourceLocation,
    functionName: string,
  ): number[] {
    if (isFunction) return this.functions.candidates(dapIds, functionName);
    if (dapIds !== undefined && dapIds.length > 0) {
      const named = [...dapIds.flatMap((dapId) => this.#known.get(dapId)?.id ?? []), ...this.functions.named(dapIds)];
      if (named.length > 0) return named;
    }
    const isHit = ({ path, state }: Known) =>
      path === at.path && state.kind === 'verified' && state.location.line === at.line;
    const lines = [...this.#known.values()].filter(isHit).map(({ id }) => id);
    return lines.length > 0 ? lines : this.functions.candidates(undefined, functionName);
  }

  /** Our numbers of the breakpoints that may have been passed: their code is loaded. */
  passable(): number[] {
    const isVerified = (known: Known) => this.#visible(known).kind === 'verified';
    return [...[...this.#known.values()].filter(isVerified).map(({ id }) => id), ...this.functions.ids()];
  }

  async #admit(path: string, options: CallOptions | undefined): Promise<boolean> {
    const { breakpoints } = this.#quirks;
    if (breakpoints?.admitSources === undefined || this.#admitted.has(path)) return false;
    this.#admitted.add(path);
    await breakpoints.admitSources(this.#connection, this.#first, [...this.#admitted], options);
    return true;
  }

  #learn(
    what: { readonly id: BreakpointId; readonly path: string; readonly line: number },
    answered: Dap.Breakpoint | undefined,
    places: BreakpointPlaces | undefined,
  ): Known {
    const { path, line } = what;
    const early = answered?.id === undefined ? undefined : this.#early.get(answered.id);
    const known: Known = { id: what.id, path, line, state: { kind: 'pending', reason: 'not answered' } };
    known.state = this.#stateOf(known, { ...answered, verified: answered?.verified ?? false, ...early }, places);
    if (answered?.id !== undefined) this.#early.delete(answered.id);
    // Adapters may give it no number: then its place must do.
    this.#known.set(answered?.id ?? this.#nextUnnumbered--, known);
    return known;
  }

  #changed(breakpoint: Dap.Breakpoint): void {
    if (breakpoint.id === undefined || this.functions.changed(breakpoint)) return;
    const known = this.#known.get(breakpoint.id);
    if (known === undefined) {
      if (this.#early.size < MAX_EARLY) this.#early.set(breakpoint.id, breakpoint);
      return;
    }
    known.state = this.#stateOf(known, breakpoint, known.path === undefined ? undefined : this.#placesIn(known.path));
    this.#onChange(known.id, this.#visible(known));
  }

  #placesIn(path: string): BreakpointPlaces | undefined {
    return this.#quirks.breakpoints?.placesIn?.(path, this.#first);
  }

  #stateOf(
    { path, line }: Known,
    { verified, message, reason, source, ...at }: Dap.Breakpoint,
    places: BreakpointPlaces | undefined,
  ): BreakpointState {
    const place = path ?? source?.path;
    const found = at.line ?? line;
    if (verified && place !== undefined && found !== undefined) {
      return verifiedState({ path: place, line: found, column: at.column ?? 1 }, line, places);
    }
    const why = message ?? 'the debugger has not found code there yet';
    const permanentRejection =
      this.#quirks.breakpoints?.permanentRejection?.(why) ?? (reason === 'failed' ? why : undefined);
    return permanentRejection === undefined ? pending(why) : { kind: 'rejected' as const, reason: permanentRejection };
  }

  #toDap(wanted: SourceBreakpoint): Dap.SourceBreakpoint {
    const { id, line, column, condition, logMessage, collect } = wanted;
    const { output } = this.#quirks;
    const said = (message: string) => output?.logMessage?.(logMessageParts(message, output.logSyntax)) ?? message;
    const message =
      collect !== undefined && output?.collecting !== undefined
        ? markedMessage('collect', id, output.collecting.message(collect))
        : logMessage === undefined
          ? undefined
          : markedMessage('log', id, said(logMessage));
    return {
      line,
      ...(column === undefined ? {} : { column }),
      ...gateOf([{ asked: wanted, condition }], this.#quirks),
      ...(message === undefined ? {} : { logMessage: message }),
    };
  }
}

function verifiedState(
  location: SourceLocation,
  wantedLine: number | undefined,
  places: BreakpointPlaces | undefined,
): BreakpointState {
  const { line } = location;
  const said = places?.warning(wantedLine ?? line, line);
  const warning = said === undefined ? {} : { warning: said };
  if (wantedLine === undefined || wantedLine === line) return { kind: 'verified', location, ...warning };
  return { kind: 'verified', location, movedFromLine: wantedLine, ...warning };
}

/** True if two breakpoints stand in one place, which one of them was not wanted for. */
function isMovedTogether(state: BreakpointState, other: BreakpointState): boolean {
  if (state.kind !== 'verified' || other.kind !== 'verified') return false;
  const isMoved = state.movedFromLine !== undefined || other.movedFromLine !== undefined;
  return isMoved && state.location.line === other.location.line && state.location.column === other.location.column;
}

function pending(reason: string): BreakpointState {
  return { kind: 'pending', reason };
}
