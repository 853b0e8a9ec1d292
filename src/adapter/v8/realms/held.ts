import { DebugError } from '../../../model/debug-error.ts';
import type { HeldPlace } from './in-debuggee/place-held.ts';

/**
 * The property in which the debuggee holds the functions that conditions call. V8 finds a property of a literal at once, and a
 * global only past everything that is in scope at the breakpoint, which takes a fourth of the time of a condition. No listing of
 * a program's globals shows the property; it is there only when a breakpoint needs it.
 */
const NAME = '__mcpDebugger';
/** The second place: for a program that has frozen its built-ins, and for a JavaScript world that nothing was installed in yet. None without symbols. */
const SYMBOL = 'mcp-debugger';
const GLOBAL = `globalThis[globalThis.Symbol?.for('${SYMBOL}')]`;

/** The expression for the held functions; undefined if none were installed. */
export const HELD = `(0n.${NAME} ?? ${GLOBAL})`;

/** The same, made where it is missing. A condition makes it by an assignment alone: it calls nothing that the program may have replaced. */
export const HELD_OR_NEW = `(0n.${NAME} ?? (${GLOBAL} ??= { __proto__: null }))`;

/** The same, for what is installed before a condition needs it. */
export const HELD_PLACE: HeldPlace = { name: NAME, symbol: SYMBOL };

/** The error for what cannot be put there. @param what The functions that a condition would have to find. */
export function notHeld(what: string): DebugError {
  const frozen = 'The program has frozen its globals and what literals inherit';
  return new DebugError('unsupported', `${frozen}: no breakpoint in it can find what ${what}.`, {
    advice: ['Set it before the program does so, or stop there at each pass.'],
  });
}
