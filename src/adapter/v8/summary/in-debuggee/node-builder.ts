import type { Intrinsics } from './intrinsics.ts';
import type { ItemCursors } from './item-cursors.ts';
import type { ObjectReader } from './object-reader.ts';
import type { ShapeReader } from './object-shape.ts';
import type { PrimitiveText } from './primitive-text.ts';
import type { Shape } from './shape.ts';
import type { Slot } from './slot.ts';
import type { ValueText } from './value-text.ts';
import type { Work } from './work-budget.ts';

/** The step to a child: element, own key by its position, entry of a Map or Set, prototype, or none (a run of holes). */
export type WireStep = readonly ['i' | 'o' | 'v', number] | readonly ['p'] | readonly ['x'];

/** A value as it crosses the wire; letters for brevity. Decoded by `decodeNode`. */
export interface WireNode {
  /** Name, of a child. */
  readonly k?: string | undefined;
  /** Step from the parent, where it is not the property called `k`. */
  readonly s?: WireStep | undefined;
  /** Type. */
  readonly t: string;
  /** Value, as text. */
  readonly v: string;
  /** Number of children in all. */
  readonly n?: number | undefined;
  /** Expandable. */
  readonly e?: 1 | undefined;
  /** Cut. */
  readonly x?: 1 | undefined;
  /** Hidden: not enumerable. */
  readonly h?: 1 | undefined;
  readonly c?: readonly WireNode[] | undefined;
}

/** Selects the children of an object to list. */
export interface Listing {
  readonly start: number;
  readonly max: number;
  /** True for all children: those that are not enumerable and the prototype, too. */
  readonly whole: boolean;
}

interface Child {
  readonly k: string;
  readonly s?: WireStep | undefined;
}

interface Range {
  readonly at: number;
  readonly end: number;
  readonly max: number;
}

interface Parts {
  readonly reader: ObjectReader;
  readonly shapes: ShapeReader;
  readonly primitives: PrimitiveText;
  readonly cursors: ItemCursors;
  readonly textOf: ValueText;
}

export type NodeBuilder = ReturnType<typeof createNodeBuilder>;

/** Runs in the debuggee: see {@link captureIntrinsics}. */
export function createNodeBuilder(i: Intrinsics, { reader, shapes, primitives, cursors, textOf }: Parts) {
  function isExpandable(value: object, { kind, indexed, names }: Shape): boolean {
    if (indexed + names.length > 0 || kind === 'error' || value === i.global) return true;
    if (typeof value === 'function') return i.slice(i.sourceOf(value), 0, 5) === 'class';
    if (kind !== 'object' || reader.isOpaque(value)) return false;
    return reader.isClassInstance(value) || i.hasOwn(value, 'constructor');
  }

  function nodeOf(work: Work, value: unknown, depth: number, child?: Child): WireNode {
    work.cut = false;
    const v = textOf(work, value, work.limits.maxTextLength);
    const textCut = work.cut;
    work.spend(v);
    if (!reader.isObject(value)) {
      return { k: child?.k, s: child?.s, t: shapes.kindOf(value), v, x: textCut ? 1 : undefined };
    }
    const shape = shapes.shapeOf(work, value);
    const total = shape.indexed + shape.names.length;
    const countable = (shapes.isList(shape.kind) || total > 0) && value !== i.global && !reader.isOpaque(value);
    const wanted = depth > 0 && total > 0 && !work.isOpen(value);
    const listed = wanted
      ? childrenOf(work, value, depth, { start: 0, max: work.limits.maxChildren, whole: false })
      : undefined;
    return {
      k: child?.k,
      s: child?.s,
      t: shape.kind,
      v,
      n: countable ? total : undefined,
      e: isExpandable(value, shape) ? 1 : undefined,
      x: textCut || listed?.next !== undefined ? 1 : undefined,
      c: listed?.list,
    };
  }

  function slotNode(work: Work, found: Slot, depth: number, child: Child): WireNode {
    const h = found.state !== 'uninitialized' && found.state !== 'missing' && found.hidden ? 1 : undefined;
    if (found.state === 'data') {
      const node = nodeOf(work, found.value, depth, child);
      return h === undefined ? node : { ...node, h };
    }
    const v = found.state === 'missing' ? '<gone>' : found.text;
    work.spend(v);
    return { k: child.k, s: child.s, t: found.state === 'accessor' ? 'accessor' : 'uninitialized', v, h };
  }

  /** A name as its step sends it; symbols and very long names go by their place among the own keys. */
  function named(work: Work, target: object, name: PropertyKey): Child {
    if (typeof name !== 'symbol' && `${name}`.length <= 200) return { k: `${name}` };
    const keys = i.ownKeys(target);
    let at = 0;
    while (at < keys.length && keys[at] !== name) at++;
    return { k: primitives.nameText(work, target, name), s: ['o', at] };
  }

  function hiddenNames(target: object, { kind, indexed, names }: Shape): PropertyKey[] {
    const hidden: PropertyKey[] = [];
    if (indexed > 10_000) return hidden;
    const shown = i.newMap<PropertyKey | undefined, boolean>();
    for (let at = 0; at < names.length; at++) i.mapSet(shown, names[at], true);
    const keys = i.ownKeys(target);
    const listed = kind === 'array' || kind === 'typedarray';
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] ?? '';
      const known = i.mapGet(shown, key) || (listed && (key === 'length' || shapes.isIndex(key)));
      const sloppy = kind === 'function' && (key === 'arguments' || key === 'caller');
      if (!known && !sloppy) i.append(hidden, key);
    }
    return hidden;
  }

  /** A run of holes is one child, so that it cannot fill the list. */
  function holeNode(at: number, length: number): WireNode {
    const k = length === 1 ? `[${at}]` : `[${at}…${at + length - 1}]`;
    return { k, s: ['x'], t: 'empty', v: `<${primitives.grouped(length)} empty>` };
  }

  function elementNodes(work: Work, target: object, depth: number, range: Range, list: WireNode[]): number {
    let { at } = range;
    while (at < range.end && list.length < range.max && !work.exhausted()) {
      const hole = cursors.holeLength(target, at, range.end);
      if (hole > 0) i.append(list, holeNode(at, hole));
      else i.append(list, slotNode(work, reader.slot(target, at), depth, { k: `[${at}]`, s: ['i', at] }));
      at += hole > 0 ? hole : 1;
    }
    return at;
  }

  /** Entries of a Map or Set: walked from the first one, never copied into a list. */
  function entryNodes(work: Work, target: object, depth: number, range: Range, list: WireNode[]): number {
    const map = i.types?.isMap(target) ? i.mapEntries(target) : undefined;
    const set = i.types?.isSet(target) ? i.setValues(target) : undefined;
    let at = 0;
    while (at < range.end && list.length < range.max && !work.exhausted()) {
      const entry = map === undefined ? undefined : i.mapNext(map).value;
      const member = set === undefined ? undefined : i.setNext(set).value;
      if (at >= range.at) {
        const k = entry === undefined ? `[${at}]` : textOf(work, entry[0], 80);
        i.append(list, nodeOf(work, entry === undefined ? member : entry[1], depth, { k, s: ['v', at] }));
      }
      at++;
    }
    return at;
  }

  /** The children asked for, and where the next ones start; undefined when these were the last. */
  function childrenOf(work: Work, target: object, depth: number, { start, max, whole }: Listing) {
    const shape = shapes.shapeOf(work, target);
    const { indexed, kind } = shape;
    const global = target === i.global;
    const names: readonly PropertyKey[] = global && whole ? shapes.enumerableNames(target) : shape.names;
    const hidden = whole ? hiddenNames(target, { kind, indexed, names }) : [];
    const prototype = whole && (global || isExpandable(target, shape)) && reader.isClassInstance(target);
    const total = indexed + names.length + hidden.length + (prototype ? 1 : 0);
    const list: WireNode[] = [];
    const next = work.within(target, () => {
      let at = start;
      if (at < indexed) {
        const nodes = kind === 'map' || kind === 'set' ? entryNodes : elementNodes;
        at = nodes(work, target, depth - 1, { at, end: indexed, max }, list);
      }
      while (at >= indexed && at < total && list.length < max && !work.exhausted()) {
        const position = at - indexed;
        const name = position < names.length ? names[position] : hidden[position - names.length];
        if (name === undefined) i.append(list, prototypeNode(work, target));
        else i.append(list, slotNode(work, reader.slot(target, name), depth - 1, named(work, target, name)));
        at++;
      }
      return at;
    });
    return { list, total, next: next < total ? next : undefined };
  }

  /** Its methods are hidden properties, so that its own text would be `{}`. */
  function prototypeNode(work: Work, target: object): WireNode {
    const v = work.clip(`${reader.className(target)}.prototype`, work.limits.maxTextLength);
    work.spend(v);
    return { k: '[[Prototype]]', s: ['p'], t: shapes.kindOf(i.prototypeOf(target)), v, e: 1, h: 1 };
  }

  return { nodeOf, slotNode, named, childrenOf };
}
