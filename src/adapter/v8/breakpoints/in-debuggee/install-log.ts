import { type Collect, createCollector, type ShowValue } from './collector.ts';
import { createLogger, type Log } from './logger.ts';
import { createValueKeeper, type ValueKeeper } from './value-keeper.ts';

/** The object in which conditions of breakpoints find the functions that they call. */
interface Holder {
  collect?: Collect;
  log?: Log;
  keeper?: ValueKeeper;
  /** Says in JSON how far the program's own output is; put here by a host that can tell. */
  written?: () => string;
}

type Emit = (message: string) => void;

/**
 * Installs the functions that log and collect: they take what the parts of a log message, or expressions, give and hand the
 * finished message to the binding of that name, which is then removed from the program's sight (a binding works on after its
 * global is deleted). Runs in the debuggee.
 *
 * @param summarise The function that shows values without running any code of the program.
 */
export function installLog(bindingName: string, holder: Holder, summarise: ShowValue): void {
  const emit: Emit = Reflect.get(globalThis, bindingName);
  Reflect.deleteProperty(globalThis, bindingName);
  const keeper = createValueKeeper();
  holder.keeper = keeper;
  holder.collect = createCollector(emit, summarise, keeper);
  holder.log = createLogger(emit, summarise, keeper, () => holder.written?.() ?? 'null');
}
