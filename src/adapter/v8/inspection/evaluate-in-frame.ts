import type { CdpSession } from '../../../cdp/cdp-session.ts';
import { callText, verbatim } from '../../../cdp/function-text.ts';
import type { CallFrameId } from '../../../cdp/ids.ts';
import type { CdpResult } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { EvaluateOutcome } from '../../../model/evaluate-outcome.ts';
import type { EvaluateRequest } from '../../debug-adapter.ts';
import type { PausedFrame } from '../pauses/pause.ts';
import { isSingleExpression, withoutEnd } from '../source/expressions.ts';
import { primitiveSummary, type RemoteObject } from '../summary/remote-values.ts';
import type { PathStep } from '../summary/summary-node.ts';
import { boxLongText } from './in-debuggee/box-long-text.ts';

/** The frame's answer: an outcome already, or an object that must still be summarised or named. */
type FrameAnswer =
  | Exclude<EvaluateOutcome, { kind: 'thrown' }>
  | { readonly kind: 'thrown'; readonly thrown: RemoteObject }
  | { readonly kind: 'object'; readonly object: RemoteObject; readonly path: readonly PathStep[] };

/** Default limit of an expression, in milliseconds. */
const DEFAULT_TIMEOUT_MS = 5_000;
/** The debuggee stops the expression by itself at its limit; its answer may take this much longer. */
const READ_TIMEOUT_MS = 500;
const ANSWER_GRACE_MS = 2_000;
/** The group of all objects that were evaluated at one stop; they are released together when the thread goes on. */
export const EVALUATED_GROUP = 'mcp-debugger';
const LONG_TEXT_CLASS = 'McpDebuggerLongText';
/** Characters of a text that still crosses the wire as it is. */
const MAX_TEXT_LENGTH = 2_000;

/**
 * Evaluates an expression in a paused frame.
 *
 * CDP sends strings whole, however long. So an expression is an argument of a function that puts a long string into an object,
 * which then is summarised inside the debuggee like every other object. Statements cannot be wrapped and are sent as they are.
 *
 * @see CDP Debugger.evaluateOnCallFrame
 */
export async function evaluateInFrame(
  session: CdpSession,
  frame: PausedFrame,
  request: EvaluateRequest,
  { timeoutMs = DEFAULT_TIMEOUT_MS, signal }: CallOptions = {},
): Promise<FrameAnswer> {
  const { expression, readOnly, maxTextLength } = request;
  const reply = await evaluate(session, frame, wrapped(expression), { readOnly, timeoutMs, signal });
  if (reply === 'timeout') return { kind: 'timeout', timeoutMs };
  const { result, exceptionDetails } = reply;
  if (exceptionDetails) {
    const thrown = exceptionDetails.exception ?? { type: 'string', value: exceptionDetails.text };
    if (readOnly && isSideEffect(thrown)) {
      return { kind: 'side-effect', message: `"${expression}" would change the program, or cannot be proven not to` };
    }
    return { kind: 'thrown', thrown };
  }
  if (result.objectId === undefined || result.type === 'symbol')
    return { kind: 'value', ...primitiveSummary(result, maxTextLength) };
  const isLongText = result.className === LONG_TEXT_CLASS;
  return { kind: 'object', object: result, path: isLongText ? [{ kind: 'property', name: 'text' }] : [] };
}

async function evaluate(
  session: CdpSession,
  frame: PausedFrame,
  expression: string,
  { readOnly, timeoutMs, signal }: { readOnly: boolean; timeoutMs: number; signal: AbortSignal | undefined },
): Promise<CdpResult<'Debugger.evaluateOnCallFrame'> | 'timeout'> {
  const { callFrameId } = frame.callFrame;
  const params = {
    callFrameId,
    expression,
    objectGroup: EVALUATED_GROUP,
    silent: true,
    throwOnSideEffect: readOnly,
    timeout: timeoutMs,
  };
  try {
    return await session.send('Debugger.evaluateOnCallFrame', params, {
      timeoutMs: timeoutMs + ANSWER_GRACE_MS,
      signal,
    });
  } catch (error) {
    const isTimeout =
      error instanceof DebugError && (error.code === 'request_timeout' || /terminated/.test(error.message));
    if (isTimeout) return 'timeout';
    throw error;
  }
}

/** The value of an expression in a frame, where it can be had without effects; undefined where not. */
export async function readInFrame(
  session: CdpSession,
  callFrameId: CallFrameId,
  expression: string,
  options: CallOptions | undefined,
): Promise<RemoteObject | undefined> {
  const params = {
    callFrameId,
    expression: `(${expression}\n)`,
    objectGroup: EVALUATED_GROUP,
    silent: true,
    throwOnSideEffect: true,
    timeout: READ_TIMEOUT_MS,
  };
  const reply = await session.send('Debugger.evaluateOnCallFrame', params, options).catch(() => undefined);
  return reply && !reply.exceptionDetails ? reply.result : undefined;
}

function wrapped(statement: string): string {
  const expression = withoutEnd(statement);
  if (!isSingleExpression(expression)) return statement;
  return callText(boxLongText, MAX_TEXT_LENGTH, LONG_TEXT_CLASS, verbatim(`(${expression}\n)`));
}

function isSideEffect(thrown: RemoteObject): boolean {
  return thrown.className === 'EvalError' && /side-effect/.test(thrown.description ?? '');
}
