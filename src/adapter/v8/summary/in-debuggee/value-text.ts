import type { EngineValues } from './engine-values.ts';
import type { FunctionHead } from './function-head.ts';
import type { Intrinsics } from './intrinsics.ts';
import type { ItemCursors } from './item-cursors.ts';
import type { ObjectReader } from './object-reader.ts';
import type { ShapeReader } from './object-shape.ts';
import type { PrimitiveText } from './primitive-text.ts';
import type { SequenceText } from './sequence-text.ts';
import type { Shape } from './shape.ts';
import type { Work } from './work-budget.ts';

export type ValueText = ReturnType<typeof createValueText>;

interface Frame {
  readonly open: string;
  readonly close: string;
  readonly room: number;
  readonly level: number;
}

interface Parts {
  readonly engine: EngineValues;
  readonly reader: ObjectReader;
  readonly shapes: ShapeReader;
  readonly primitives: PrimitiveText;
  readonly head: FunctionHead;
  readonly sequence: SequenceText;
  readonly cursors: ItemCursors;
}

/** One line for any value. Runs in the debuggee: see {@link captureIntrinsics}. */
export function createValueText(i: Intrinsics, { engine, reader, shapes, primitives, head, sequence, cursors }: Parts) {
  const levelsShown = 3;

  function objectPrefix(work: Work, target: object): string {
    if (i.prototypeOf(target) === null)
      return i.types?.isModuleNamespaceObject(target) ? '[Module] ' : '[Object: null prototype] ';
    const title = shapes.titleOf(target);
    if (title !== '') return title === 'Object' ? '' : `${work.clip(title, 60)} `;
    const name = work.clip(reader.className(target), 60);
    const tag = reader.inherited(target, i.tag);
    if (tag !== undefined && name === `_${tag}`) return `${tag} `;
    if (tag !== undefined && tag !== '' && tag !== name) return `${name} [${work.clip(tag, 60)}] `;
    return name === 'Object' ? '' : `${name} `;
  }

  /** The text before the brackets; empty for plain objects and arrays. */
  function listPrefix(work: Work, target: object, shape: Shape): string {
    if (shape.kind === 'object') return objectPrefix(work, target);
    const counted = `${listName(work, target, shape.kind)}(${shape.indexed})`;
    return counted === `Array(${shape.indexed})` ? '' : `${counted} `;
  }

  function listName(work: Work, target: object, kind: string): string {
    const name = reader.className(target);
    if (i.types?.isArgumentsObject(target)) return 'Arguments';
    return name === 'Object' ? (kind === 'array' ? 'Array' : kind) : work.clip(name, 60);
  }

  /** `Array(3)`, `Map(2)`, `Order {…}`: what there is, without looking into it. */
  function shortForm(work: Work, target: object, shape: Shape): string {
    if (shape.kind === 'object') return `${objectPrefix(work, target)}{…}`;
    return `${listName(work, target, shape.kind)}(${shape.indexed})`;
  }

  function listText(work: Work, target: object, shape: Shape, room: number, level: number): string {
    const count = shape.indexed + shape.names.length;
    const open = shape.kind === 'array' || shape.kind === 'typedarray' ? '[' : '{';
    const close = open === '[' ? ']' : '}';
    if (target === i.global) return '[global]';
    const prefix = listPrefix(work, target, shape);
    if (count === 0) return `${prefix}${open}${close}`;
    if (level >= levelsShown || work.exhausted() || (level > 0 && room < prefix.length + 8)) {
      work.cut = true;
      return shortForm(work, target, shape);
    }
    return itemsText(work, target, shape, shape.names, { open: prefix + open, close, room, level });
  }

  function itemsText(work: Work, target: object, shape: Shape, names: readonly PropertyKey[], frame: Frame): string {
    const inner = (value: unknown, space: number) => textOf(work, value, space, frame.level + 1);
    const items = cursors.itemsOf(work, target, shape, names, inner);
    return work.within(target, () => sequence(work, frame.open, frame.close, items, frame.room));
  }

  /** `TypeError: msg {code: "X"}`; the class's name where the error has no name of its own. */
  function errorText(work: Work, target: object, shape: Shape, room: number, level: number): string {
    const own = reader.inherited(target, 'name') ?? 'Error';
    const className = reader.className(target);
    const name = own === 'Error' && className !== 'Object' ? className : own;
    const message = reader.inherited(target, 'message') ?? '';
    const title = oneLine(
      work,
      message === '' ? name : `${work.head(name, 80)}: ${work.head(message, room + 1)}`,
      room,
    );
    const others: PropertyKey[] = [];
    for (let at = 0; at < shape.names.length; at++) {
      const other = shape.names[at];
      if (other !== undefined && other !== 'message' && other !== 'stack' && other !== 'name') {
        i.append(others, other);
      }
    }
    if (others.length === 0) return title;
    if (level >= levelsShown || room - title.length < 10) {
      work.cut = true;
      return title;
    }
    return itemsText(work, target, shape, others, { open: `${title} {`, close: '}', room, level });
  }

  /** Line ends as `\n`, so that the text stays one line. */
  function oneLine(work: Work, text: string, room: number): string {
    const head = work.clip(text, room);
    return i.indexOf(head, '\n') < 0 && i.indexOf(head, '\r') < 0
      ? head
      : work.clip(i.slice(i.quote(head), 1, -1), room);
  }

  function boxedText(work: Work, target: object, room: number): string | undefined {
    if (!i.types?.isBoxedPrimitive(target)) return undefined;
    const text = primitives.primitiveText(work, ofItsKind(i.boxedValues, target), room - 12, false);
    return `[${reader.className(target)}: ${text}]`;
  }

  function engineText(work: Work, target: object, room: number): string | undefined {
    const text = engine.textOf(target);
    return text === undefined ? undefined : work.clip(text, room);
  }

  /** The value of the only getter that takes this kind of object; the others throw. */
  function ofItsKind(getters: readonly ((self: unknown) => unknown)[], target: object): unknown {
    for (let at = 0; at < getters.length; at++) {
      try {
        return getters[at]?.(target);
      } catch {
        // Not this kind: the next one shows it.
      }
    }
    return undefined;
  }

  function dateText(target: object): string {
    const time = i.time(target);
    return i.is(time, NaN) ? 'Invalid Date' : i.isoTime(target);
  }

  function regExpText(work: Work, target: object, room: number): string {
    let flags = '';
    for (let at = 0; at < i.regExpFlags.length; at++) {
      const flag = i.regExpFlags[at];
      if (flag?.has(target) === true) flags += flag.letter;
    }
    return work.clip(`/${i.regExpSource(target)}/${flags}`, room);
  }

  function proxyKind(proxy: object): string {
    try {
      return typeof proxy === 'function' ? 'Proxy(function)' : i.isArray(proxy) ? 'Proxy(array)' : 'Proxy(object)';
    } catch {
      return 'Proxy(revoked)';
    }
  }

  /** `Proxy(array) [1, 2]`, `Promise {fulfilled: 5}`, `Promise {pending}`: what the program sees of a proxy may be another thing. */
  function behindText(work: Work, target: object, isProxy: boolean, room: number, level: number): string {
    const known = level >= levelsShown || work.exhausted() ? undefined : shapes.behind(target);
    const start = isProxy ? proxyKind(target) : `${reader.className(target)} {${known?.state ?? '…'}`;
    const end = isProxy ? '' : '}';
    if (known && known.state !== 'pending' && (!isProxy || reader.isObject(known.value))) {
      const open = start + (isProxy ? ' ' : ': ');
      const left = room - open.length - end.length;
      const inner = isProxy ? level : level + 1;
      const text = left < 8 ? '' : textOf(work, known.value, left, inner);
      if (text !== '' && text.length <= left) return open + text + end;
      work.cut = true;
    }
    if (!known) work.cut = true;
    return start + end;
  }

  function objectText(work: Work, target: object, room: number, level: number): string {
    const shape = shapes.shapeOf(work, target);
    const { kind } = shape;
    if (kind === 'proxy' || kind === 'promise') return behindText(work, target, kind === 'proxy', room, level);
    if (reader.isOpaque(target)) {
      work.cut = true;
      return typeof target === 'function' ? 'function' : '{…}';
    }
    if (typeof target === 'function') return work.clip(head(target), room);
    if (kind === 'error') return errorText(work, target, shape, room, level);
    if (kind === 'date') return dateText(target);
    if (kind === 'regexp') return regExpText(work, target, room);
    if (kind === 'arraybuffer' || kind === 'dataview')
      return `${reader.className(target)}(${ofItsKind(i.byteLengths, target)})`;
    if (kind === 'weakmap' || kind === 'weakset') return `${reader.className(target)} {<items unknown>}`;
    if (kind === 'weakref') return 'WeakRef {<target unknown>}';
    if (!shapes.isList(kind)) return `${objectPrefix(work, target)}{}`;
    return (
      boxedText(work, target, room) ?? engineText(work, target, room) ?? listText(work, target, shape, room, level)
    );
  }

  /** May be longer than `room` where nothing shorter says what it is; the caller at the top clips. */
  function textOf(work: Work, value: unknown, room: number, level: number): string {
    if (!reader.isObject(value)) return primitives.primitiveText(work, value, room, level === 0);
    if (work.isOpen(value)) return '[Circular]';
    try {
      work.spend('');
      return objectText(work, value, room, level);
    } catch {
      work.cut = true;
      return '<cannot be shown>';
    }
  }

  return (work: Work, value: unknown, room: number): string => work.clip(textOf(work, value, room, 0), room);
}
