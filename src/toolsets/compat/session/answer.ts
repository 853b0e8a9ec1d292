import type { ToolAnswer } from '../../tool.ts';
import { jsonWithBoundedNames } from '../bounded-names.ts';

/** A call that was carried out: one JSON object with `success: true`. */
export function success(fields: Readonly<Record<string, unknown>>): ToolAnswer {
  return { text: jsonWithBoundedNames({ success: true, ...fields }) };
}

/** A call that came to nothing, which is an answer too. */
export function noSuccess(fields: Readonly<Record<string, unknown>>): ToolAnswer {
  return { text: jsonWithBoundedNames({ success: false, ...fields }) };
}

/** A call that was not carried out. @param message What to do about it. */
export function refused(error: string, message?: string): ToolAnswer {
  return { ...noSuccess({ error, ...(message === undefined ? {} : { message }) }), isError: true };
}
