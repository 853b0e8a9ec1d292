import type { DapConnection } from '../../dap/dap-connection.ts';
import type { Dap } from '../../dap/protocol.ts';
import type {
  BreakpointState,
  ExceptionBreakMode,
  FunctionBreakpoint,
  SourceBreakpoint,
} from '../../model/breakpoint.ts';
import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { SourceLocation } from '../../model/source-location.ts';
import type { AdapterQuirks, SessionOffer } from './adapter-recipe.ts';
import { markedMessage } from './log-marks.ts';
import { logMessageParts } from './log-message.ts';

/** What one DAP id stands for. */
interface Known {
  readonly id: number;
  readonly path: string | undefined;
  readonly line: number | undefined;
  readonly functionName: string | undefined;
  state: BreakpointState;
}

const MAX_EARLY = 1_000;

/**
 * The breakpoints of one DAP session: sends them as the protocol wants it (all of a source at once), and knows which of ours
 * an adapter's number means.
 */
export class TargetBreakpoints {
  readonly #connection: DapConnection;
  readonly #quirks: AdapterQuirks;
  readonly #known = new Map<number, Known>();
  /** Changes told before the response that says whose they are. */
  readonly #early = new Map<number, Dap.Breakpoint>();
  readonly #admitted = new Set<string>();
  readonly #onChange: (id: number, state: BreakpointState) => void;

  readonly #first: SessionOffer['arguments'];

  /** @param first The arguments that the session begins with. */
  constructor(
    connection: DapConnection,
    first: SessionOffer['arguments'],
    quirks: AdapterQuirks,
    onChange: (id: number, state: BreakpointState) => void,
  ) {
    this.#connection = connection;
    this.#first = first;
    this.#quirks = quirks;
    this.#onChange = onChange;
    connection.on('breakpoint', ({ reason, breakpoint }) => {
      if (reason !== 'removed') this.#changed(breakpoint);
    });
  }

  /** Replaces those of a source. @throws DebugError `unsupported`, and as DapConnection.request */
  async replace(
    path: string,
    wanted: readonly SourceBreakpoint[],
    options: CallOptions | undefined,
  ): Promise<BreakpointState[]> {
    this.#assertOffered(wanted);
    for (const [dapId, known] of this.#known) if (known.path === path) this.#known.delete(dapId);
    const { breakpoints } = await this.#connection.request(
      'setBreakpoints',
      { source: { path }, breakpoints: wanted.map((each) => this.#toDap(each)) },
      options,
    );
    const states = wanted.map((each, index) => this.#learn({ id: each.id, path, line: each.line }, breakpoints[index]));
    const refused = states.some((state) => state.kind !== 'verified');
    if (!refused || wanted.length === 0 || !(await this.#admit(path, options))) return states;
    return this.replace(path, wanted, options);
  }

  async replaceFunctions(
    wanted: readonly FunctionBreakpoint[],
    options: CallOptions | undefined,
  ): Promise<BreakpointState[]> {
    if (wanted.length > 0 && !this.#connection.capabilities.supportsFunctionBreakpoints) {
      throw unsupported('Function breakpoints', 'Set a breakpoint on the first line of the function.');
    }
    this.#assertOffered(wanted);
    if (wanted.some(({ logMessage, collect }) => logMessage !== undefined || collect !== undefined)) {
      throw unsupported('Log messages of function breakpoints', 'Set them on the first line of the function.');
    }
    for (const [dapId, known] of this.#known) if (known.functionName !== undefined) this.#known.delete(dapId);
    const { breakpoints } = await this.#connection.request(
      'setFunctionBreakpoints',
      { breakpoints: wanted.map((each) => this.#toDapFunction(each)) },
      options,
    );
    return wanted.map(({ id, name }, index) => this.#learn({ id, functionName: name }, breakpoints[index]));
  }

  async setExceptionMode(mode: ExceptionBreakMode, options: CallOptions | undefined): Promise<void> {
    const offered = this.#connection.capabilities.exceptionBreakpointFilters?.map(({ filter }) => filter) ?? [];
    const filters = this.#quirks.exceptionFilters(mode).filter((each) => offered.includes(each));
    await this.#connection.request('setExceptionBreakpoints', { filters }, options);
  }

  /** Our numbers of the breakpoints that caused a stop; by their place where the adapter gives no numbers. */
  hits(dapIds: readonly number[] | undefined, isFunction: boolean, at: SourceLocation, functionName: string): number[] {
    if (dapIds !== undefined && dapIds.length > 0) {
      return dapIds.flatMap((dapId) => this.#known.get(dapId)?.id ?? []);
    }
    const isHit = ({ path, functionName: name, state }: Known) =>
      isFunction
        ? name !== undefined && (name === functionName || name.endsWith(`.${functionName}`))
        : path === at.path && state.kind === 'verified' && state.location.line === at.line;
    return [...this.#known.values()].filter(isHit).map(({ id }) => id);
  }

  /** A breakpoint at a function has a place only once it was hit. */
  learnPlace(ids: readonly number[], location: SourceLocation): void {
    for (const known of this.#known.values()) {
      if (!ids.includes(known.id) || known.functionName === undefined || known.state.kind === 'verified') continue;
      known.state = { kind: 'verified', location };
      this.#onChange(known.id, known.state);
    }
  }

  async #admit(path: string, options: CallOptions | undefined): Promise<boolean> {
    const { admitSources } = this.#quirks;
    if (admitSources === undefined || this.#admitted.has(path)) return false;
    this.#admitted.add(path);
    await admitSources(this.#connection, this.#first, [...this.#admitted], options);
    return true;
  }

  #learn(
    what: { readonly id: number; readonly path?: string; readonly line?: number; readonly functionName?: string },
    answered: Dap.Breakpoint | undefined,
  ): BreakpointState {
    const { path, line, functionName } = what;
    const early = answered?.id === undefined ? undefined : this.#early.get(answered.id);
    const known: Known = { id: what.id, path, line, functionName, state: { kind: 'pending', reason: 'not answered' } };
    known.state = this.#stateOf(known, { ...answered, verified: answered?.verified ?? false, ...early });
    if (answered?.id !== undefined) {
      this.#early.delete(answered.id);
      this.#known.set(answered.id, known);
    }
    return known.state;
  }

  #changed(breakpoint: Dap.Breakpoint): void {
    if (breakpoint.id === undefined) return;
    const known = this.#known.get(breakpoint.id);
    if (known === undefined) {
      if (this.#early.size < MAX_EARLY) this.#early.set(breakpoint.id, breakpoint);
      return;
    }
    known.state = this.#stateOf(known, breakpoint);
    this.#onChange(known.id, known.state);
  }

  #stateOf({ path, line, functionName }: Known, { verified, message, reason, source, ...at }: Dap.Breakpoint) {
    if (functionName !== undefined && verified && at.line === undefined) {
      return pending(`it stops in the first function named ${functionName} that is called`);
    }
    const place = path ?? source?.path;
    const found = at.line ?? line;
    if (verified && place !== undefined && found !== undefined) {
      return this.#verified({ path: place, line: found, column: at.column ?? 1 }, line);
    }
    const why = message ?? 'the debugger has not found code there yet';
    const hopeless = this.#quirks.hopeless?.(why) ?? (reason === 'failed' ? why : undefined);
    return hopeless === undefined ? pending(why) : { kind: 'rejected' as const, reason: hopeless };
  }

  #verified(location: SourceLocation, wantedLine: number | undefined): BreakpointState {
    if (wantedLine === undefined || wantedLine === location.line) return { kind: 'verified', location };
    const warning = this.#quirks.moveWarning?.(location.path, wantedLine, location.line);
    return { kind: 'verified', location, movedFromLine: wantedLine, ...(warning === undefined ? {} : { warning }) };
  }

  #toDap({ id, line, column, condition, hitCondition, logMessage, collect }: SourceBreakpoint): Dap.SourceBreakpoint {
    const quirks = this.#quirks;
    const said = (message: string) => quirks.logMessage?.(logMessageParts(message)) ?? message;
    const message =
      collect !== undefined && quirks.collectMessage !== undefined
        ? markedMessage('collect', id, quirks.collectMessage(collect))
        : logMessage === undefined
          ? undefined
          : markedMessage('log', id, said(logMessage));
    return {
      line,
      ...(column === undefined ? {} : { column }),
      ...(condition === undefined ? {} : { condition }),
      ...(hitCondition === undefined ? {} : { hitCondition }),
      ...(message === undefined ? {} : { logMessage: message }),
    };
  }

  #toDapFunction({ name, condition, hitCondition }: FunctionBreakpoint): Dap.FunctionBreakpoint {
    const target = this.#quirks.functionTarget?.(name) ?? { name };
    const conditions = [target.condition, condition].flatMap((each) => (each === undefined ? [] : each));
    const joined = conditions.length > 1 ? conditions.map((each) => `(${each})`).join(' and ') : conditions[0];
    return {
      name: target.name,
      ...(joined === undefined ? {} : { condition: joined }),
      ...(hitCondition === undefined ? {} : { hitCondition }),
    };
  }

  #assertOffered(wanted: readonly (SourceBreakpoint | FunctionBreakpoint)[]): void {
    const { supportsConditionalBreakpoints, supportsHitConditionalBreakpoints, supportsLogPoints } =
      this.#connection.capabilities;
    for (const { condition, hitCondition, logMessage, collect } of wanted) {
      if (condition !== undefined && !supportsConditionalBreakpoints)
        throw unsupported('Conditions of breakpoints', 'Set it without one, and evaluate the condition at each stop.');
      if (hitCondition !== undefined && !supportsHitConditionalBreakpoints)
        throw unsupported('Hit conditions of breakpoints', 'Set it without one, and continue as often as needed.');
      if ((logMessage ?? collect) !== undefined && !supportsLogPoints)
        throw unsupported('Log breakpoints', 'Set it without a log message, and evaluate at each stop.');
    }
  }
}

function pending(reason: string): BreakpointState {
  return { kind: 'pending', reason };
}

function unsupported(what: string, advice: string): DebugError {
  return new DebugError('unsupported', `${what} are not supported by this debug adapter.`, { advice });
}
