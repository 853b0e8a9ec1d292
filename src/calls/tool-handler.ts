import { type ActionNames, wordAdvice } from '../model/advice.ts';
import { DebugError, messageOf } from '../model/debug-error.ts';
import type { BoundTool, BoundToolset, RpcFailure, ToolAnswer, ToolFailure } from '../toolsets/tool.ts';
import { advertisedOutput, advertisedSchema, type ObjectSchema } from './advertised-schema.ts';
import { argumentErrorText } from './argument-errors.ts';
import { type SendProgress, startProgress } from './progress.ts';

/** How a call reaches a tool: from whom, and how to tell them of progress. */
export interface IncomingCall {
  readonly arguments: unknown;
  readonly signal: AbortSignal;
  /** Present only when the client sent a progress token. */
  readonly sendProgress: SendProgress | undefined;
}

/** What `tools/list` says of a tool, and the way to call it. */
export interface ServableTool {
  readonly listed: ListedTool;
  /** Never rejects: whatever goes wrong is told as an answer, or as the error of the protocol that the toolset wants. */
  call(incoming: IncomingCall): Promise<ToolAnswer | RpcFailure>;
}

type ListedTool = Pick<BoundTool, 'name' | 'title' | 'description' | 'annotations'> & {
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
};

/** Calls so far in this process, of all tools. */
let lastCallId = 0;

/**
 * The one place where a call is checked and a failure becomes text.
 *
 * @param log Gets the details of a defect; its reader is a person, the model gets one line.
 * @param around What is done with each call and answer beside that.
 */
export function servableTool(
  tool: BoundTool,
  log: (line: string) => void,
  around: Pick<BoundToolset, 'observe' | 'mask'> = {},
): ServableTool {
  const { name, title, description, annotations, outputSchema } = tool;
  const inputSchema = advertisedSchema(tool.schema);
  const output = outputSchema && { outputSchema: advertisedOutput(outputSchema) };
  return {
    listed: { name, title, description, inputSchema, ...output, annotations },
    call: async (incoming) => {
      const args = incoming.arguments ?? {};
      const callId = ++lastCallId;
      const began = Date.now();
      around.observe?.({ kind: 'call', tool: name, callId, args });
      const answer = await checkedCall(tool, inputSchema, args, incoming, log);
      around.observe?.({ ...outcomeOf(answer), tool: name, callId, args, durationMs: Date.now() - began });
      return around.mask ? around.mask(answer, args) : answer;
    },
  };
}

async function checkedCall(
  tool: BoundTool,
  inputSchema: ObjectSchema,
  args: unknown,
  incoming: IncomingCall,
  log: (line: string) => void,
): Promise<ToolAnswer | RpcFailure> {
  const parsed = tool.schema.safeParse(args);
  if (parsed.success) return runTool(tool, parsed.data, incoming, log);
  const text = argumentErrorText(tool.name, inputSchema, args, parsed.error.issues);
  return failed(tool, { kind: 'arguments', tool: tool.name, args, text });
}

/** What an observer is told of an answer. */
function outcomeOf(answer: ToolAnswer | RpcFailure) {
  if ('rpcError' in answer) return { kind: 'failure', message: answer.rpcError.message } as const;
  const { text, structured, isError } = answer;
  if (isError) return { kind: 'failure', message: text ?? JSON.stringify(structured ?? {}) } as const;
  return { kind: 'answer', text, structured } as const;
}

async function runTool(
  tool: BoundTool,
  args: Record<string, unknown>,
  incoming: IncomingCall,
  log: (line: string) => void,
): Promise<ToolAnswer | RpcFailure> {
  const { name } = tool;
  const progress = startProgress(incoming.sendProgress);
  try {
    return await tool.handler(args, { signal: incoming.signal, progress: progress.report });
  } catch (thrown) {
    if (thrown instanceof DebugError) return failed(tool, { kind: 'broken-promise', tool: name, error: thrown });
    log(`${name} failed: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`);
    const text = `${name} failed inside mcp-debugger: ${messageOf(thrown)}\nThis is a defect of the debugger, not of the program.`;
    return failed(tool, { kind: 'defect', tool: name, text });
  } finally {
    progress.stop();
  }
}

function debugErrorText({ message, advice }: DebugError, actions: ActionNames): string {
  return [message, wordAdvice(advice, actions) ?? []].flat().join('\n');
}

function failed(tool: BoundTool, failure: ToolFailure): ToolAnswer | RpcFailure {
  if (tool.failure) return tool.failure(failure);
  return {
    text: failure.kind === 'broken-promise' ? debugErrorText(failure.error, tool.actions) : failure.text,
    isError: true,
  };
}
