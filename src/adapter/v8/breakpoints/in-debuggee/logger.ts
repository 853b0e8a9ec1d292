import type { ShowValue } from './collector.ts';

/** Parts of a message: texts, and functions that each evaluate an expression of the user's. */
export type Log = (id: number, parts: readonly (string | (() => unknown))[]) => void;

/**
 * Makes the logging function in the debuggee, from the built-ins of before the program. Runs there, from its own source text.
 *
 * @param emit The binding that carries messages out.
 */
export function createLogger(emit: (message: string) => void, summarise: ShowValue): Log {
  const { stringify } = JSON;
  const limits = { depth: 0, maxChildren: 0, maxTextLength: 200, maxVariables: 0 };

  function thrownText(error: unknown): string {
    try {
      const isObject = (typeof error === 'object' && error !== null) || typeof error === 'function';
      const { name, message }: { name?: unknown; message?: unknown } = isObject ? error : {};
      return error ? `<${name}: ${message}>` : `<${error}: ${error}>`;
    } catch {
      return '<an error that cannot be shown>';
    }
  }

  function partText(part: string | (() => unknown) | undefined): string {
    if (typeof part !== 'function') return part ?? '';
    try {
      const value = part();
      return typeof value === 'string' ? value : summarise(['value', limits, [], 0, value]).a.node.v;
    } catch (error) {
      return thrownText(error);
    }
  }

  return (id, parts) => {
    let text = '';
    for (let index = 0; index < parts.length; index++) text += partText(parts[index]);
    emit(`[${id},${stringify(text)}]`);
  };
}
