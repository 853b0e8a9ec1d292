import { wordAdvice } from '../../../model/advice.ts';
import type { DebugError, DebugErrorCode } from '../../../model/debug-error.ts';
import { SCRIPT_ACTIONS } from '../../action-names.ts';
import type { ToolAnswer, ToolFailure } from '../../tool.ts';

/**
 * A failure in the form of this toolset: the same text for a model and as `error`, which clients compare.
 *
 * @param help What a reader can do about it; an empty text is left out.
 */
export function scriptError(error: string, help = ''): ToolAnswer {
  return { text: error, ...(help !== '' && { help }), structured: { error }, isError: true };
}

/** Failures outside of the tool's own: what went wrong, and what to do about it. */
export function scriptFailure(failure: ToolFailure): ToolAnswer {
  if (failure.kind !== 'debugError') return scriptError(failure.text);
  return scriptError(adviceOf(failure.error));
}

/** Failures of a command that did not run, or not as a program that can be debugged. The document has one text for all of them. */
const ENDS: ReadonlySet<DebugErrorCode> = new Set(['launch_failed', 'not_debuggable', 'connection_closed']);

/** True if the command has ended, or never ran: nothing is left that could come to the breakpoint. */
export function isEnd({ code }: DebugError): boolean {
  return ENDS.has(code);
}

/** The failure and its advice, in the names of this toolset. */
export function adviceOf({ message, advice }: DebugError): string {
  return [message, wordAdvice(advice, SCRIPT_ACTIONS) ?? []].flat().join('\n');
}
