import { bindingOf } from '../../../realms/in-debuggee/binding.ts';
import { type HeldPlace, heldIn } from '../../../realms/in-debuggee/place-held.ts';
import type { Surroundings } from '../../../realms/own-realm.ts';

/** Functions that conditions call at each pass of their breakpoints, by the breakpoints' numbers. */
export interface ConditionCounter {
  /** The line was reached. */
  readonly pass: (number: number) => void;
  /** The line was reached: asks its condition, which is false where it throws. */
  readonly ask: (number: number, condition: () => unknown) => unknown;
  /** Decides about a pass; while armed, of the first ones V8 pauses at each, and what is false is reported. */
  readonly meet: (number: number, id: number, decide: () => unknown) => unknown;
  /** The same for a condition alone, as `ask` takes it. */
  readonly meetAsked: (number: number, condition: () => unknown) => unknown;
  readonly arm: (armed: boolean) => void;
  /** Takes back what the last pass that was met has counted. */
  readonly undo: (number: number, id: number) => void;
}

/** The holder of the counter, in which hit conditions count their passes. It has no prototype. */
interface Held {
  counter?: ConditionCounter;
  [id: number]: number;
}

/**
 * Installs what counts passes. It reports through the binding of that name, which is removed from the program's sight: each of the first
 * passes, and then now and then, so that a hot loop stays one. Runs in the debuggee.
 *
 * @returns False where conditions could not find it. They hold all the same.
 */
export function installConditionCounter(around: Surroundings, bindingName: string, place: HeldPlace): boolean {
  interface Count {
    readonly __proto__?: null;
    passes: number;
    trues: number;
    failures: number;
    /** The pass that is to be reported next. */
    due: number;
    thrown: string;
  }
  interface Met {
    readonly __proto__?: null;
    before: Count | undefined;
    hits: number | undefined;
    /** Passes at which the program was paused for nothing. */
    inVain: number;
  }
  // Each one pauses the program for some milliseconds; a hot loop must come to its end.
  const mostInVain = 100;
  const exactPasses = 256;
  const stepBits = 6;
  const emit = bindingOf(bindingName);
  const held = heldIn<Held>(around, place);
  if (!held) return false;
  const hits = held;
  const { stringify } = JSON;
  const { getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const { hasOwn } = Object;
  const counts: { readonly __proto__?: null; [number: number]: Count } = { __proto__: null };

  /** A text that is there as it is: an accessor would run the program's code. */
  function textOf(object: object, key: string): string {
    let at: object | null = object;
    for (let depth = 0; at !== null && depth < 10; depth += 1) {
      const property = getOwnPropertyDescriptor(at, key);
      if (property) return hasOwn(property, 'value') && typeof property.value === 'string' ? property.value : '…';
      at = getPrototypeOf(at);
    }
    return '';
  }

  function thrownText(error: unknown): string {
    try {
      const isObject = (typeof error === 'object' && error !== null) || typeof error === 'function';
      if (!isObject) return `${error}`;
      const name = textOf(error, 'name');
      return `${name || 'an object'}: ${textOf(error, 'message')}`;
    } catch {
      return 'an error that cannot be shown';
    }
  }

  function countOf(number: number): Count {
    const known = counts[number];
    if (known) return known;
    const made: Count = { __proto__: null, passes: 0, trues: 0, failures: 0, due: 1, thrown: 'null' };
    counts[number] = made;
    return made;
  }

  function report(number: number, { passes, trues, failures, thrown }: Count): void {
    emit(`[${number},${passes},${trues},${failures},${thrown}]`);
  }

  /** Within the pass that was reported, or for the first time. */
  function isDue({ passes, due }: Count, times: number): boolean {
    return times === 1 || due === (passes < exactPasses ? passes + 1 : passes + (passes >> stepBits));
  }

  function pass(number: number): void {
    const count = countOf(number);
    count.passes += 1;
    if (count.passes < count.due) return;
    count.due = count.passes < exactPasses ? count.passes + 1 : count.passes + (count.passes >> stepBits);
    report(number, count);
  }

  function hold(number: number): void {
    const count = countOf(number);
    count.trues += 1;
    if (isDue(count, count.trues)) report(number, count);
  }

  function fail(number: number, error: unknown): void {
    const count = countOf(number);
    count.failures += 1;
    if (!isDue(count, count.failures)) return;
    count.thrown = stringify(thrownText(error));
    report(number, count);
  }

  function ask(number: number, condition: () => unknown): unknown {
    pass(number);
    try {
      const value = condition();
      if (value) hold(number);
      return value;
    } catch (error) {
      fail(number, error);
      return false;
    }
  }

  let isArmed = false;
  const all: { readonly __proto__?: null; [number: number]: Met } = { __proto__: null };

  function meet(number: number, id: number, decide: () => unknown): unknown {
    if (!isArmed) return decide();
    const known = all[number];
    const met: Met = known ?? { __proto__: null, before: undefined, hits: undefined, inVain: 0 };
    if (!known) all[number] = met;
    if (met.inVain >= mostInVain) return decide();
    const count = counts[number];
    met.before = count && { ...count, __proto__: null };
    met.hits = hits[id];
    emit(`["begins",${number},${id}]`);
    const value = decide();
    if (value) return value;
    met.inVain += 1;
    emit(`["unseen",${number}]`);
    return true;
  }

  function meetAsked(number: number, condition: () => unknown): unknown {
    return isArmed ? meet(number, 0, () => ask(number, condition)) : ask(number, condition);
  }

  function undo(number: number, id: number): void {
    const met = all[number];
    const count = counts[number];
    if (!met) return;
    if (met.hits === undefined) delete hits[id];
    else hits[id] = met.hits;
    if (!count || !met.before) return;
    counts[number] = met.before;
    report(number, met.before);
  }

  function arm(armed: boolean): void {
    isArmed = armed;
  }

  hits.counter = { pass, ask, meet, meetAsked, arm, undo };
  return true;
}
