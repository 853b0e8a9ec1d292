import { callText, verbatim } from '../../../../cdp/function-text.ts';
import type { WantedBreakpoint } from '../../../../model/breakpoints/breakpoint.ts';
import type { BreakpointId } from '../../../../model/ids.ts';
import { badLogMessage, logMessageParts } from '../../../log-message.ts';
import { HELD, HELD_PLACE } from '../../realms/held.ts';
import { type Further, type OwnCode, ownCode } from '../../realms/own-realm.ts';
import { expressionError } from '../../source/expressions.ts';
import type { installLog } from '../in-debuggee/install-log.ts';
import installLogText from '../in-debuggee/install-log.ts?in-debuggee';
import { setStepping } from '../in-debuggee/value-keeper.ts';
import { collectExpression } from './collect-values.ts';

/**
 * The expressions that each record a pass, and are true where values of it are kept for the protocol to show.
 *
 * @param mayKeep False where a pause would be taken for that of another breakpoint.
 * @throws DebugError `invalid_argument` for a log message or expression that does not parse
 */
export function recordExpressions({ id, logMessage, collect }: WantedBreakpoint, mayKeep: boolean): string[] {
  const collected =
    collect === undefined ? [] : [collectExpression(recorder('collect', mayKeep), id, collect, mayKeep)];
  return logMessage === undefined ? collected : [...collected, logExpression(id, logMessage, mayKeep)];
}

/** The expression that records a pass of a breakpoint that logs or collects, whatever its condition; undefined for one that stops. */
export function recordingExpression(wanted: WantedBreakpoint): string | undefined {
  const records = recordExpressions(wanted, true);
  return records.length === 0 ? undefined : records.join(' | ');
}

const SYNTAX = { quotes: '\'"`' };

function logExpression(id: BreakpointId, logMessage: string, mayKeep: boolean): string {
  const parts = logMessageParts(logMessage, SYNTAX).map((part) => {
    if (part.kind === 'text') return JSON.stringify(part.text);
    const text = part.text.trim();
    const error = expressionError(text);
    if (error === undefined) return `() => ${inParentheses(text)}`;
    // V8 takes a condition that does not parse without a word, and nothing would ever be logged.
    throw badLogMessage(`The expression {${text}} does not parse: ${error}`);
  });
  return `${recorder('log', mayKeep)}(${id}, [${parts.join(', ')}], ${mayKeep}) === true`;
}

/** A comment at the end must not swallow the closing parenthesis: V8 would take the result without a word and never stop. */
export function inParentheses(expression: string): string {
  return expression.includes('//') ? `(${expression}\n)` : `(${expression})`;
}

/**
 * The function that logs or collects. In a JavaScript world that has none yet, one that pauses the program, unless that would be taken for
 * the pause of another breakpoint.
 *
 * @see LogBreakpoints.recordIn
 */
function recorder(name: 'log' | 'collect', mayPause: boolean): string {
  return `(${HELD}?.${name} ?? (() => ${mayPause}))`;
}

/** Installs the functions that log and collect, whose messages go through a binding. Its value is true. */
export function recorders(binding: string): OwnCode {
  return { ...ownCode<Further<typeof installLog>>(installLogText, binding, HELD_PLACE, {}), binding };
}

/** The expression that takes the kept part of recorded values; undefined if nothing records. */
export const TAKE_KEPT = `${HELD}?.keeper?.take()`;

/** Says whether the program is stepped through: nothing is kept then. */
export function steppingExpression(isStepping: boolean): string {
  return callText(setStepping, verbatim(HELD), isStepping);
}
