import type { DapFrameId } from '../../../dap/ids.ts';
import type { Dap } from '../../../dap/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';

import type { DapTarget } from './dap-target.ts';

/** A string as it is, without quotes. */
const RAW_STRING: Dap.ValueFormat & { readonly rawString: boolean } = { rawString: true };

/**
 * A question whose answer is a text of ours. The context is one in which no debugger shortens it.
 *
 * @see DAP evaluate
 */
export function textQuestion(expression: string, dapFrameId?: DapFrameId): Dap.EvaluateArguments {
  const question = { expression, context: 'clipboard', format: RAW_STRING };
  return dapFrameId === undefined ? question : { ...question, frameId: dapFrameId };
}

/** The text that an expression comes to. @throws DebugError `protocol_error` where it raises, and those of the connection */
export async function textOf(
  { connection }: DapTarget,
  expression: string,
  options: CallOptions,
  dapFrameId?: DapFrameId,
): Promise<string> {
  return (await connection.request('evaluate', textQuestion(expression, dapFrameId), options)).result;
}

/** The text that an expression comes to, or raises: some debuggers print to the program's output what it comes to. */
export async function textOrError(
  target: DapTarget,
  expression: string,
  options: CallOptions,
  dapFrameId?: DapFrameId,
): Promise<string> {
  try {
    return await textOf(target, expression, options, dapFrameId);
  } catch (error) {
    if (error instanceof DebugError && error.code === 'protocol_error') return String(error.details.message ?? '');
    throw error;
  }
}
