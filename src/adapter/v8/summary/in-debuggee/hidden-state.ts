import type { EngineValues } from './engine-values.ts';
import type { Intrinsics } from './intrinsics.ts';
import type { Beside, Slot } from './slot.ts';

export type HiddenState = ReturnType<typeof createHiddenState>;

/** The target of a proxy, or the result of a promise. */
export interface Behind {
  /** The state of a promise: `pending`, `fulfilled` or `rejected`. */
  readonly state: string;
  /** The proxy's target; what the promise was fulfilled with, or rejected for. */
  readonly value: unknown;
}

/**
 * Parts of objects that only the protocol can see: private fields, the target of a proxy, the result of a promise. The caller
 * fetches them and hands them in with the call that needs them; nothing of them is kept. Runs in the debuggee: see
 * {@link captureIntrinsics}.
 */
export function createHiddenState(i: Intrinsics, engine: EngineValues) {
  const most = 32;
  const noSlots = () => i.newMap<PropertyKey, Slot>();
  let wanted: object[] = [];
  let fields = i.newMap<object, Map<PropertyKey, Slot>>();
  let shown = i.newMap<object, Beside>();
  let behind = i.newMap<object, Behind>();
  const noView = (): undefined => undefined;
  let view: (target: object) => Beside | undefined = noView;
  /** Nothing has been kept since a call began: most values of a trace have nothing hidden, and each is a call. */
  let isUntouched = true;

  /** A new call begins: what the last one was given is forgotten, as values change. */
  function begin(): void {
    if (isUntouched) return;
    isUntouched = true;
    wanted = [];
    fields = i.newMap();
    shown = i.newMap();
    behind = i.newMap();
    view = noView;
  }

  /**
   * An object that was looked at, and one of its private fields, or what is behind it; `seen` stands for the object alone.
   *
   * @param name Of a promise, its state.
   */
  function add(target: object, name: string, state: 'seen' | 'data' | 'accessor' | 'target', value: unknown): void {
    isUntouched = false;
    const slots = i.mapGet(fields, target) ?? noSlots();
    i.mapSet(fields, target, slots);
    if (state === 'target') i.mapSet(behind, target, { state: name, value });
    if (state === 'data') i.mapSet(slots, name, { state, value, hidden: false });
    if (state === 'accessor') i.mapSet(slots, name, { state, text: '(getter)', hidden: false });
  }

  /** Private fields in the order of their classes. */
  function privates(slots: Map<PropertyKey, Slot>): Beside {
    const names: PropertyKey[] = [];
    const keys = i.mapEntries(slots);
    for (let next = i.mapNext(keys); !next.done; next = i.mapNext(keys)) i.append(names, next.value[0]);
    return { names, slots, alone: false, title: '' };
  }

  return {
    begin,
    add,
    setView(make: typeof view): void {
      isUntouched = false;
      view = make;
    },
    /** Asks the caller to fetch the private fields of an object; once it has, this does nothing. */
    want(target: object): void {
      isUntouched = false;
      for (let at = 0; at < wanted.length; at++) if (wanted[at] === target) return;
      if (wanted.length < most && i.mapGet(fields, target) === undefined) i.append(wanted, target);
    },
    wanted: () => wanted,
    /** The target of a proxy or the result of a promise, if it is known. */
    behind: (target: object): Behind | undefined => i.mapGet(behind, target),
    field: (target: object, name: string): Slot | undefined => {
      const slots = i.mapGet(fields, target);
      return slots && i.mapGet(slots, name);
    },
    privatesOf(target: object): Beside | undefined {
      const slots = i.mapGet(fields, target);
      return slots && privates(slots);
    },
    /** Undefined where nothing is known, or nothing is needed. */
    of(target: object): Beside | undefined {
      const slots = isUntouched ? undefined : i.mapGet(fields, target);
      const before = isUntouched ? undefined : i.mapGet(shown, target);
      if (before !== undefined) return before;
      if (slots === undefined) {
        const options = engine.optionsOf(target);
        if (options !== undefined) {
          isUntouched = false;
          i.mapSet(shown, target, options);
        }
        return options;
      }
      const plain = privates(slots);
      // The view reads the object: it sees it as it is.
      i.mapSet(shown, target, plain);
      const known = view(target) ?? plain;
      i.mapSet(shown, target, known);
      return known;
    },
  };
}
