import { type HeldPlace, heldIn } from '../../realms/in-debuggee/place-held.ts';
import type { Intrinsics, TrappedValue } from '../../summary/in-debuggee/intrinsics.ts';
import { createContentTraps } from './content-traps.ts';
import { createPropertyTraps } from './property-traps.ts';
import { createWriteTraps, type WriteTraps } from './write-traps.ts';

/**
 * Makes what makes the traps. Runs in the debuggee, in a realm of ours.
 *
 * @param place For what shows values while traps are laid: it finds there what they keep.
 */
export function trapsMaker(mostLogged: number, place: HeldPlace): (i: Intrinsics) => WriteTraps {
  return (i) => {
    const values = new WeakMap<object, () => unknown>();
    const held = heldIn<{ trapped: TrappedValue }>({ program: i.global, boxed: i.boxed }, place);
    if (held) {
      held.trapped = (getter) => {
        const value = typeof getter === 'function' ? values.get(getter) : undefined;
        return value && { value: value() };
      };
    }
    const propertyOf = createPropertyTraps(i, (getter, value) => values.set(getter, value));
    return createWriteTraps(i, createContentTraps(i), propertyOf, mostLogged);
  };
}
