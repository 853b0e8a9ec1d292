import { wordAdvice } from '../../../model/advice.ts';
import type { DebugError } from '../../../model/debug-error.ts';
import { SESSION_ACTIONS } from '../../action-names.ts';
import type { RpcFailure, ToolAnswer, ToolFailure } from '../../tool.ts';
import { refused } from './answer.ts';

/** A failure as the reference writes one: an error of the protocol, or an answer with `success: false`. */
export function sessionFailure(failure: ToolFailure): ToolAnswer | RpcFailure {
  switch (failure.kind) {
    case 'arguments':
      return rpcError(-32602, failure.text);
    case 'defect':
      return rpcError(-32603, failure.text);
    case 'broken-promise':
      return brokenPromise(failure.tool, failure.error);
  }
}

function brokenPromise(tool: string, error: DebugError): ToolAnswer | RpcFailure {
  const action = tool.replaceAll('_', ' ');
  if (error.code === 'session_not_found') return rpcError(-32603, `Failed to ${action}: ${error.message}`);
  if (error.code === 'unsupported' && error.details.argument === 'language') return rpcError(-32602, textOf(error));
  if (error.code !== 'not_stopped') return refused(error.message, wordAdvice(error.advice, SESSION_ACTIONS));
  if (error.details.state === 'created') {
    return refused('Session is not started', `Cannot ${action}. Start the session with start_debugging first.`);
  }
  return refused('Session is not paused', `Cannot ${action}. The session must be paused at a breakpoint.`);
}

/** The reference shows the code in front of the message, too. */
function rpcError(code: -32602 | -32603, message: string): RpcFailure {
  return { rpcError: { code, message: `MCP error ${code}: ${message}` } };
}

function textOf({ message, advice }: DebugError): string {
  return [message, wordAdvice(advice, SESSION_ACTIONS) ?? []].flat().join(' ');
}
