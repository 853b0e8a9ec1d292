import type { TracedChange, TracedValue } from '../../../../../src/model/trace/trace-record.ts';
import type { SeenVariable, Snapshot } from './log.ts';
import type { Place, Variable } from './places.ts';

/** Properties, items or entries of an object that are looked at. */
const MAX_PARTS = 30;
/** Changes of one line. */
export const MAX_CHANGES = 20;

/** The values of the variables of a call, from one look to the next. */
export class VariableHistory {
  readonly #known = new Map<number, SeenVariable>();
  /** The content of each object at the last look, whichever variable held it. */
  #objects = new Map<number, SeenVariable>();

  constructor(outer: readonly Variable[], snapshot: Snapshot) {
    outer.forEach(({ id }, at) => {
      const seen = snapshot[at];
      if (seen) this.#known.set(id, seen);
    });
    this.#keepObjects();
  }

  /** The differences from the last look; variables that do not exist any more are forgotten. */
  changes({ read, alive }: Pick<Place, 'read' | 'alive'>, snapshot: Snapshot): TracedChange[] {
    const found: TracedChange[] = [];
    const compared = new Set<number>();
    read.forEach((variable, at) => {
      const now = snapshot[at];
      const before = this.#known.get(variable.id);
      if (now) this.#known.set(variable.id, now);
      if (!now || (!before && variable.isGiven)) return;
      if (!before) found.push({ name: variable.name, after: plainValue(now) });
      else if (!isSame(before, now))
        found.push({ name: variable.name, before: this.#latest(before), after: plainValue(now) });
      else if (now.object !== undefined && !compared.has(now.object)) {
        compared.add(now.object);
        found.push(...partChanges(variable.name, this.#objects.get(now.object) ?? before, now));
      }
    });
    const outer = new Set(read.filter(({ isOuter }) => isOuter).map(({ id }) => id));
    for (const id of this.#known.keys()) if (!alive.has(id) && !outer.has(id)) this.#known.delete(id);
    this.#keepObjects();
    return found;
  }

  /** The value of an object that a variable no longer holds: as it was at the last look. */
  #latest(before: SeenVariable): TracedValue {
    const last = before.object === undefined ? undefined : this.#objects.get(before.object);
    return plainValue(last ?? before);
  }

  #keepObjects(): void {
    this.#objects = new Map(
      [...this.#known.values()].flatMap((each) => (each.object === undefined ? [] : [[each.object, each]])),
    );
  }
}

function plainValue({ parts: _parts, ...value }: SeenVariable): TracedValue {
  return value;
}

/** The same object, or the same primitive. */
function isSame(a: TracedValue, b: TracedValue): boolean {
  return a.object === b.object && (a.object !== undefined || (a.text === b.text && a.type === b.type));
}

/** The looked-at parts: of an array the first 20 items and the last 10, of other objects the first 30 properties. */
function lookedAt({ parts, text }: SeenVariable): ReadonlyMap<string, TracedValue> {
  const isList = text.startsWith('[') || parts[0]?.[0] === '[0]';
  const seen =
    isList && parts.length > MAX_PARTS ? [...parts.slice(0, 20), ...parts.slice(-10)] : parts.slice(0, MAX_PARTS);
  return new Map(seen);
}

function partChanges(name: string, before: SeenVariable, after: SeenVariable): TracedChange[] {
  const was = lookedAt(before);
  const is = lookedAt(after);
  const all = new Map(before.parts);
  const left = new Map(after.parts);
  const changed = [...is].flatMap(([part, value]): TracedChange[] => {
    const earlier = was.get(part);
    if (earlier === undefined) return all.has(part) ? [] : [{ name: name + part, after: value }];
    return isSame(earlier, value) ? [] : [{ name: name + part, before: earlier, after: value }];
  });
  const gone = [...was].filter(([part]) => !left.has(part));
  return [...changed, ...gone.map(([part, value]) => ({ name: name + part, before: value }))];
}
