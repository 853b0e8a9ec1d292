import { DebugError, messageOf } from '../model/debug-error.ts';
import { linesOf } from './plain-text.ts';

/** A broken promise as text: the message, then the advice on a line of its own. Anything else thrown: its message. */
export function renderError(thrown: unknown): string {
  const texts = thrown instanceof DebugError ? [thrown.message, thrown.advice ?? ''] : [messageOf(thrown)];
  return texts
    .flatMap((text) => linesOf(text))
    .filter((line) => line.trim() !== '')
    .join('\n');
}
