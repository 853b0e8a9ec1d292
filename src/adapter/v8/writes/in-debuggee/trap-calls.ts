import type { NamedPlace as Place } from './place-trap.ts';
import type { TrappedAccess, WantedTrap, WriteTraps } from './write-traps.ts';

type Holds = Parameters<WriteTraps['add']>[2];

/** Each is called on the traps of a world, from its own source text. */
export function obstacle(this: WriteTraps, place: Place, access: WantedTrap['access']): string {
  return this.obstacle(place, access);
}

export function add(this: WriteTraps, place: Place, wanted: WantedTrap, holds: Holds): string {
  return this.add(place, wanted, holds);
}

export function remove(this: WriteTraps, dataId: string): void {
  this.remove(dataId);
}

export function removeAll(this: WriteTraps): void {
  this.removeAll();
}

export function lift(this: WriteTraps): string {
  return this.lift();
}

export function lay(this: WriteTraps): void {
  this.lay();
}

export function take(this: WriteTraps): TrappedAccess | undefined {
  return this.take();
}
