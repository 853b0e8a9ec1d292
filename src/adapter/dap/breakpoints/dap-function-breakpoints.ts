import type { DapConnection } from '../../../dap/dap-connection.ts';
import type { DapBreakpointId, DapFrameId } from '../../../dap/ids.ts';
import type { Dap } from '../../../dap/protocol.ts';
import type { BreakpointState, FunctionBreakpoint } from '../../../model/breakpoints/breakpoint.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { BreakpointId } from '../../../model/ids.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import type { AdapterQuirks, RaisingFunction } from '../recipe/adapter-quirks.ts';
import { assertOneGate, type GatedBreakpoint, gateOf } from './breakpoint-gate.ts';

/** A function breakpoint of ours. */
interface Entry extends GatedBreakpoint {
  readonly id: BreakpointId;
  /** The name as the caller gave it: `Cart.total`. */
  readonly name: string;
  state: BreakpointState;
}

/** A breakpoint as the adapter knows it: by a part of its functions' names only. */
interface Group {
  readonly name: string;
  readonly entries: readonly Entry[];
  dapId: DapBreakpointId | undefined;
}

/** The function breakpoints of one DAP session. */
export class DapFunctionBreakpoints {
  readonly #connection: DapConnection;
  readonly #quirks: AdapterQuirks;
  readonly #onChange: (id: BreakpointId, state: BreakpointState) => void;
  #groups: readonly Group[] = [];
  /** The function at which the program has yet to stop because it begins there. */
  #entry: string | undefined;
  /** The functions in which a stop is a stop at an exception. */
  #raising: readonly RaisingFunction[] = [];

  constructor(
    connection: DapConnection,
    quirks: AdapterQuirks,
    onChange: (id: BreakpointId, state: BreakpointState) => void,
    entry: string | undefined,
  ) {
    this.#connection = connection;
    this.#quirks = quirks;
    this.#onChange = onChange;
    this.#entry = entry;
  }

  /** Nothing need be sent where the adapter was never given any, and none is wanted. */
  get isNeeded(): boolean {
    return this.#entry !== undefined || this.#raising.length > 0 || this.#groups.length > 0;
  }

  /** True if a stop in a function is that at the program's entry, and at no breakpoint of a call; true once. */
  takesEntry(functionName: string): boolean {
    const entry = this.#entry;
    if (entry === undefined || bareName(functionName) !== entry) return false;
    this.#entry = undefined;
    const isOurs = ({ name, entries }: Group) => name === entry && entries.length === 0;
    const kept = this.#groups.filter((group) => !isOurs(group));
    // Where a call wants to stop there, it is a stop at that breakpoint.
    if (kept.length === this.#groups.length) return false;
    this.#groups = kept;
    this.#send(kept, undefined).catch(() => {});
    return true;
  }

  /** Stops in these functions, too, as at exceptions. */
  async setRaising(raising: readonly RaisingFunction[], options: CallOptions | undefined): Promise<void> {
    const isSame = raising.map((each) => each.function).join() === this.#raising.map((each) => each.function).join();
    this.#raising = raising;
    if (isSame) return;
    const groups = this.#withOwn(this.#groups.filter(({ entries }) => entries.length > 0));
    this.#groups = groups;
    const breakpoints = await this.#send(groups, options);
    for (const [index, group] of groups.entries()) group.dapId = breakpoints[index]?.id;
  }

  /** The function that a stop is at because it raises an exception; undefined at breakpoints of a call, and in its calls of itself. */
  raisedAt(frames: readonly Dap.StackFrame[]): RaisingFunction | 'again' | undefined {
    const [name = '', caller] = frames.map((frame) => bareName(frame.name));
    const found = this.#raising.find((each) => bareName(each.function) === name);
    const isTheirs = this.#groups.some((group) => group.name === found?.function && group.entries.length > 0);
    if (found === undefined || isTheirs) return undefined;
    return caller === name ? 'again' : found;
  }

  /** With the groups that were not asked for. */
  #withOwn(groups: readonly Group[]): Group[] {
    const own = [...(this.#entry === undefined ? [] : [this.#entry]), ...this.#raising.map((each) => each.function)];
    const more = own.filter((name) => !groups.some((group) => group.name === name));
    return [...groups, ...more.map((name): Group => ({ name, entries: [], dapId: undefined }))];
  }

  /** Replaces all. @throws DebugError as DapConnection.request, `unsupported` */
  async replace(
    wanted: readonly FunctionBreakpoint[],
    options: CallOptions | undefined,
  ): Promise<readonly BreakpointState[]> {
    const groups = this.#withOwn(this.#grouped(wanted));
    this.#groups = groups;
    const breakpoints = await this.#send(groups, options);
    for (const [index, group] of groups.entries()) {
      const answered = breakpoints[index];
      group.dapId = answered?.id;
      for (const entry of group.entries) entry.state = stateOf(entry, answered);
    }
    const entries = groups.flatMap((group) => group.entries);
    return wanted.map(({ id }) => entries.find((entry) => entry.id === id)?.state ?? pending('not answered'));
  }

  async #send(groups: readonly Group[], options: CallOptions | undefined): Promise<readonly Dap.Breakpoint[]> {
    const request = { breakpoints: groups.map(({ name, entries }) => ({ name, ...gateOf(entries, this.#quirks) })) };
    const answer = await this.#connection.request('setFunctionBreakpoints', request, options);
    // Adapters that do nothing with them may answer nothing.
    return answer?.breakpoints ?? [];
  }

  #grouped(wanted: readonly FunctionBreakpoint[]): Group[] {
    const groups = new Map<string, Entry[]>();
    for (const { name, ...each } of wanted) {
      const target = this.#quirks.functions?.target?.(name) ?? { name };
      const entries = groups.get(target.name) ?? [];
      groups.set(target.name, entries);
      const conditions = [target.condition, each.condition].flatMap((text) =>
        text === undefined ? [] : [`(${text})`],
      );
      const and = this.#quirks.functions?.logicalWords?.and ?? '&&';
      const condition = conditions.length === 0 ? undefined : conditions.join(` ${and} `);
      const asked = { ...each, functions: { condition: target.condition } };
      entries.push({ id: each.id, name, asked, condition, state: pending('not answered') });
    }
    for (const [name, entries] of groups) assertOneGate(name, entries, this.#quirks);
    return [...groups].map(([name, entries]) => ({ name, entries, dapId: undefined }));
  }

  /** The numbers of our breakpoints that may have stopped: those that the adapter names, or all for a function of that name. */
  candidates(dapIds: readonly DapBreakpointId[] | undefined, functionName: string): number[] {
    const named = this.named(dapIds ?? []);
    return named.length > 0 ? named : idsOf(this.#groups.filter(({ name }) => name === functionName));
  }

  /** The numbers of our breakpoints that the adapter means by its numbers. */
  named(dapIds: readonly DapBreakpointId[]): number[] {
    return idsOf(this.#groups.filter(({ dapId }) => dapId !== undefined && dapIds.includes(dapId)));
  }

  /** Our numbers of all. */
  ids(): number[] {
    return idsOf(this.#groups);
  }

  /** True if a number of ours is that of a breakpoint at a function. */
  has(id: BreakpointId): boolean {
    return idsOf(this.#groups).includes(id);
  }

  /** The candidates whose condition is true in the frame that stopped. */
  async confirmed(candidates: readonly number[], dapFrameId: DapFrameId | undefined): Promise<number[]> {
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

  /** Learns the place of a breakpoint, which is known only once it was hit. */
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

/** `total` of `total(std::vector<Item> const&)`, and all of `main.(*Cart).total`. */
function bareName(functionName: string): string {
  return functionName.replace(/(?<=[\w>])\(.*$/s, '');
}

function idsOf(groups: readonly Group[]): number[] {
  return groups.flatMap(({ entries }) => entries.map(({ id }) => id));
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
