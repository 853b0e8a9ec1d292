import { bindingOf } from '../../realms/in-debuggee/binding.ts';
import { type HeldPlace, heldIn } from '../../realms/in-debuggee/place-held.ts';
import type { Surroundings } from '../../realms/own-realm.ts';
import { createSummariser } from '../../summary/in-debuggee/create-summariser.ts';
import type { TrappedValue } from '../../summary/in-debuggee/intrinsics.ts';
import { type Collect, createCollector, type ShowValue } from './collector.ts';
import { createLogger, type Log } from './logger.ts';
import { createValueKeeper, type ValueKeeper } from './value-keeper.ts';

/** The object in which conditions of breakpoints find the functions that they call. */
interface Holder {
  collect?: Collect;
  log?: Log;
  keeper?: ValueKeeper;
  /** Put here while properties are watched. */
  trapped?: TrappedValue;
  /** Says in JSON how far the program's own output is; put here by a host that can tell. */
  written?: () => string;
}

/**
 * Installs the functions that log and collect: they take what the parts of a log message, or expressions, give and hand the
 * finished message to the binding of that name. Runs in the debuggee.
 *
 * @param plain An object literal of the program's world.
 * @returns False where conditions could not find them.
 */
export function installLog(around: Surroundings, bindingName: string, place: HeldPlace, plain: object): boolean {
  const emit = bindingOf(bindingName);
  const holder = heldIn<Holder>(around, place);
  if (!holder) return false;
  const summarise = createSummariser(around, (getter) => holder.trapped?.(getter));
  const show: ShowValue = (value, maxTextLength) => {
    const limits = { depth: 0, maxChildren: 0, maxTextLength, maxVariables: 0 };
    const { a, w } = summarise({ length: 5, 0: 'value', 1: limits, 2: [], 3: 0, 4: value });
    return a.r === 'value'
      ? { text: a.node.v, type: a.node.t, isLess: w === 1 }
      : { text: a.r, type: a.r, isLess: true };
  };
  const keeper = createValueKeeper();
  holder.keeper = keeper;
  holder.collect = createCollector(emit, show, keeper, plain);
  holder.log = createLogger(emit, show, keeper, () => holder.written?.() ?? 'null');
  return true;
}
