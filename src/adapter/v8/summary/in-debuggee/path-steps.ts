import type { Intrinsics } from './intrinsics.ts';
import type { ObjectReader } from './object-reader.ts';

/**
 * One step from a value to something inside it.
 *
 * `property` is looked up as the language does, prototypes included. `own-key` is the n-th of the object's own keys: symbols,
 * and names too long to send. `entry-key` and `entry-value` are the n-th entry of a Map or Set, in its order. All from 0.
 */
export type PathStep =
  | { readonly kind: 'property'; readonly name: string }
  | { readonly kind: 'own-key'; readonly index: number }
  | { readonly kind: 'entry-key'; readonly index: number }
  | { readonly kind: 'entry-value'; readonly index: number }
  | { readonly kind: 'prototype' };

/** The end of a path. */
export type Found =
  | { readonly state: 'data'; readonly value: unknown }
  | { readonly state: 'accessor' | 'uninitialized' | 'missing'; readonly at: number; readonly holder: unknown };

export type PathFollower = ReturnType<typeof createPathFollower>;

/** Runs in the debuggee: see {@link captureIntrinsics}. */
export function createPathFollower(i: Intrinsics, reader: ObjectReader) {
  type Step = { readonly state: 'data'; readonly value: unknown } | { readonly state: Exclude<Found['state'], 'data'> };
  const missing: Step = { state: 'missing' };

  function entryAt(target: object, index: number, part: 0 | 1): Step {
    if (i.types?.isMap(target)) {
      const entries = i.mapEntries(target);
      let found = i.mapNext(entries);
      for (let at = 0; at < index && !found.done; at++) found = i.mapNext(entries);
      return found.done ? missing : { state: 'data', value: found.value[part] };
    }
    if (!i.types?.isSet(target)) return missing;
    const values = i.setValues(target);
    let found = i.setNext(values);
    for (let at = 0; at < index && !found.done; at++) found = i.setNext(values);
    return found.done ? missing : { state: 'data', value: found.value };
  }

  function take(value: unknown, step: PathStep): Step {
    if (value === null || value === undefined) return missing;
    const target: object = i.toObject(value);
    if (reader.isOpaque(target)) return missing;
    if (step.kind === 'property') return reader.lookup(target, step.name);
    if (step.kind === 'prototype') return { state: 'data', value: i.prototypeOf(target) };
    if (step.kind === 'entry-key') return entryAt(target, step.index, 0);
    if (step.kind === 'entry-value') return entryAt(target, step.index, 1);
    const key = i.ownKeys(target)[step.index];
    return key === undefined ? missing : reader.slot(target, key);
  }

  return (root: unknown, steps: readonly PathStep[]): Found => {
    let value = root;
    for (let at = 0; at < steps.length; at++) {
      const step = steps[at];
      const found: Step = step === undefined ? missing : take(value, step);
      if (found.state !== 'data') return { state: found.state, at, holder: value };
      value = found.value;
    }
    return { state: 'data', value };
  };
}
