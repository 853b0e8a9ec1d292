import type { Behind, HiddenState } from './hidden-state.ts';
import type { Intrinsics } from './intrinsics.ts';
import type { ObjectReader } from './object-reader.ts';
import type { Kind, Shape } from './shape.ts';
import type { Work } from './work-budget.ts';

export type ShapeReader = ReturnType<typeof createShapeReader>;

/** Runs in the debuggee: see {@link captureIntrinsics}. */
export function createShapeReader(i: Intrinsics, reader: ObjectReader, hidden: HiddenState) {
  const { types } = i;

  function kindOf(value: unknown): Kind {
    if (value === null) return 'null';
    if (!reader.isObject(value)) return typeof value;
    if (types === undefined) return typeof value;
    if (types.isProxy(value)) return 'proxy';
    if (typeof value === 'function') return 'function';
    if (i.isArray(value) || types.isArgumentsObject(value)) return 'array';
    return exoticKind(value) ?? 'object';
  }

  function exoticKind(value: object): Kind | undefined {
    for (let at = 0; at < i.kinds.length; at++) {
      const kind = i.kinds[at];
      if (kind?.has(value)) return kind.kind;
    }
    if (i.prototypeOf(value) === i.weakRefPrototype) return 'weakref';
    return i.slice(reader.inherited(value, i.tag) ?? '', -9) === ' Iterator' ? 'iterator' : undefined;
  }

  function lengthOf(value: object): number {
    const found = reader.slot(value, 'length');
    return found.state === 'data' && typeof found.value === 'number' ? found.value : 0;
  }

  function indexedCount(kind: Kind, value: object): number {
    if (kind === 'array') return lengthOf(value);
    const count =
      kind === 'typedarray' ? i.typedArrayLength(value) : kind === 'map' ? i.mapSize(value) : i.setSize(value);
    return typeof count === 'number' ? count : 0;
  }

  /** Own enumerable names. `Object.keys` gives up on a binding before its declaration: those are enumerable all the same. */
  function enumerableNames(value: object): PropertyKey[] {
    try {
      const names: PropertyKey[] = i.keys(value);
      const symbols = i.symbols(value);
      for (let at = 0; at < symbols.length; at++) {
        const symbol = symbols[at];
        // How the console is to show an object is none of its data.
        if (symbol !== undefined && symbol !== i.inspect && i.isEnumerable(value, symbol)) i.append(names, symbol);
      }
      return names;
    } catch {
      return i.ownKeys(value);
    }
  }

  /** Names besides the elements. Listing the names of a long array would list its indices too, so there they are left out. */
  function extraNames(value: object, length: number, longest: number): PropertyKey[] {
    const extra: PropertyKey[] = [];
    if (length > longest) return extra;
    const names = enumerableNames(value);
    for (let at = 0; at < names.length; at++) {
      const name = names[at];
      if (name !== undefined && !isIndex(name)) i.append(extra, name);
    }
    return extra;
  }

  function isIndex(name: PropertyKey): boolean {
    return typeof name === 'string' && name.length > 0 && `${+name >>> 0}` === name;
  }

  function errorNames(value: object): PropertyKey[] {
    const names: PropertyKey[] = [];
    for (let at = 0; at < 3; at++) {
      const name = at === 0 ? 'message' : at === 1 ? 'cause' : 'errors';
      if (i.hasOwn(value, name) && !i.isEnumerable(value, name)) i.append(names, name);
    }
    const others = enumerableNames(value);
    for (let at = 0; at < others.length; at++) i.append(names, others[at] ?? '');
    return names;
  }

  function shapeOf(work: Work, value: object): Shape {
    const known = i.mapGet(work.shapes, value);
    if (known !== undefined) return known;
    const shape = withBeside(value, readShape(value));
    work.spendNames(shape.names.length);
    i.mapSet(work.shapes, value, shape);
    return shape;
  }

  /** The shape with private fields, and without what is machinery. */
  function withBeside(value: object, shape: Shape): Shape {
    const { kind, indexed } = shape;
    if (kind === 'typedarray' || reader.isOpaque(value) || value === i.global) return shape;
    const beside = hidden.of(value);
    if (beside === undefined) {
      if (typeof value !== 'function' && shape.names.length < 500 && reader.mayHide(value)) hidden.want(value);
      return shape;
    }
    if (beside.alone) return { kind, indexed, names: beside.names };
    const names: PropertyKey[] = [];
    for (let at = 0; at < shape.names.length; at++) i.append(names, shape.names[at] ?? '');
    for (let at = 0; at < beside.names.length; at++) i.append(names, beside.names[at] ?? '');
    return { kind, indexed, names };
  }

  function readShape(value: object): Shape {
    const kind = kindOf(value);
    if (reader.isOpaque(value) || value === i.global) return { kind, indexed: 0, names: [] };
    if (kind === 'array' || kind === 'typedarray') {
      const indexed = indexedCount(kind, value);
      return { kind, indexed, names: extraNames(value, indexed, 256) };
    }
    if (kind === 'map' || kind === 'set') {
      return { kind, indexed: indexedCount(kind, value), names: enumerableNames(value) };
    }
    if (kind === 'error') return { kind, indexed: 0, names: errorNames(value) };
    const boxed = types?.isStringObject(value);
    return { kind, indexed: 0, names: boxed ? extraNames(value, 0, 0) : enumerableNames(value) };
  }

  /** Asks for the private static fields of a class: where it is looked into, as its own text does not show them. */
  function wantStatics(value: object): void {
    if (typeof value === 'function' && !reader.isOpaque(value) && reader.hasPrivateNames(value)) hidden.want(value);
  }

  /** The target of a proxy or the result of a promise; asked for if it is not known yet. */
  function behind(target: object): Behind | undefined {
    const known = hidden.behind(target);
    if (known === undefined) hidden.want(target);
    return known;
  }

  /** A view's name for an object, empty if the object goes by its class. */
  function titleOf(value: object): string {
    return hidden.of(value)?.title ?? '';
  }

  /** Kinds whose text lists what is inside, and whose number of children is shown even when there are none. */
  function isList(kind: Kind): boolean {
    return kind === 'object' || kind === 'array' || kind === 'typedarray' || kind === 'map' || kind === 'set';
  }

  return { isList, kindOf, shapeOf, wantStatics, behind, titleOf, enumerableNames, isIndex };
}
