import type { DapConnection } from '../../../dap/dap-connection.ts';
import type { Dap } from '../../../dap/protocol.ts';
import type { BreakpointState, FunctionBreakpoint } from '../../../model/breakpoint.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import type { AdapterQuirks } from '../recipe/adapter-quirks.ts';

/** One of ours. */
interface Entry {
  readonly id: number;
  /** As it was asked for: `Cart.total`. */
  readonly name: string;
  /** True in the function that is meant, and where the caller's condition is; undefined where there is nothing to ask. */
  readonly condition: string | undefined;
  state: BreakpointState;
}

/** What the adapter knows as one breakpoint: it knows functions by a part of their name only. */
interface Group {
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly hitCondition: string | undefined;
  dapId: number | undefined;
}

/** The function breakpoints of one DAP session. */
export class DapFunctionBreakpoints {
  readonly #connection: DapConnection;
  readonly #quirks: AdapterQuirks;
  readonly #onChange: (id: number, state: BreakpointState) => void;
  #groups: readonly Group[] = [];

  constructor(
    connection: DapConnection,
    quirks: AdapterQuirks,
    onChange: (id: number, state: BreakpointState) => void,
  ) {
    this.#connection = connection;
    this.#quirks = quirks;
    this.#onChange = onChange;
  }

  get #words(): { readonly and: string; readonly or: string } {
    return this.#quirks.functions?.logicalWords ?? { and: '&&', or: '||' };
  }

  /** Replaces all. @throws DebugError as DapConnection.request, `unsupported` */
  async replace(
    wanted: readonly FunctionBreakpoint[],
    options: CallOptions | undefined,
  ): Promise<readonly BreakpointState[]> {
    const groups = this.#grouped(wanted);
    this.#groups = groups;
    const request = { breakpoints: groups.map((group) => toDap(group, this.#words.or)) };
    const { breakpoints } = await this.#connection.request('setFunctionBreakpoints', request, options);
    for (const [index, group] of groups.entries()) {
      const answered = breakpoints[index];
      group.dapId = answered?.id;
      for (const entry of group.entries) entry.state = stateOf(entry, answered);
    }
    const entries = groups.flatMap((group) => group.entries);
    return wanted.map(({ id }) => entries.find((entry) => entry.id === id)?.state ?? pending('not answered'));
  }

  #grouped(wanted: readonly FunctionBreakpoint[]): Group[] {
    const groups = new Map<string, { entries: Entry[]; hitConditions: (string | undefined)[] }>();
    for (const { id, name, condition, hitCondition } of wanted) {
      const target = this.#quirks.functions?.target?.(name) ?? { name };
      const { entries, hitConditions } = groups.get(target.name) ?? { entries: [], hitConditions: [] };
      groups.set(target.name, { entries, hitConditions });
      const conditions = [target.condition, condition].flatMap((each) => (each === undefined ? [] : [`(${each})`]));
      const joined = conditions.length === 0 ? undefined : conditions.join(` ${this.#words.and} `);
      entries.push({ id, name, condition: joined, state: pending('not answered') });
      hitConditions.push(hitCondition);
    }
    return [...groups].map(([name, { entries, hitConditions }]) => {
      if (new Set(hitConditions).size > 1) throw differentHitConditions(name);
      return { name, entries, hitCondition: hitConditions[0], dapId: undefined };
    });
  }

  /** Which of ours may have stopped: those that the adapter names, or all for a function of that name. */
  candidates(dapIds: readonly number[] | undefined, functionName: string): number[] {
    const named = this.named(dapIds ?? []);
    return named.length > 0 ? named : idsOf(this.#groups.filter(({ name }) => name === functionName));
  }

  /** Those that the adapter means by its numbers. */
  named(dapIds: readonly number[]): number[] {
    return idsOf(this.#groups.filter(({ dapId }) => dapId !== undefined && dapIds.includes(dapId)));
  }

  /** Whether a number of ours is that of a breakpoint at a function. */
  has(id: number): boolean {
    return idsOf(this.#groups).includes(id);
  }

  /** Of several candidates, those whose condition is true in the frame that stopped. */
  async confirmed(candidates: readonly number[], dapFrameId: number | undefined): Promise<number[]> {
    if (candidates.length < 2 || dapFrameId === undefined) return [...candidates];
    const entries = this.#groups.flatMap((group) => group.entries).filter(({ id }) => candidates.includes(id));
    const verdicts = await Promise.all(
      entries.map(async ({ id, condition }) => {
        if (condition === undefined) return id;
        const question = { expression: `bool(${condition})`, frameId: dapFrameId, context: 'repl' };
        const answer = await this.#connection.request('evaluate', question).catch(() => undefined);
        return /^true$/i.test(answer?.result ?? '') ? id : [];
      }),
    );
    return verdicts.flat();
  }

  /** One has a place only once it was hit. */
  learnPlace(ids: readonly number[], location: SourceLocation): void {
    for (const entry of this.#groups.flatMap((group) => group.entries)) {
      if (ids.includes(entry.id) && entry.state.kind !== 'verified')
        this.#change(entry, { kind: 'verified', location });
    }
  }

  /** The adapter has news of a breakpoint. Whether it is one of these. */
  changed(breakpoint: Dap.Breakpoint): boolean {
    const group = this.#groups.find(({ dapId }) => dapId !== undefined && dapId === breakpoint.id);
    for (const entry of group?.entries ?? []) this.#change(entry, stateOf(entry, breakpoint));
    return group !== undefined;
  }

  #change(entry: Entry, state: BreakpointState): void {
    entry.state = state;
    this.#onChange(entry.id, state);
  }
}

function idsOf(groups: readonly Group[]): number[] {
  return groups.flatMap(({ entries }) => entries.map(({ id }) => id));
}

/** Of several conditions one must be true; one without a condition always is. */
function toDap({ name, entries, hitCondition }: Group, or: string): Dap.FunctionBreakpoint {
  const conditions = entries.flatMap(({ condition }) => condition ?? []);
  const isAlways = conditions.length < entries.length;
  return {
    name,
    ...(isAlways ? {} : { condition: conditions.join(` ${or} `) }),
    ...(hitCondition === undefined ? {} : { hitCondition }),
  };
}

function stateOf({ name }: Entry, answered: Dap.Breakpoint | undefined): BreakpointState {
  const { verified = false, line, column = 1, source, message } = answered ?? {};
  if (!verified) return pending(message ?? `no function named ${name} is loaded yet`);
  if (line === undefined || source?.path === undefined) {
    return pending(`it stops in the first function named ${name} that is called`);
  }
  return { kind: 'verified', location: { path: source.path, line, column } };
}

function pending(reason: string): BreakpointState {
  return { kind: 'pending', reason };
}

function differentHitConditions(name: string): DebugError {
  return new DebugError('unsupported', `Breakpoints at functions named ${name} cannot have different hit conditions.`, {
    advice: 'Give one of them as a line of its file.',
  });
}
