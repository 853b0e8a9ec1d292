import * as z from 'zod/v4';
import type { DebugEngine } from '../../../engine/debug-engine.ts';
import { wordAdvice } from '../../../model/advice.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { DEBUGGER_ACTIONS } from '../../action-names.ts';
import { defineTool, type Tool, type ToolAnnotations, type ToolAnswer, type ToolContext } from '../../tool.ts';
import { type Fields, failure, success } from './answer.ts';
import { type ErrorCode, errorCode } from './error-codes.ts';

/** The context of every tool of this toolset. */
export type Context = ToolContext<DebugEngine>;

/** A tool of this toolset: what it answers with, and the code of its own failure. */
interface DebuggerTool<I extends z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: I;
  /** The fields of the tool's answers beside `status`; each may be absent from a failure's. */
  readonly output: z.ZodRawShape;
  readonly failsWith: ErrorCode;
  /** The code if the program runs and would have to be paused; left out, that of any failure. */
  readonly failsRunning?: ErrorCode;
  run(args: z.output<z.ZodObject<I, z.core.$strict>>, context: Context): Promise<Fields>;
}

const errorFields = {
  code: z.string().optional().describe('Of a failure'),
  message: z.string().optional(),
  context: z.record(z.string(), z.unknown()).optional().describe('Of a failure: what was passed, what would be valid'),
  error: z
    .object({ code: z.string(), message: z.string(), context: z.record(z.string(), z.unknown()) })
    .optional()
    .describe('The same three again'),
};

/** Makes the tool: its answers as JSON, and whatever it fails in as an answer with a code. */
export function debuggerTool<I extends z.ZodRawShape>(
  tool: DebuggerTool<I>,
): Tool<DebugEngine> & Pick<DebuggerTool<I>, 'failsWith'> {
  const { name, title, description, annotations, input, output, failsWith, failsRunning = failsWith } = tool;
  const fields = Object.fromEntries(Object.entries(output).map(([field, schema]) => [field, z.optional(schema)]));
  const defined = defineTool({
    name,
    title,
    description,
    annotations,
    schema: z.strictObject(input),
    outputSchema: z.object({ status: z.enum(['success', 'error']), ...fields, ...errorFields }),
    async handler(args, context: Context): Promise<ToolAnswer> {
      try {
        return success(await tool.run(args, context));
      } catch (thrown) {
        if (thrown instanceof DebugError)
          return refused(thrown, thrown.code === 'not_stopped' ? failsRunning : failsWith, args);
        throw thrown;
      }
    },
  });
  return { ...defined, failsWith };
}

function refused(error: DebugError, failsWith: ErrorCode, args: Fields): ToolAnswer {
  const advice = wordAdvice(error.advice, DEBUGGER_ACTIONS);
  const { argument: _argument, ...details } = error.details;
  return failure(errorCode(error, failsWith), error.message, {
    ...args,
    ...details,
    ...(advice !== undefined && { advice }),
  });
}
