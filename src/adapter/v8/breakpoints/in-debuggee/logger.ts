import type { ShowValue } from './collector.ts';
import type { ValueKeeper } from './value-keeper.ts';

/**
 * Parts of a message: texts, and functions that each evaluate an expression of the user's. True: values of it are kept, and the program
 * must pause for the protocol to show them.
 *
 * @param mayKeep False where a pause would be taken for that of another breakpoint.
 */
export type Log = (id: number, parts: readonly (string | (() => unknown))[], mayKeep: boolean) => boolean;

/**
 * Makes the logging function in the debuggee. Runs there.
 *
 * @param emit The binding that carries messages out.
 * @param written Says in JSON how far the program's own output is.
 */
export function createLogger(
  emit: (message: string) => void,
  show: ShowValue,
  keeper: ValueKeeper,
  written: () => string,
): Log {
  const { stringify } = JSON;
  const maxTextLength = 200;
  const lessShown = ' (a stop here shows more of it)';

  function thrownText(error: unknown): string {
    try {
      const isObject = (typeof error === 'object' && error !== null) || typeof error === 'function';
      const { name, message }: { name?: unknown; message?: unknown } = isObject ? error : {};
      return error ? `<${name}: ${message}>` : `<${error}: ${error}>`;
    } catch {
      return '<an error that cannot be shown>';
    }
  }

  /** A part as text; as the number of a kept value and its text as far as it is known here; or as text that lacks something. */
  function shownPart(
    id: number,
    part: () => unknown,
    mayKeep: boolean,
  ): string | readonly [number | undefined, string] {
    try {
      const value = part();
      if (typeof value === 'string') return value;
      const shown = show(value, maxTextLength);
      return shown.isLess ? [mayKeep ? keeper.keep(id, value) : undefined, shown.text] : shown.text;
    } catch (error) {
      return thrownText(error);
    }
  }

  return (id, parts, mayKeep) => {
    let before = '';
    let text = '';
    let isLess = false;
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index] ?? '';
      const shown = typeof part === 'string' ? part : shownPart(id, part, mayKeep);
      if (typeof shown === 'string') text += shown;
      else if (shown[0] === undefined) {
        isLess = true;
        text += shown[1];
      } else {
        before += `${stringify(text)},[${shown[0]},${stringify(shown[1])}],`;
        text = '';
      }
    }
    const rest = stringify(isLess ? text + lessShown : text);
    emit(`[${id},${before === '' ? rest : `[${before}${rest}]`},null,${written()}]`);
    return before !== '';
  };
}
