import type { ValuePlace } from '../../../../../../model/trace/trace-record.ts';
import type { WantedCall } from '../../../../../../model/trace/trace-request.ts';
import type { Activation } from '../activation.ts';
import { callRecord } from '../call-record.ts';
import type { Held } from '../describe.ts';
import type { RecordSink } from '../sink.ts';
import { CallValues, type Sighting } from './call-values.ts';
import { mostLikely, OriginList } from './origin-list.ts';
import { placeKey, ValueOrigin } from './value-origin.ts';
import type { ValueWatch } from './value-watch.ts';
import { type Likeness, WantedText } from './wanted-text.ts';

const MAX_CALLERS = 20;
/** The number of places of each text that come with the calls before them. */
const MAX_SHOWN = 4;
/** An assertion may have several lines, of which its error names one. */
const NEAR_LINES = 10;
/** A value that makes more of itself: whichever an assertion met last, the first one is the cause. */
const SPREADING = 'NaN';

/** The longest string so far that is a part of a text. */
interface Closest {
  readonly place: ValuePlace;
  readonly value: Held;
  readonly length: number;
  isWritten: boolean;
}

/** The facts about a call beside its events. */
interface Trail {
  readonly function: number;
  readonly parent: Activation | undefined;
  readonly depth: number;
  /** The function of the outermost call around it. */
  readonly root: number;
  /** The call that goes on when this one ends or waits. */
  below: Activation | undefined;
  /** The values that the call has, if any. */
  values: CallValues | undefined;
  /** The last return of a called call, by the line that called it. */
  returns: Map<number, CallReturn> | undefined;
  /** The `madeNear` of the call's last record. */
  madeNear: Omit<MadeNear, 'call'> | undefined;
  /** A value came to be in it. */
  isWanted: boolean;
  written: 'ended' | 'wanted' | undefined;
}

/** A call that was made near to a place, and where. */
interface MadeNear {
  readonly call: Activation;
  readonly path: string;
  readonly line: number;
}

/** The return of a call, and the line on which the call was made. */
interface CallReturn {
  readonly line: number;
  readonly function: number;
  readonly returnLine: number;
}

const UNWRITTEN = {
  values: undefined,
  returns: undefined,
  madeNear: undefined,
  isWanted: false,
  written: undefined,
} as const;

type WantedValues = Pick<Extract<WantedCall, { kind: 'value' }>, 'texts' | 'parts' | 'madeNear' | 'keeps'>;

/** Looks for the texts in all values that recorded calls have to do with. */
export class ValueSearch implements ValueWatch {
  readonly #texts: WantedText[] = [];
  readonly #lists: OriginList<Activation>[] = [];
  readonly #closest: (Closest | undefined)[] = [];
  readonly #trails = new WeakMap<Activation, Trail>();
  readonly #sink: RecordSink;
  /** Places are told apart by the outermost call around them. */
  readonly #tellsRootsApart: boolean;
  readonly #near: NonNullable<WantedValues['madeNear']>;
  /** The last call that was made at each line near to a place. */
  readonly #madeNear = new Map<string, MadeNear>();
  /** The last call of each function that was called. */
  readonly #lasts: (Activation | undefined)[] = [];
  #current: Activation | undefined;
  #lastId = 0;
  #moves = 0;

  constructor({ texts, parts = [], madeNear = [], keeps }: WantedValues, sink: RecordSink) {
    this.#sink = sink;
    this.#tellsRootsApart = keeps === 'eachRoot';
    this.#near = madeNear;
    for (let at = 0; at < texts.length + parts.length; at++) {
      this.#texts[at] = new WantedText(texts[at] ?? parts[at - texts.length] ?? '');
      this.#lists[at] = new OriginList(this.#tellsRootsApart && texts[at] !== SPREADING);
      this.#closest[at] = undefined;
    }
  }

  /** A call begins. `slot` is the place of its function among all. */
  begins(call: Activation, functionId: number, slot: number): void {
    while (this.#current !== undefined && this.#current.end !== undefined) {
      this.#current = this.#trails.get(this.#current)?.below;
    }
    const parent = this.#current;
    const around = parent === undefined ? undefined : this.#trails.get(parent);
    const depth = around === undefined ? 0 : around.depth + 1;
    const root = around?.root ?? functionId;
    const trail: Trail = { function: functionId, parent, depth, root, below: parent, ...UNWRITTEN };
    this.#trails.set(call, trail);
    this.#lasts[slot] = call;
    this.#current = call;
    if (parent !== undefined && !call.owner.table.isTop) this.#knowNear(call, parent);
    for (let at = 0; at < call.arguments.length; at++) {
      const given = call.arguments[at];
      if (given?.after !== undefined) this.saw(call, 'argument', given.after, call.line, given.name);
    }
  }

  #knowNear(call: Activation, { owner, line }: Activation): void {
    for (let at = 0; at < this.#near.length; at++) {
      const near = this.#near[at];
      if (near === undefined || near.path !== owner.table.path) continue;
      if (line < near.line - NEAR_LINES || line > near.line + NEAR_LINES) continue;
      this.#madeNear.set(`${near.path} ${line}`, { call, path: near.path, line });
      return;
    }
  }

  ended(call: Activation): void {
    const trail = this.#trails.get(call);
    if (trail === undefined) return;
    if (this.#current === call) this.#current = trail.below;
    if (trail.parent !== undefined && call.end?.kind === 'returned') this.#returned(call, trail, trail.parent);
    if (trail.values?.isShared === true) this.#valuesOf(trail.parent)?.take(trail.values);
  }

  #returned(call: Activation, { function: id }: Trail, parent: Activation): void {
    const around = this.#trails.get(parent);
    if (around === undefined) return;
    around.returns ??= new Map();
    around.returns.set(parent.line, { line: parent.line, function: id, returnLine: call.line });
  }

  suspends(call: Activation): void {
    if (this.#current === call) this.#current = this.#trails.get(call)?.below;
  }

  resumes(call: Activation): void {
    const trail = this.#trails.get(call);
    if (trail === undefined || this.#current === call) return;
    trail.below = this.#current;
    this.#current = call;
  }

  saw(call: Activation, how: ValuePlace['how'], value: Held, line: number, name?: string): void {
    this.#saw(call, { how, line, name, expression: name }, value);
  }

  passed(call: Activation, value: Held, line: number, to: string | undefined, expression: string | undefined): void {
    this.#saw(call, { how: 'passed', line, name: to, expression }, value);
  }

  #saw(call: Activation, { how, line, name, expression }: Sight, value: Held): void {
    const trail = this.#trails.get(call);
    if (trail === undefined) return;
    for (let at = 0; at < this.#texts.length; at++) {
      const found = this.#texts[at]?.likeness(value);
      const place = { function: trail.function, number: call.number, line, how };
      const named = name === undefined ? place : { ...place, name };
      if (found !== undefined) this.#found(at, found, { call, trail, place: named, value, expression });
      else this.#comesClose(at, named, value);
    }
  }

  /** Writes what changed: the places, and the calls that lead to those that count most. */
  write(isLast: boolean, isDue: boolean): void {
    if (!isDue) return;
    let hasAny = false;
    for (let text = 0; text < this.#lists.length; text++) {
      const origins = this.#lists[text]?.list() ?? [];
      if (origins.length > 0) hasAny = true;
      for (let at = 0; at < origins.length; at++) {
        const origin = origins[at];
        if (origin === undefined) continue;
        this.#writeOrigin(origin);
        this.#writeCall(origin.call, true);
      }
      const shown = mostLikely(origins, MAX_SHOWN);
      for (let at = 0; at < shown.length; at++) {
        this.#writeCalls(shown[at]?.callers ?? []);
        this.#writeCalls(shown[at]?.before ?? []);
      }
      const closest = this.#closest[text];
      if (!isLast || origins.length > 0 || closest === undefined || closest.isWritten) continue;
      closest.isWritten = true;
      this.#sink.write({ kind: 'closest', text, place: closest.place, value: closest.value });
    }
    if (!hasAny && this.#texts.length > 0) this.#writeCalls(this.#lasts);
    const near = this.#madeNear.values();
    for (let next = near.next(); !next.done; next = near.next()) {
      const { call, path, line } = next.value;
      this.#writeCall(call, true, { path, line });
    }
  }

  #writeCalls(calls: readonly (Activation | undefined)[]): void {
    for (let at = 0; at < calls.length; at++) {
      const call = calls[at];
      if (call !== undefined) this.#writeCall(call, false);
    }
  }

  /** A call that has ended is written once, or once more where a value is found to come from it. */
  #writeCall(call: Activation, isWanted: boolean, madeNear?: Omit<MadeNear, 'call'>): void {
    const trail = this.#trails.get(call);
    if (trail === undefined || (trail.written === 'ended' && !isWanted)) return;
    if (trail.written === 'wanted' && (madeNear === undefined || trail.madeNear !== undefined)) return;
    if (call.end !== undefined) {
      trail.written = isWanted ? 'wanted' : 'ended';
      trail.madeNear = madeNear;
    }
    const record = callRecord(call, { id: trail.function, isWanted: isWanted || trail.isWanted, sink: this.#sink });
    const returns = trail.returns === undefined ? undefined : listed(trail.returns);
    this.#sink.write({ ...record, madeNear: madeNear ?? trail.madeNear, returns });
    if (isWanted) trail.isWanted = true;
  }

  #found(text: number, found: Likeness, at: Found): void {
    const { trail, place } = at;
    const root = this.#tellsRootsApart ? trail.root : 0;
    const known = trail.values?.meant(text, found, at) ?? this.#given(text, found, at);
    const origin =
      known ??
      this.#lists[text]?.add(`${found.kind} ${placeKey(place)} ${root}`, (id) =>
        this.#origin(id ?? ++this.#lastId, { text, found, at }),
      );
    if (origin === undefined) return;
    if (known !== undefined) known.comesTo(place, trail.depth, ++this.#moves);
    trail.values ??= new CallValues();
    trail.values.keep(origin, text, found, at);
    if (!isGivenOut(place.how)) return;
    const give = (values: CallValues, taker: Activation | undefined) => {
      const taken = this.#valuesOf(taker);
      taken?.take(values);
      taken?.arrives(origin, text, found, taker?.line ?? 0);
    };
    give(trail.values, trail.parent);
    if (trail.below !== trail.parent) give(trail.values, trail.below);
  }

  /** The origin of an argument: a value that a call is given, its caller had. */
  #given(text: number, found: Likeness, { trail, place }: Found): ValueOrigin<Activation> | undefined {
    const isGiven = place.how === 'argument' || place.how === 'resumed';
    const from = isGiven && trail.parent !== undefined ? this.#trails.get(trail.parent) : undefined;
    return from?.values?.passes(text, found);
  }

  #valuesOf(call: Activation | undefined): CallValues | undefined {
    const trail = call === undefined ? undefined : this.#trails.get(call);
    if (trail === undefined) return undefined;
    trail.values ??= new CallValues();
    return trail.values;
  }

  #origin(id: number, { text, found, at }: Made): ValueOrigin<Activation> {
    const { call, trail, place, value } = at;
    const callers: Activation[] = [];
    for (let next = trail.parent; next !== undefined && callers.length < MAX_CALLERS; ) {
      callers[callers.length] = next;
      next = this.#trails.get(next)?.parent;
    }
    const before: Activation[] = [];
    for (let slot = 0; slot < this.#lasts.length; slot++) {
      const last = this.#lasts[slot];
      if (last !== undefined) before[before.length] = last;
    }
    const atMs = this.#sink.sinceStart();
    return new ValueOrigin({ id, text, found, place, value, call, atMs, callers, before }, trail.depth);
  }

  #comesClose(text: number, place: ValuePlace, value: Held): void {
    const length = this.#texts[text]?.partLength(value) ?? 0;
    if (length > (this.#closest[text]?.length ?? 0)) this.#closest[text] = { place, value, length, isWritten: false };
  }

  #writeOrigin(origin: ValueOrigin<Activation>): void {
    if (!origin.isDirty) return;
    origin.isDirty = false;
    const { id, text, found, atMs, place, value, depth, outermost, times } = origin;
    const callers: object[] = [];
    for (let at = 0; at < origin.callers.length; at++) {
      const caller = origin.callers[at];
      const trail = caller === undefined ? undefined : this.#trails.get(caller);
      if (caller !== undefined && trail !== undefined)
        callers[callers.length] = { function: trail.function, number: caller.number };
    }
    const facts = {
      kind: 'origin',
      id,
      text,
      likeness: found.likeness,
      atMs,
      place,
      value,
      callers,
      path: origin.path(),
    };
    this.#sink.write({ ...facts, unchanged: origin.unchanged(), depth, outermost, times });
  }
}

function listed(returns: Map<number, CallReturn>): readonly CallReturn[] {
  const list: CallReturn[] = [];
  const values = returns.values();
  for (let next = values.next(); !next.done; next = values.next()) list[list.length] = next.value;
  return list;
}

/** The sight of a value. `expression`: the variable that has it, or the text that was written where it is passed. */
interface Sight {
  readonly how: ValuePlace['how'];
  readonly line: number;
  readonly name: string | undefined;
  readonly expression: string | undefined;
}

interface Found extends Sighting {
  readonly trail: Trail;
  readonly value: Held;
}

interface Made {
  readonly text: number;
  readonly found: Likeness;
  readonly at: Found;
}

function isGivenOut(how: ValuePlace['how']): boolean {
  return how === 'returned' || how === 'threw' || how === 'yielded';
}
