import { wordAdvice } from '../../../model/advice.ts';
import type { DebugError } from '../../../model/debug-error.ts';
import { SESSION_ACTIONS } from '../../action-names.ts';
import type { Rejection, ToolAnswer, ToolFailure } from '../../tool.ts';
import { refused } from './answer.ts';

/** A failure in the form that clients of this toolset read: an error of the protocol, or an answer with `success: false`. */
export function sessionFailure(failure: ToolFailure): ToolAnswer | Rejection {
  switch (failure.kind) {
    case 'arguments':
      return rejection('invalidArguments', failure.text);
    case 'defect':
      return rejection('defect', failure.text);
    case 'debugError':
      return refusal(failure.tool, failure.error);
  }
}

function refusal(tool: string, error: DebugError): ToolAnswer | Rejection {
  const action = tool.replaceAll('_', ' ');
  if (error.code === 'session_not_found') return rejection('defect', `Failed to ${action}: ${error.message}`);
  if (error.code === 'unsupported' && error.details.argument === 'language')
    return rejection('invalidArguments', textOf(error));
  if (error.code !== 'not_stopped') return refused(error.message, wordAdvice(error.advice, SESSION_ACTIONS));
  if (error.details.state === 'created') {
    return refused('Session is not started', `Cannot ${action}. Start the session with start_debugging first.`);
  }
  return refused('Session is not paused', `Cannot ${action}. The session must be paused at a breakpoint.`);
}

/** The codes of JSON-RPC, which clients of this toolset find in front of the message, too. */
const CODES: Readonly<Record<Rejection['rejected'], number>> = { invalidArguments: -32602, defect: -32603 };

function rejection(rejected: Rejection['rejected'], message: string): Rejection {
  return { rejected, message: `MCP error ${CODES[rejected]}: ${message}` };
}

function textOf({ message, advice }: DebugError): string {
  return [message, wordAdvice(advice, SESSION_ACTIONS) ?? []].flat().join(' ');
}
