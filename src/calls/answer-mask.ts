import { maskAnswerText, maskAnswerValue } from '../redaction/answer-redaction.ts';
import { askedName } from '../redaction/asked-name.ts';
import { isRecord } from '../redaction/json.ts';
import type { RpcFailure, ToolAnswer } from '../toolsets/tool.ts';

/** Masks secrets in what a client is answered, as docs/redaction.md says. An answer without one is returned as it was. */
export function maskAnswer(answer: ToolAnswer | RpcFailure, args: unknown): ToolAnswer | RpcFailure {
  const name = askedName(args);
  if ('rpcError' in answer) {
    const { code, message } = answer.rpcError;
    return { rpcError: { code, message: maskAnswerText(message, name) } };
  }
  const { text, structured } = answer;
  const masked = structured && maskAnswerValue(structured, name);
  return {
    ...answer,
    ...(text !== undefined && { text: maskAnswerText(text, name) }),
    ...(isRecord(masked) && { structured: masked }),
  };
}
