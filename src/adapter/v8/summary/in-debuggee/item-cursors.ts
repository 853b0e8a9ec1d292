import type { Intrinsics } from './intrinsics.ts';
import type { ObjectReader } from './object-reader.ts';
import type { PrimitiveText } from './primitive-text.ts';
import type { ItemCursor } from './sequence-text.ts';
import type { Shape } from './shape.ts';
import type { Work } from './work-budget.ts';

/** The text of a value inside another one's. */
export type InnerText = (value: unknown, room: number) => string;

export type ItemCursors = ReturnType<typeof createItemCursors>;

/** Runs in the debuggee: see {@link captureIntrinsics}. */
export function createItemCursors(i: Intrinsics, reader: ObjectReader, primitives: PrimitiveText) {
  const longestHole = 2000;

  /** Counts the elements that are absent from `start` on, as far as is quick. */
  function holeLength(list: object, start: number, end: number): number {
    const stop = end - start > longestHole ? start + longestHole : end;
    let at = start;
    while (at < stop && !i.hasOwn(list, at)) at++;
    return at - start;
  }

  /** A property's text, whatever reading it comes to. */
  function slotText(target: object, name: PropertyKey, room: number, inner: InnerText): string {
    const found = reader.slot(target, name);
    if (found.state === 'data') return inner(found.value, room);
    return found.state === 'missing' ? '<gone>' : found.text;
  }

  function elements(list: object, count: number, inner: InnerText): ItemCursor {
    let at = 0;
    return {
      left: () => count - at,
      next(room) {
        const hole = holeLength(list, at, count);
        at += hole > 0 ? hole : 1;
        return hole > 0 ? `<${primitives.grouped(hole)} empty>` : slotText(list, at - 1, room, inner);
      },
    };
  }

  function mapEntries(map: Map<unknown, unknown>, count: number, inner: InnerText): ItemCursor {
    const iterator = i.mapEntries(map);
    let at = 0;
    return {
      left: () => count - at,
      next(room) {
        at++;
        const entry = i.mapNext(iterator).value;
        const key = inner(entry?.[0], room);
        return `${key} → ${inner(entry?.[1], room - key.length - 3)}`;
      },
    };
  }

  function setValues(set: Set<unknown>, count: number, inner: InnerText): ItemCursor {
    const iterator = i.setValues(set);
    let at = 0;
    return {
      left: () => count - at,
      next(room) {
        at++;
        return inner(i.setNext(iterator).value, room);
      },
    };
  }

  function properties(target: object, names: readonly PropertyKey[], inner: InnerText, work: Work): ItemCursor {
    let at = 0;
    return {
      left: () => names.length - at,
      next(room) {
        const name = names[at++] ?? '';
        const label = primitives.nameText(work, target, name);
        return `${label}: ${slotText(target, name, room - label.length - 2, inner)}`;
      },
    };
  }

  function both(first: ItemCursor, second: ItemCursor): ItemCursor {
    return {
      left: () => first.left() + second.left(),
      next: (room) => (first.left() > 0 ? first : second).next(room),
    };
  }

  /** Everything that a shape lists, elements or entries first. */
  function itemsOf(
    work: Work,
    target: object,
    shape: Shape,
    names: readonly PropertyKey[],
    inner: InnerText,
  ): ItemCursor {
    const named = properties(target, names, inner, work);
    if (shape.indexed === 0) return named;
    if (i.types?.isMap(target)) return both(mapEntries(target, shape.indexed, inner), named);
    if (i.types?.isSet(target)) return both(setValues(target, shape.indexed, inner), named);
    return both(elements(target, shape.indexed, inner), named);
  }

  return { holeLength, itemsOf };
}
