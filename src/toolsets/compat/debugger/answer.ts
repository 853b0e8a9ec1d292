import type { ToolAnswer } from '../../tool.ts';
import { jsonWithBoundedNames } from '../bounded-names.ts';
import type { ErrorCode } from './error-codes.ts';

/** Named facts of an answer. A value of `undefined` counts as left out. */
export type Fields = Readonly<Record<string, unknown>>;

/** A call that was carried out. */
export function success(fields: Fields): ToolAnswer {
  return json({ status: 'success', ...fields });
}

/**
 * A call that was not carried out: code, message and context, and the same three inside `error`, where some clients look.
 *
 * @param context What the caller passed that matters, and what would be valid.
 */
export function failure(code: ErrorCode, message: string, context: Fields): ToolAnswer {
  return { ...json({ status: 'error', code, message, context, error: { code, message, context } }), isError: true };
}

/** Text and structured content are the same object: some clients read the one, some the other. */
function json(value: Record<string, unknown>): ToolAnswer {
  const text = jsonWithBoundedNames(value);
  return { text, structured: JSON.parse(text) };
}
