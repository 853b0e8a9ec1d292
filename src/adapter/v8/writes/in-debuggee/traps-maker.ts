import type { Intrinsics } from '../../summary/in-debuggee/intrinsics.ts';
import { createContentTraps } from './content-traps.ts';
import { createPropertyTraps } from './property-traps.ts';
import { createWriteTraps, type WriteTraps } from './write-traps.ts';

/** Makes what makes the traps of the built-ins that were saved before the program began. Runs in the debuggee. */
export function trapsMaker(mostLogged: number): (i: Intrinsics) => WriteTraps {
  return (i) => createWriteTraps(i, createContentTraps(i), createPropertyTraps(i), mostLogged);
}
