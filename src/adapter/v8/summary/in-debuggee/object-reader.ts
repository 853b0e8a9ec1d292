import type { Intrinsics } from './intrinsics.ts';

/** Looks at objects without running any of the program's code. */
export type ObjectReader = ReturnType<typeof createObjectReader>;

/** What reading a property came to. */
export type Slot =
  | { readonly state: 'data'; readonly value: unknown; readonly hidden: boolean }
  | { readonly state: 'accessor'; readonly text: string; readonly hidden: boolean }
  | { readonly state: 'uninitialized'; readonly text: string }
  | { readonly state: 'missing' };

/** Runs in the debuggee: see {@link captureIntrinsics}. */
export function createObjectReader(i: Intrinsics) {
  const { types } = i;
  const missing: Slot = { state: 'missing' };

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
    if (found === undefined) return missing;
    const hidden = !found.enumerable;
    if (i.hasOwn(found, 'value')) return { state: 'data', value: found.value, hidden };
    if (key === 'stack' && isEngineGetter(found.get) && types?.isNativeError(target)) {
      return { state: 'data', value: i.apply(found.get, target, []), hidden };
    }
    return { state: 'accessor', text: found.get === undefined ? '(setter)' : '(getter)', hidden };
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
    const errorClass = slot(i.global, 'Error');
    if (errorClass.state !== 'data' || errorClass.value !== i.errorClass) return false;
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

  return { isOpaque, isObject, slot, lookup, inherited, ownText, className, isClassInstance };
}
