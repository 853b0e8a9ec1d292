import type { HiddenState } from './hidden-state.ts';
import type { Intrinsics } from './intrinsics.ts';
import type { Slot } from './slot.ts';

/** Looks at objects without running any of the program's code. */
export type ObjectReader = ReturnType<typeof createObjectReader>;

/** Runs in the debuggee: see {@link captureIntrinsics}. */
export function createObjectReader(i: Intrinsics, hiddenState: HiddenState) {
  const { types } = i;
  const missing: Slot = { state: 'missing' };
  const classesKnown = 500;
  let hidingClasses = i.newMap<object, boolean>();
  let classes = 0;

  /** True for what cannot be looked into without running a trap, or not known to be safe. */
  function isOpaque(value: object): boolean {
    return types === undefined || types.isProxy(value);
  }

  function isObject(value: unknown): value is object {
    return (typeof value === 'object' && value !== null) || typeof value === 'function';
  }

  /**
   * Own property, by descriptor. A binding without a value throws here. Of a scope's variable V8 (from 12 on) says the same
   * whether its declaration has not run yet or the optimizer dropped it as no longer needed.
   */
  function slot(target: object, key: PropertyKey): Slot {
    let found: PropertyDescriptor | undefined;
    try {
      if (key === 'stack' && !stackIsPlain(target)) return { state: 'accessor', text: '(getter)', hidden: true };
      found = i.descriptor(target, key);
    } catch {
      const exported = types?.isModuleNamespaceObject(target);
      return {
        state: 'uninitialized',
        text: exported ? '<not initialized yet>' : '<not initialized yet, or optimized away>',
      };
    }
    if (found === undefined) return beside(target, key);
    const hidden = !found.enumerable;
    if (i.hasOwn(found, 'value')) return { state: 'data', value: found.value, hidden };
    if (key === 'stack' && isEngineGetter(found.get) && types?.isNativeError(target)) {
      return { state: 'data', value: i.apply(found.get, target, []), hidden };
    }
    const watched = i.trapped?.(found.get);
    if (watched) return { state: 'data', value: watched.value, hidden };
    return { state: 'accessor', text: found.get === undefined ? '(setter)' : '(getter)', hidden };
  }

  function beside(target: object, key: PropertyKey): Slot {
    // Private fields, and what a view or the engine gives, have names.
    if (typeof key === 'symbol') return missing;
    const state = hiddenState.of(target);
    return (state && i.mapGet(state.slots, key)) ?? missing;
  }

  function isNative(value: unknown): value is () => unknown {
    return typeof value === 'function' && !isOpaque(value) && i.slice(i.sourceOf(value), -17) === '{ [native code] }';
  }

  /**
   * V8 formats the stack of an error when it is first read: through `Error.prepareStackTrace` and the error's own `name` and
   * `message`. True when none of that is the program's code, or when the property is an ordinary one.
   */
  function stackIsPlain(target: object): boolean {
    if (i.isEnumerable(target, 'stack')) return true;
    const present = slot(i.global, 'Error');
    if (!i.errorClass || present.state !== 'data' || present.value !== i.errorClass) return false;
    const hook = slot(i.errorClass, 'prepareStackTrace');
    if (
      hook.state === 'accessor' ||
      (hook.state === 'data' && typeof hook.value === 'function' && !isNodeOwn(hook.value))
    )
      return false;
    return inherited(target, 'name') !== undefined && inherited(target, 'message') !== undefined;
  }

  /** Node puts a hook of its own there, which only does what the engine would. */
  function isNodeOwn(hook: object): boolean {
    const head = 'function ErrorPrepareStackTrace(error, trace) {';
    return !isOpaque(hook) && i.slice(sourceOf(hook), 0, head.length) === head;
  }

  function sourceOf(value: unknown): string {
    return typeof value === 'function' ? i.sourceOf(value) : '';
  }

  /** A bound function of the program is native code too, but its name is not empty. */
  function isEngineGetter(value: unknown): value is () => unknown {
    if (!isNative(value)) return false;
    return ownText(value, 'name') === '';
  }

  /** A text property looked up as the language does, undefined when a getter or a proxy is in the way. */
  function inherited(target: object, key: PropertyKey): string | undefined {
    return textIn(lookup(target, key));
  }

  function ownText(target: object, key: PropertyKey): string | undefined {
    return textIn(slot(target, key));
  }

  function textIn(found: Slot): string | undefined {
    return found.state === 'data' && typeof found.value === 'string' ? found.value : undefined;
  }

  /** A property looked up along the prototypes, never running a getter or a trap. */
  function lookup(target: object, key: PropertyKey): Slot {
    let holder: object | null = target;
    for (let level = 0; holder !== null && level < 100; level++) {
      if (isOpaque(holder)) return missing;
      const found = slot(holder, key);
      if (found.state !== 'missing') return found;
      holder = i.prototypeOf(holder);
    }
    return missing;
  }

  /** The constructor that an object's prototype names. */
  function constructorOf(target: object): object | undefined {
    const prototype: object | null = i.prototypeOf(target);
    const found = prototype === null ? missing : lookup(prototype, 'constructor');
    const maker = found.state === 'data' ? found.value : undefined;
    return typeof maker === 'function' && !isOpaque(maker) ? maker : undefined;
  }

  function className(target: object): string {
    const maker = constructorOf(target);
    const name = maker === undefined ? undefined : ownText(maker, 'name');
    return name === undefined || name === '' ? 'Object' : name;
  }

  /** True when the object's class was written in JavaScript, so that its prototype is worth a look. */
  function isClassInstance(target: object): boolean {
    const maker = constructorOf(target);
    return maker !== undefined && !isNative(maker);
  }

  /** True if one of an object's classes may keep state out of sight: it has private names, or is one of Node's. */
  function mayHide(target: object): boolean {
    let holder: object | null = i.prototypeOf(target);
    if (i.hasOwn(target, 'req') && (i.hasOwn(target, 'res') || i.hasOwn(target, 'ctx'))) return true;
    for (let level = 0; holder !== null && level < 12 && !isOpaque(holder); level++) {
      const maker = slot(holder, 'constructor');
      if (maker.state === 'data' && typeof maker.value === 'function' && hides(maker.value)) return true;
      holder = i.prototypeOf(holder);
    }
    return false;
  }

  /** True if a class may have private fields, its own static ones included. */
  function hasPrivateNames(maker: object): boolean {
    const source = sourceOf(maker);
    return i.slice(source, 0, 5) === 'class' && i.indexOf(source, '#') > 0;
  }

  function hides(maker: object): boolean {
    if (isOpaque(maker)) return false;
    const known = i.mapGet(hidingClasses, maker);
    if (known !== undefined) return known;
    const answer =
      hasPrivateNames(maker) ||
      i.indexOf(
        ' EventEmitter Blob AbortSignal Headers Request _Request Reply _Reply _Headers Response FormData Document Model ReadableStream WritableStream TransformStream Event TextDecoder PerformanceEntry ObjectId MongooseMap Query Decimal Decimal2 ',
        ` ${ownText(maker, 'name')} `,
      ) >= 0;
    // Bounded: a program may make classes without end, and each is kept from being collected.
    if (++classes > classesKnown) {
      classes = 0;
      hidingClasses = i.newMap();
    }
    i.mapSet(hidingClasses, maker, answer);
    return answer;
  }

  return { isOpaque, isObject, slot, lookup, inherited, ownText, className, isClassInstance, hasPrivateNames, mayHide };
}
