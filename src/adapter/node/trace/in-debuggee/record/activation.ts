import { clockMs } from '../agent/program.ts';
import type { CodeTable, Site } from '../code/table.ts';
import { type Ending, type HeldEnd, UNKNOWN_ERROR } from './call-end.ts';
import { described, type Held, held, heldType } from './describe.ts';
import { type HeldEvent, LoopPasses } from './loop-passes.ts';
import { MadeCalls } from './made-calls.ts';
import type { Change } from './object-changes.ts';
import type { ValueWatch } from './value-search/value-watch.ts';
import { Variables } from './variables.ts';

/** Receives a call that has ended. */
export interface CallOwner {
  readonly table: CodeTable;
  readonly maxEvents: number;
  /** An event was added: time may have come to write. */
  tick(): void;
  ended(call: Activation): void;
  /** The call ended with an error that is not known: the next code that meets an error may know it. */
  awaitsError(call: Activation): void;
  /** An error that was met. */
  met(error: unknown): void;
  readonly watch?: ValueWatch;
}

/** The function of a site, for the values that it is passed and gives. */
export type Probe = (this: Activation, ...values: unknown[]) => unknown;

/** The probes of a function. */
export type ProbesBySite = readonly (Probe | undefined)[];

const NO_LOOPS: readonly number[] = [];

const { freeze } = Object;
const END = freeze({ done: true, value: undefined });
const CURSOR = freeze({ next: () => END });

/** Can be iterated, whatever the program did to the iterators of lists. */
export const NO_ITEMS: Iterable<unknown> = freeze({ [Symbol.iterator]: () => CURSOR });

const sameValue: Probe = (value) => value;

/** One call of a function, with everything that happens in it. The probes of the code call its methods. */
export class Activation {
  readonly owner: CallOwner;
  readonly number: number;
  readonly atMs: number;
  readonly arguments: readonly Change[];
  durationMs = 0;
  end: HeldEnd | undefined;
  /** The callers, as an error that was made at the call. */
  caller: object | undefined;
  line: number;
  /** The probe of a site, by its number, for a value and more. */
  readonly passed: (site: number, ...values: unknown[]) => unknown;
  /** Spread by the code where a call without other probes begins. */
  readonly noItems = NO_ITEMS;
  readonly #events: LoopPasses;
  readonly #variables: Variables;
  readonly #calls = new MadeCalls((event, site, mark) => this.#add(event, site, mark));
  readonly #switches = new Map<number, boolean>();
  #lastLine: HeldEvent | undefined;
  #waiting: { readonly what: 'await' | 'yield'; readonly sinceMs: number } | undefined;
  /** True if a generator went on without a value, and has not caught an error since. */
  #wasGivenUp = false;
  #waitedAt = 0;
  #returning: { readonly value: Held } | undefined;
  #throwing: { readonly error: Held } | undefined;
  #isGivenUp = false;
  /** The pending end of the call when a `finally` began, by its site. */
  readonly #endings = new Map<number, Ending>();

  constructor(
    owner: CallOwner,
    number: number,
    values: readonly unknown[],
    readers: readonly (() => unknown)[],
    probes: ProbesBySite,
  ) {
    this.owner = owner;
    this.number = number;
    this.atMs = clockMs();
    this.passed = (site, ...values) => Reflect.apply(probes[site] ?? sameValue, this, values);
    this.line = owner.table.line;
    this.arguments = argumentsOf(owner.table, values);
    this.#events = new LoopPasses(owner.maxEvents);
    this.#variables = new Variables(owner.table, readers);
  }

  /** All events that are kept. */
  events(): readonly HeldEvent[] {
    return this.#events.list();
  }

  /** The end of the call if the process ended now. */
  endNow(): HeldEnd {
    return this.end ?? { kind: this.#waiting === undefined ? 'running' : 'suspended', line: this.line };
  }

  /** Records changes of values since the last look, as changes of the last line. */
  look(site: Site, values: readonly unknown[]): void {
    const changes = this.#variables.changes(site, values, (kind) => this.#events.mark(kindMark(kind)));
    const line = this.#lastLine;
    if (changes === undefined || line === undefined) return;
    line.changes = line.changes === undefined ? changes : joined(line.changes, changes);
    this.#showChanges(changes, line.line ?? site.line);
  }

  begins(site: Site, mark: number, values: readonly unknown[]): void {
    this.look(site, values);
    this.#throwing = undefined;
    const line: HeldEvent = { kind: 'line', line: site.line, changes: undefined };
    this.#lastLine = line;
    this.#add(line, site, mark);
  }

  /** A pass begins. What its head changed is a line of its own from the second on: of the first, it is the loop's. */
  passes(site: Site, values: readonly unknown[]): void {
    const loop = site.loop ?? 0;
    const isFirst = this.#events.passesOf(loop) === 0;
    if (isFirst) {
      this.look(site, values);
      this.#events.pass(loop, site.line, site.loops);
      return;
    }
    this.#events.pass(loop, site.line, site.loops);
    this.#head(site, site.line, values);
  }

  /** The test of a loop says that there are no more passes. */
  leaves(site: Site, mark: number, values: readonly unknown[]): void {
    const loop = site.loop ?? 0;
    this.#events.within(site.loops);
    if (this.#events.passesOf(loop) === 0) this.look(site, values);
    else this.#head(site, this.owner.table.loops[loop] ?? site.line, values);
    this.branches(site, mark, false);
  }

  /** Records the changes of a loop's head between two passes, or after the last one, as a line of their own. */
  #head(site: Site, at: number, values: readonly unknown[]): void {
    const changes = this.#variables.changes(site, values, (kind) => this.#events.mark(kindMark(kind)));
    if (changes === undefined) return;
    const line: HeldEvent = { kind: 'line', line: at, changes };
    this.#lastLine = line;
    this.#showChanges(changes, at);
    this.#add(line, site, at);
  }

  #showChanges(changes: readonly Change[], at: number): void {
    const { watch } = this.owner;
    if (watch === undefined) return;
    for (let each = 0; each < changes.length; each++) {
      const changed = changes[each];
      if (changed?.after !== undefined) watch.saw(this, 'set', changed.after, at, changed.name);
    }
  }

  branches(site: Site, mark: number, taken: boolean): void {
    this.#add({ kind: 'branch', line: site.line, what: site.text ?? '', taken }, site, taken ? mark + 7919 : mark);
  }

  switches(number: number): void {
    this.#switches.set(number, true);
  }

  /** A case was entered: by the switch, or from the case before it. */
  cases(site: Site, mark: number): void {
    if (!this.#switches.get(site.of ?? 0)) return;
    this.#switches.set(site.of ?? 0, false);
    this.branches(site, mark, true);
  }

  argument(site: Site, call: Site, value: unknown): void {
    const given = this.#calls.argument(site, call, value);
    this.owner.watch?.passed(this, given, call.line, call.text, site.plain);
  }

  /** All that is passed is known. */
  calling(call: Site, number: number): void {
    this.#calls.calling(call, number);
  }

  /** Without a call where an optional chain ended before it. */
  result(site: Site, number: number, value: unknown): void {
    const made = this.#calls.result(site, number, value);
    if (made !== undefined) this.owner.watch?.saw(this, 'result', made, site.line, site.text);
    this.#throwing = undefined;
  }

  chain(site: Site): void {
    this.#calls.chain(site);
  }

  /** A `finally` begins: the call may end otherwise than it was about to. */
  finalizes(site: number): void {
    const isGivenUp = this.#waiting?.what === 'yield';
    this.#endings.set(site, { returning: this.#returning, throwing: this.#throwing, isGivenUp });
    this.#returning = undefined;
    this.#throwing = undefined;
  }

  /** Called when a `finally` has run to its end: the pending end happens. */
  finalized(site: number): void {
    const ending = this.#endings.get(site);
    this.#endings.delete(site);
    this.#returning = ending?.returning;
    this.#throwing = ending?.throwing;
    if (ending?.isGivenUp) this.#isGivenUp = true;
  }

  throws(error: unknown): void {
    this.#throwing = { error: held(error) };
  }

  returns(site: Site, value: unknown, values: readonly unknown[]): void {
    this.look(site, values);
    const returned = held(value);
    this.#returning = { value: returned };
    if (site.kind === 'return') this.owner.watch?.saw(this, 'returned', returned, site.line);
    this.#throwing = undefined;
    this.line = site.line;
  }

  caught(site: Site, mark: number, error: unknown, isKnown: boolean): void {
    if (isKnown) this.owner.met(error);
    this.#wasGivenUp = false;
    const known = isKnown ? held(error) : (this.#throwing?.error ?? UNKNOWN_ERROR);
    this.#throwing = undefined;
    this.#returning = undefined;
    this.#calls.threw({ kind: 'threw', error: known }, false);
    this.#events.mark(kindMark(heldType(known)));
    this.#add({ kind: 'caught', line: site.line, error: known }, site, mark);
    this.owner.watch?.saw(this, 'caught', known, site.line);
  }

  suspends(site: Site, what: 'await' | 'yield', value: unknown): void {
    const given = held(value);
    this.#add({ kind: 'suspended', line: site.line, what, value: given }, site, 3);
    if (what === 'yield') this.owner.watch?.saw(this, 'yielded', given, site.line);
    this.owner.watch?.suspends(this);
    this.#waiting = { what, sinceMs: clockMs() };
    this.line = site.line;
    this.#waitedAt = site.line;
  }

  resumes(site: Site, value: unknown): void {
    this.#resume(site, held(value));
  }

  /** Called by the code where errors are caught and thrown again. */
  threw(error: unknown): void {
    this.owner.met(error);
    this.#finish({ kind: 'threw', error: held(error) });
  }

  /** Called by the code however the call ended. */
  left(): void {
    if (this.end !== undefined) return;
    const thrown = this.#throwing;
    const returned = this.#returning;
    if (thrown !== undefined) this.#finish({ kind: 'threw', error: thrown.error });
    else if (returned !== undefined) this.#finish({ kind: 'returned', value: returned.value });
    else if (this.#wasGivenUp) this.#finish({ kind: 'closed', line: this.#waitedAt });
    else if (this.#isGivenUp || this.#waiting?.what === 'yield') this.#finish({ kind: 'closed', line: this.line });
    else this.leftByError();
  }

  leftByError(): void {
    this.owner.awaitsError(this);
    this.#finish({ kind: 'threw', error: UNKNOWN_ERROR });
  }

  /** Called when the error that the call ended with is known. */
  knowsError(error: unknown): void {
    const end: HeldEnd = { kind: 'threw', error: described(error) };
    this.end = end;
    this.#calls.knowError(end);
  }

  #finish(end: HeldEnd): void {
    if (this.end !== undefined) return;
    this.end = end;
    this.durationMs = clockMs() - this.atMs;
    this.#events.within(NO_LOOPS);
    if (end.kind === 'threw') {
      this.#calls.threw(end, true);
      this.owner.watch?.saw(this, 'threw', end.error, this.line);
    }
    this.owner.ended(this);
  }

  #add(event: HeldEvent, site: Site, mark: number): void {
    if (this.#waiting !== undefined && event.kind !== 'resumed') this.#goesOn(site);
    this.line = site.line;
    this.#events.add(event, site.loops, mark);
    this.owner.tick();
  }

  /** Records that the call goes on with an error, or to be given up: without a value, at its wait. */
  #goesOn(site: Site): void {
    this.#wasGivenUp = this.#waiting?.what === 'yield';
    this.#resume({ ...site, line: this.line }, undefined);
  }

  #resume(site: Site, value: Held | undefined): void {
    const waitedMs = this.#waiting === undefined ? 0 : round(clockMs() - this.#waiting.sinceMs);
    this.#waiting = undefined;
    this.#add({ kind: 'resumed', line: site.line, waitedMs, ...(value === undefined ? {} : { value }) }, site, 5);
    this.owner.watch?.resumes(this);
    if (value !== undefined) this.owner.watch?.saw(this, 'resumed', value, site.line);
  }
}

/** Milliseconds with three places. */
export function round(ms: number): number {
  return Math.trunc(ms * 1000) / 1000;
}

/** The arguments of a call as variables. */
export function argumentsOf(table: CodeTable, values: readonly unknown[]): Change[] {
  const list: Change[] = [];
  for (let at = 0; at < table.params.length; at++) list[at] = { name: table.params[at] ?? '', after: held(values[at]) };
  return list;
}

function joined(before: readonly Change[], after: readonly Change[]): readonly Change[] {
  const all: Change[] = [];
  for (let at = 0; at < before.length; at++) all[at] = before[at] ?? { name: '' };
  for (let at = 0; at < after.length && all.length < 20; at++) all[all.length] = after[at] ?? { name: '' };
  return all;
}

const kinds = new Map<string, number>();

/** A number for each kind, so that passes can be told apart by arithmetic. */
function kindMark(kind: string): number {
  const known = kinds.get(kind);
  if (known !== undefined) return known;
  const made = 104_729 + kinds.size * 31;
  if (kinds.size < 10_000) kinds.set(kind, made);
  return made;
}
