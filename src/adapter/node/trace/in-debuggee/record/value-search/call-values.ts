import type { ValueLikeness, ValuePlace } from '../../../../../../model/trace/trace-record.ts';
import type { Activation } from '../activation.ts';
import type { ValueOrigin } from './value-origin.ts';
import type { Likeness } from './wanted-text.ts';

type Origin = ValueOrigin<Activation>;
type Origins = Map<string, Origin>;

/** A value as a call has to do with it. `expression`: the variable that has it, or what was written where it is passed. */
export interface Sighting {
  readonly place: ValuePlace;
  readonly expression: string | undefined;
  /** Its line may be before that of the place. */
  readonly call: Activation;
}

/** A value that a call got from another, and the line of the call at that moment. */
interface Arrival {
  readonly origin: Origin;
  readonly line: number;
}

/** The values with wanted texts that one call has, by what they are like, and where each came from. */
export class CallValues {
  /** True if the call put a value into an object, where others may find it. */
  isShared = false;
  /** The first value of each kind. */
  readonly #all: Origins = new Map();
  readonly #given: Origins = new Map();
  /** Values by their likeness and the names of variables. */
  readonly #named: Origins = new Map();
  /** The last values of each kind. */
  readonly #passed: Origins = new Map();
  readonly #arrived = new Map<string, Arrival>();

  /**
   * The meant one of several values with one text: that of the variable which is passed, or the value that a call gave out on
   * this very line.
   */
  meant(text: number, found: Likeness, { place, expression, call }: Sighting): Origin | undefined {
    const key = keyOf(text, found.kind, found.likeness);
    const named = place.how === 'passed' ? this.#named.get(nameKey(key, expression)) : undefined;
    if (named !== undefined) return named;
    const arrival = this.#arrived.get(key);
    if (arrival !== undefined && (arrival.line === place.line || arrival.line === call.line)) return arrival.origin;
    return this.has(text, found);
  }

  /** The first value of that kind that it had. */
  has(text: number, { kind, likeness }: Likeness): Origin | undefined {
    const same = this.#all.get(keyOf(text, kind, 'equal'));
    if (same !== undefined) return same;
    const number = keyOf(text, 'number', 'equal');
    if (likeness === 'part') return this.#all.get(keyOf(text, kind, 'part')) ?? this.#all.get(number);
    // A number or list that is written down is the same value.
    if (kind !== 'string') return undefined;
    return this.#all.get(number) ?? this.#all.get(keyOf(text, 'object', 'equal'));
  }

  /** The value that the call passed last, or has: the value that a call made by it is given. */
  passes(text: number, found: Likeness): Origin | undefined {
    return this.#passed.get(keyOf(text, found.kind, found.likeness)) ?? this.has(text, found);
  }

  /** Records that the call has a value from now on. */
  keep(origin: Origin, text: number, { kind, likeness }: Likeness, { place, expression }: Sighting): void {
    const key = keyOf(text, kind, likeness);
    const { how } = place;
    if (!this.#all.has(key)) this.#all.set(key, origin);
    if (how === 'set' || how === 'argument') this.#named.set(nameKey(key, expression), origin);
    if (how === 'passed') this.#passed.set(key, origin);
    if (how === 'argument') this.#given.set(key, origin);
    if (how === 'returned' && this.#given.get(key) === origin) origin.isUnchangedAt(place);
    if (how === 'set' && isPart(place.name ?? '')) this.isShared = true;
  }

  /** Takes over the values of a call that turned out to be called by this one. */
  take(other: CallValues): void {
    const entries = other.#all.entries();
    for (let next = entries.next(); !next.done; next = entries.next()) {
      const key = next.value[0];
      if (!this.#all.has(key)) this.#all.set(key, next.value[1]);
    }
  }

  /** Records that a called call gave out a value. @param line The line of this call. */
  arrives(origin: Origin, text: number, { kind, likeness }: Likeness, line: number): void {
    this.#arrived.set(keyOf(text, kind, likeness), { origin, line });
  }
}

function keyOf(text: number, kind: Likeness['kind'], likeness: ValueLikeness): string {
  return `${text} ${kind}${likeness === 'part' ? ' part' : ''}`;
}

function nameKey(key: string, name: string | undefined): string {
  return `${key} ${name ?? ''}`;
}

/** True if a name is of a part of an object. */
function isPart(name: string): boolean {
  return name.indexOf('.') > 0 || name.indexOf('[') > 0;
}
