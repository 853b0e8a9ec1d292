import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { CallOutcome } from '../calls/call-outcome.ts';
import type { OfferedTools } from '../calls/tool-calls.ts';
import type { ToolAnswer } from '../toolsets/tool.ts';
import { type SendProgress, startProgress } from './progress.ts';

type RejectionReason = Extract<CallOutcome, { kind: 'rejected' }>['reason'];

/** An unknown tool is a wrong parameter of `tools/call`. */
const ERROR_CODES: Readonly<Record<RejectionReason, ProtocolErrorCode>> = {
  unknownTool: ProtocolErrorCode.InvalidParams,
  invalidArguments: ProtocolErrorCode.InvalidParams,
  defect: ProtocolErrorCode.InternalError,
};

/**
 * Answers a `tools/call`.
 *
 * @throws ProtocolError for a call that is rejected
 */
export async function callTool(
  calls: OfferedTools,
  name: string,
  args: unknown,
  context: ServerContext,
): Promise<CallToolResult> {
  const progress = startProgress(progressSender(context));
  try {
    const outcome = await calls.call(name, args, { signal: context.mcpReq.signal, progress: progress.report });
    if (outcome.kind === 'rejected') throw new ProtocolError(ERROR_CODES[outcome.reason], outcome.message);
    return resultOf(outcome.answer);
  } finally {
    progress.stop();
  }
}

/** Undefined when the client asked for no progress. A notification that cannot be sent is dropped: the call matters more. */
function progressSender({ mcpReq }: ServerContext): SendProgress | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress, message) => {
    mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(() => {});
  };
}

function resultOf({ text, help, structured, isError }: ToolAnswer): CallToolResult {
  return {
    content: [text ?? [], help ?? []].flat().map((block) => ({ type: 'text', text: block })),
    ...(structured && { structuredContent: structured }),
    ...(isError && { isError: true }),
  };
}
