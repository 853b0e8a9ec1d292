import { DebugError, messageOf } from '../model/debug-error.ts';
import type { BoundTool, ToolAnswer } from '../toolsets/tool.ts';
import { advertisedSchema, type ObjectSchema } from './advertised-schema.ts';
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
  /** Never rejects: whatever goes wrong is told to the model as an answer. */
  call(incoming: IncomingCall): Promise<ToolAnswer>;
}

type ListedTool = Pick<BoundTool, 'name' | 'title' | 'description' | 'annotations'> & {
  readonly inputSchema: ObjectSchema;
};

/**
 * The one place where a call is checked and a failure becomes text.
 *
 * @param log Gets the details of a defect; its reader is a person, the model gets one line.
 */
export function servableTool(tool: BoundTool, log: (line: string) => void): ServableTool {
  const { name, title, description, annotations } = tool;
  const inputSchema = advertisedSchema(tool.schema);
  return {
    listed: { name, title, description, inputSchema, annotations },
    call: async (incoming) => {
      const args = incoming.arguments ?? {};
      const parsed = tool.schema.safeParse(args);
      if (!parsed.success) return failure(argumentErrorText(name, inputSchema, args, parsed.error.issues));
      return runTool(tool, parsed.data, incoming, log);
    },
  };
}

async function runTool(
  tool: BoundTool,
  args: Record<string, unknown>,
  incoming: IncomingCall,
  log: (line: string) => void,
): Promise<ToolAnswer> {
  const progress = startProgress(incoming.sendProgress);
  try {
    return await tool.handler(args, { signal: incoming.signal, progress: progress.report });
  } catch (thrown) {
    if (thrown instanceof DebugError) return failure(debugErrorText(thrown));
    log(`${tool.name} failed: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`);
    return failure(
      `${tool.name} failed inside mcp-debugger: ${messageOf(thrown)}\nThis is a defect of the debugger, not of the program.`,
    );
  } finally {
    progress.stop();
  }
}

function debugErrorText(error: DebugError): string {
  return error.advice === undefined ? error.message : `${error.message}\n${error.advice}`;
}

function failure(text: string): ToolAnswer {
  return { text, isError: true };
}
