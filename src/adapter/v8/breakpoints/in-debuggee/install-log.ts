import type { Collect, ShowValue } from './collector.ts';
import type { Log } from './logger.ts';

/** Where conditions of breakpoints find what they call. */
interface Holder {
  collect?: Collect;
  log?: Log;
}

type Make<F> = (emit: (message: string) => void, summarise: ShowValue) => F;

/**
 * Installs the functions that log and collect: they take what the parts of a log message, or expressions, give and hand the
 * finished message to the binding of that name, which is then removed from the program's sight (a binding works on after its
 * global is deleted). Runs in the debuggee, from its own source text.
 *
 * @param summarise The function that shows values without running any code of the program.
 */
export function installLog(
  bindingName: string,
  holder: Holder,
  summarise: ShowValue,
  createCollector: Make<Collect>,
  createLogger: Make<Log>,
): void {
  const emit: (message: string) => void = Reflect.get(globalThis, bindingName);
  Reflect.deleteProperty(globalThis, bindingName);
  holder.collect = createCollector(emit, summarise);
  holder.log = createLogger(emit, summarise);
}
