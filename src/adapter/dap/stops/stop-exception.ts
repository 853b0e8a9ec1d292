import type { ExceptionInfo } from '../../../model/stop-outcome.ts';
import type { AdapterQuirks } from '../recipe/adapter-quirks.ts';
import type { DapStop } from '../session/dap-target.ts';

/**
 * The exception of a stop, from what the adapter says of it and what its recipe knows better.
 *
 * @param stopsAtUncaughtOnly The debugger was asked to stop at no others, so that this one is uncaught whatever it says.
 */
export function exceptionOf(
  { body, exception, fate }: Pick<DapStop, 'body' | 'exception' | 'fate'>,
  quirks: AdapterQuirks['exceptions'],
  stopsAtUncaughtOnly: boolean,
): ExceptionInfo {
  const given = exception?.details?.typeName ?? exception?.exceptionId ?? body.text ?? 'exception';
  const said = {
    name: shortName(quirks.typeName?.(given) ?? given),
    message: exception?.details?.message ?? exception?.description ?? body.description ?? '',
  };
  const { name, message } = quirks.described?.(said) ?? said;
  const { breakMode } = exception ?? {};
  const isSaid = breakMode === 'unhandled' || breakMode === 'userUnhandled';
  const uncaught = quirks.uncaught?.(name, message) ?? (isSaid || stopsAtUncaughtOnly);
  const value = { type: name, value: message === '' ? name : `${name}: ${message}`, variablesReference: 0 };
  return { name, message, uncaught, ...fate, value };
}

/** `OrderError` of `shop.errors.OrderError`: where it is from is seen in the source. */
function shortName(name: string): string {
  return name.split('.').at(-1) ?? name;
}
