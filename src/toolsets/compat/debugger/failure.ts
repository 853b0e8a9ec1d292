import type { ToolAnswer, ToolFailure } from '../../tool.ts';
import { failure } from './answer.ts';
import { type ErrorCode, errorCode } from './error-codes.ts';

/**
 * Failures outside of a tool's own code: arguments that are refused before it, and defects.
 *
 * @param own The code of the tool's own failure.
 */
export function debuggerFailure(failed: ToolFailure, own: ErrorCode): ToolAnswer {
  const { tool } = failed;
  switch (failed.kind) {
    case 'arguments':
      return failure('INVALID_ARGUMENT', failed.text, { tool, arguments: failed.args });
    case 'debugError':
      return failure(errorCode(failed.error, own), failed.error.message, { tool });
    case 'defect':
      return failure(own, failed.text, { tool });
  }
}

/** A name that is not among the tools. */
export function unknownTool(name: string, known: readonly string[]): ToolAnswer {
  return failure('TOOL_NOT_FOUND', `There is no tool ${name}.`, { tool: name, tools: known });
}
