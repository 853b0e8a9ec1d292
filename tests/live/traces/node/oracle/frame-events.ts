import type { FrameEvent, TracedChange, TracedEnd, TracedValue } from '../../../../../src/model/trace/trace-record.ts';
import { MAX_CHANGES, VariableHistory } from './changes.ts';
import type { LogEntry, ProcessLog, Snapshot } from './log.ts';
import type { OracleFunction, Place, Places } from './places.ts';

/** A loop with the events of each of its passes. */
export interface LoopOf {
  readonly kind: 'loop';
  readonly line: number;
  readonly passes: LoopEvent[][];
  isOver: boolean;
}

/** An event, or a loop of them. */
export type LoopEvent = FrameEvent | LoopOf;

/** A call with everything that happened in it, nothing left out. */
export interface OracleCall {
  readonly of: OracleFunction;
  readonly arguments: readonly TracedChange[];
  readonly events: readonly LoopEvent[];
  readonly end: TracedEnd;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type LineEvent = Mutable<Extract<FrameEvent, { kind: 'line' }>>;
type CallEvent = Mutable<Extract<FrameEvent, { kind: 'call' }>>;

/** All calls of a process, in the order in which they began. */
export function callsOf({ log }: ProcessLog, places: Places): OracleCall[] {
  const calls = new Map<number, CallReader>();
  for (const entry of log) {
    if (entry[0] === 'hit') continue;
    if (entry[0] === 'enter') {
      const of = places.functions[entry[2]];
      if (of) calls.set(entry[1], new CallReader(places, of, entry[3], entry[4]));
    } else calls.get(entry[1])?.read(entry);
  }
  return [...calls.values()].map((each) => each.call());
}

/** The calls as outlines have them: `this` is shown where the life of one call is. */
export function outlinesOf(log: ProcessLog, places: Places): OracleCall[] {
  return callsOf(log, places).map((each) => ({
    ...each,
    arguments: each.arguments.filter(({ name }) => name !== 'this'),
  }));
}

/** Puts what was logged of one call together. */
class CallReader {
  readonly #places: Places;
  readonly #of: OracleFunction;
  readonly #arguments: readonly TracedChange[];
  readonly #events: LoopEvent[] = [];
  /** The loops that run, and the list that events go to. */
  readonly #open: { readonly place: number; readonly loop: LoopOf }[] = [];
  readonly #history: VariableHistory;
  #line: LineEvent | undefined;
  #calling: { readonly event: CallEvent; readonly place: number }[] = [];
  #waiting: { readonly line: number } | undefined;
  #waitedAt = 0;
  #at: number;
  readonly #switched = new Set<number>();
  #end: TracedEnd | undefined;
  #isLeft = false;

  constructor(places: Places, of: OracleFunction, values: readonly TracedValue[], outer: Snapshot) {
    this.#places = places;
    this.#of = of;
    this.#at = of.line;
    const names = of.self === undefined ? of.params : [...of.params, of.self];
    this.#arguments = names.flatMap((name, at) => {
      const after = values[at];
      return after ? [{ name, after }] : [];
    });
    this.#history = new VariableHistory(of.outer, outer);
  }

  call(): OracleCall {
    const line = this.#waiting?.line ?? this.#at;
    const pending: TracedEnd = { kind: this.#waiting ? 'suspended' : 'running', line };
    const end = this.#isLeft ? (this.#end ?? { kind: 'closed', line: this.#waitedAt }) : pending;
    return { of: this.#of, arguments: this.#arguments, events: this.#events, end };
  }

  read(entry: Exclude<LogEntry, readonly ['enter' | 'hit', ...unknown[]]>): void {
    if (entry[0] === 'left') this.#isLeft = true;
    else if (entry[0] === 'threw') {
      this.#end = { kind: 'threw', error: entry[2] };
      this.#failCalls(entry[2]);
    } else {
      const place = this.#places.places[entry[2]];
      if (place !== undefined) this.#happened(entry, place);
    }
  }

  #happened(entry: Exclude<LogEntry, readonly ['enter' | 'hit' | 'left' | 'threw', ...unknown[]]>, place: Place): void {
    const { line, text } = place;
    switch (entry[0]) {
      case 'line':
        this.#look(place, entry[3]);
        this.#line = { kind: 'line', line };
        this.#add(this.#line, line);
        return;
      case 'look':
        this.#look(place, entry[3]);
        return;
      case 'return':
        this.#look(place, entry[4]);
        this.#end = { kind: 'returned', value: entry[3] };
        this.#at = line || this.#at;
        return;
      case 'pass':
        this.#pass(entry[2], place, entry[3]);
        return;
      case 'testFailed':
        this.#head(place.of, place.loop, place, entry[3]);
        this.#add({ kind: 'branch', line, what: text, taken: false }, line);
        return;
      case 'loopEnd':
        if (this.#open.at(-1)?.place === entry[2])
          this.#open.splice(-1).forEach(({ loop }) => {
            loop.isOver = true;
          });
        return;
      case 'branch':
        this.#add({ kind: 'branch', line, what: text, taken: entry[3] }, line);
        return;
      case 'switch':
        this.#switched.add(entry[2]);
        return;
      case 'case':
        if (this.#switched.delete(place.of)) this.#add({ kind: 'branch', line, what: text, taken: true }, line);
        return;
      default:
        this.#exchanged(entry, place);
        return;
    }
  }

  /** Calls and waits: what went out, and what came back. */
  #exchanged(
    entry: Extract<LogEntry, readonly ['call' | 'result' | 'wait' | 'resume' | 'caught', ...unknown[]]>,
    place: Place,
  ): void {
    const { line, text } = place;
    switch (entry[0]) {
      case 'call': {
        const given = entry[3].map((list, at) => writtenValue(place.written[at]) ?? list[0] ?? UNDEFINED);
        const event: CallEvent = { kind: 'call', line, name: text, arguments: given };
        if (place.isInsideChain) event.end = { kind: 'returned', value: INSIDE_CHAIN };
        else this.#calling.push({ event, place: entry[2] });
        this.#add(event, line);
        return;
      }
      case 'result': {
        // An optional chain may have ended before its call.
        if (this.#calling.at(-1)?.place !== entry[2]) return;
        const called = this.#calling.pop();
        if (called) called.event.end = { kind: 'returned', value: entry[3] };
        return;
      }
      case 'wait':
        this.#add({ kind: 'suspended', line, what: place.what, value: entry[3] }, line);
        this.#waiting = { line };
        this.#waitedAt = line;
        return;
      case 'resume':
        this.#waiting = undefined;
        this.#add({ kind: 'resumed', line, waitedMs: 0, value: entry[3] }, line);
        return;
      case 'caught':
        this.#failCalls(place.isPattern ? UNKNOWN : entry[3]);
        this.#add({ kind: 'caught', line, error: place.isPattern ? UNKNOWN : entry[3] }, line);
        return;
    }
  }

  #pass(number: number, place: Place, snapshot: Snapshot): void {
    const open = this.#open.at(-1);
    if (open?.place === number) {
      open.loop.passes.push([]);
      this.#head(number, place.line, place, snapshot);
      return;
    }
    this.#look(place, snapshot);
    const loop: LoopOf = { kind: 'loop', line: place.line, passes: [[]], isOver: false };
    this.#list().push(loop);
    this.#open.push({ place: number, loop });
  }

  /** The head of a loop that runs again: what it changed is a line of its own. At first it is a part of the loop's line. */
  #head(loop: number, line: number, place: Place, snapshot: Snapshot): void {
    const changes = this.#history.changes(place, snapshot);
    if (this.#open.at(-1)?.place !== loop) this.#changed(changes);
    else if (changes.length > 0) {
      this.#line = { kind: 'line', line, changes };
      this.#add(this.#line, line);
    }
  }

  #look(place: Place, snapshot: Snapshot): void {
    this.#changed(this.#history.changes(place, snapshot));
  }

  #changed(changes: readonly TracedChange[]): void {
    if (this.#line === undefined || changes.length === 0) return;
    this.#line.changes = [...(this.#line.changes ?? []), ...changes].slice(0, MAX_CHANGES);
  }

  /** The call that was running when an error came has thrown it. */
  #failCalls(error: TracedValue): void {
    for (const { event } of this.#calling) event.end = { kind: 'threw', error };
    this.#calling = [];
  }

  #list(): LoopEvent[] {
    return this.#open.at(-1)?.loop.passes.at(-1) ?? this.#events;
  }

  #add(event: FrameEvent, line: number): void {
    if (this.#waiting !== undefined) {
      // It goes on with an error, or ends where it waited.
      this.#list().push({ kind: 'resumed', line: this.#waiting.line, waitedMs: 0 });
      this.#waiting = undefined;
    }
    this.#at = line;
    this.#list().push(event);
  }
}

/** The tracer's words for errors and values that it cannot know. */
const UNKNOWN: TracedValue = { text: '(an error that was caught outside of the traced code)', type: 'unknown' };
const INSIDE_CHAIN: TracedValue = { text: '(not seen: inside of ?.)', type: 'unknown' };
const UNDEFINED: TracedValue = { text: 'undefined', type: 'undefined' };

function writtenValue(text: string | undefined): TracedValue | undefined {
  return text === undefined ? undefined : { text, type: 'source' };
}
