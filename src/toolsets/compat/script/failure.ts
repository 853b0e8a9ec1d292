import { wordAdvice } from '../../../model/advice.ts';
import { SCRIPT_ACTIONS } from '../../action-names.ts';
import type { ToolAnswer, ToolFailure } from '../../tool.ts';

/** A failure in the form of this toolset: the same text for a model and as `error`. */
export function scriptError(error: string, more: Readonly<Record<string, unknown>> = {}): ToolAnswer {
  return { text: error, structured: { error, ...more }, isError: true };
}

/** Failures outside of the tool's own: what went wrong, and what to do about it. */
export function scriptFailure(failure: ToolFailure): ToolAnswer {
  if (failure.kind !== 'debugError') return scriptError(failure.text);
  const { message, advice } = failure.error;
  return scriptError([message, wordAdvice(advice, SCRIPT_ACTIONS) ?? []].flat().join('\n'));
}
