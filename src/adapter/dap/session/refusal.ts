import { DebugError } from '../../../model/debug-error.ts';

/** What an adapter said when it refused a request; nothing when it did not answer. */
export function refusalOf(error: unknown): string {
  return error instanceof DebugError && error.code === 'protocol_error' ? String(error.details.message ?? '') : '';
}
