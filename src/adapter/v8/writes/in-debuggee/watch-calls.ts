import type { LookedAtPlace, SeenVariable, VariableWatches, WantedVariable } from './variable-watches.ts';

type Holds = Parameters<VariableWatches['add']>[2];

/** Each is called on the watches of a world, from its own source text. */
export function add(
  this: VariableWatches,
  wanted: WantedVariable,
  reader: { readonly read?: () => unknown },
  holds: Holds,
): string {
  return this.add(wanted, reader.read, holds);
}

export function plan(this: VariableWatches, places: readonly LookedAtPlace[], asksAgain: boolean): void {
  this.plan(places, asksAgain);
}

export function remove(this: VariableWatches, dataId: string): void {
  this.remove(dataId);
}

export function removeAll(this: VariableWatches): void {
  this.removeAll();
}

export function lift(this: VariableWatches): string {
  return this.lift();
}

export function lay(this: VariableWatches): void {
  this.lay();
}

export function lookAt(this: VariableWatches, number: number): void {
  this.lookAt(number);
}

export function pauseSoon(this: VariableWatches): void {
  this.pauseSoon();
}

export function take(this: VariableWatches): SeenVariable | undefined {
  return this.take();
}

/** The reason why a reader of a private field cannot read; empty if it can. */
export function failure(this: { readonly read?: () => unknown }): string {
  try {
    this.read?.();
    return '';
  } catch {
    return 'its object has no such private field, or not yet';
  }
}
