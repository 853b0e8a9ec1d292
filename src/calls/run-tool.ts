import { wordAdvice } from '../model/advice.ts';
import { DebugError, messageOf } from '../model/debug-error.ts';
import type { BoundTool, MaskingCall, Rejection, ToolAnswer, ToolFailure } from '../toolsets/tool.ts';
import type { ObjectSchema } from './advertised-schema.ts';
import { argumentErrorText } from './argument-errors.ts';
import { tooLarge } from './argument-limits.ts';
import { boundedText } from './bounded-failure.ts';

/**
 * Checks the arguments of a call, runs the tool, and puts whatever goes wrong into words; never rejects.
 *
 * @param inputSchema As it was advertised: an error explains arguments by it.
 * @param log Gets the details of a defect; its reader is a person, the caller gets one line.
 */
export async function runTool(
  tool: BoundTool,
  inputSchema: ObjectSchema,
  args: unknown,
  call: MaskingCall,
  log: (line: string) => void,
): Promise<ToolAnswer | Rejection> {
  const { name } = tool;
  try {
    return await checkedRun(tool, inputSchema, args, call);
  } catch (thrown) {
    if (thrown instanceof DebugError) return failed(tool, { kind: 'debugError', tool: name, error: thrown });
    log(boundedText(`${name} failed: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`));
    const text = `${name} failed inside mcp-debugger: ${messageOf(thrown)}\nThis is a defect of the debugger, not of the program.`;
    return failed(tool, { kind: 'defect', tool: name, text });
  }
}

async function checkedRun(
  tool: BoundTool,
  inputSchema: ObjectSchema,
  args: unknown,
  call: MaskingCall,
): Promise<ToolAnswer | Rejection> {
  const { name } = tool;
  const large = tooLarge(args);
  if (large !== undefined) {
    const text = `${name} was not carried out, its arguments are too large:\n- ${large}`;
    return failed(tool, { kind: 'arguments', tool: name, args: {}, text });
  }
  const parsed = tool.schema.safeParse(args);
  if (!parsed.success) {
    const text = argumentErrorText(name, inputSchema, args, parsed.error.issues);
    return failed(tool, { kind: 'arguments', tool: name, args, text });
  }
  return tool.handler(parsed.data, call);
}

/** A failure in the toolset's own form, or as text for a model. */
function failed(tool: BoundTool, failure: ToolFailure): ToolAnswer | Rejection {
  if (tool.failure) return tool.failure(failure);
  if (failure.kind !== 'debugError') return { text: failure.text, isError: true };
  const { message, advice } = failure.error;
  return { text: [message, wordAdvice(advice, tool.actions) ?? []].flat().join('\n'), isError: true };
}
