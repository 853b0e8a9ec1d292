import type { Intrinsics } from '../../summary/in-debuggee/intrinsics.ts';
import type { createConsoleFormatters } from './console-formatters.ts';
import type { createContentTraps } from './content-traps.ts';
import type { createPropertyTraps } from './property-traps.ts';
import type { createWriteTraps, WriteTraps } from './write-traps.ts';

/** Makes what makes the traps of the built-ins that were saved before the program began. Runs in the debuggee, from its own source text. */
export function trapsMaker(
  create: typeof createWriteTraps,
  createContent: typeof createContentTraps,
  createProperty: typeof createPropertyTraps,
  createFormatters: typeof createConsoleFormatters,
  mostLogged: number,
): (i: Intrinsics) => WriteTraps {
  return (i) => create(i, createContent(i), createProperty(i), createFormatters, mostLogged);
}
