import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { ForcedReturn } from '../../return-stops.ts';
import type { PausedFrame } from '../pauses/pause.ts';
import { RETURN_GROUP, ReturnForcing } from '../returns/forced-return.ts';
import { inGeneratedNames, namesAround } from '../scripts/renamed-variables.ts';
import { isSingleExpression } from '../source/expressions.ts';
import { isFunction } from '../source/source-structure.ts';
import type { AnyNode } from '../source/syntax-tree.ts';
import { exceptionInfo, type RemoteObject } from '../summary/remote-values.ts';
import type { V8Thread } from '../thread/v8-thread.ts';
import { INITIALISERS, writtenAt } from './restart-frame.ts';

const EVALUATE_TIMEOUT_MS = 5_000;
const UNSEEN = 'returns from within a loop over an iterator or a `finally`, where V8 changes no value';

/**
 * Prepares that the call which a thread is stopped in returns the value of an expression, evaluated in it now.
 *
 * @throws DebugError `invalid_argument` when the expression does not parse, or throws
 */
export async function forceReturn(
  thread: V8Thread,
  frame: PausedFrame,
  expression: string,
  options?: CallOptions,
): Promise<ForcedReturn> {
  const { params } = thread.pausedNow();
  if (params.callFrames[0]?.callFrameId !== frame.callFrame.callFrameId)
    return { kind: 'refused', why: "the innermost call is the runtime's, not the program's" };
  const isUnseen = await thread.returnGuard.unseenReturn(frame.callFrame);
  const why = isUnseen ? `${frame.name} ${UNSEEN}` : whyNot(frame.name, await writtenAt(thread, frame, options));
  if (why) return { kind: 'refused', why };
  const value = await returnValueOf(thread, frame, expression, options);
  const call = { frame: frame.callFrame, depth: params.callFrames.length };
  const forcing = new ReturnForcing(thread.session, thread.summariser, call, value);
  const returns = await forcing.begin(options);
  if (returns === 0) return { kind: 'refused', why: `${frame.name} ${UNSEEN}` };
  thread.readers.forcedReturn = forcing;
  const end = async () => {
    if (thread.readers.forcedReturn === forcing) thread.readers.forcedReturn = undefined;
    return forcing.end();
  };
  return { kind: 'prepared', name: frame.name, end };
}

/** The reason why no value can be forced: V8 would lose the value, or end the program. */
function whyNot(name: string, written: readonly AnyNode[] | undefined): string | undefined {
  const [node, member] = [written?.at(-1), written?.at(-2)];
  if (!node) return 'what is at the top level of a module has no caller';
  if (INITIALISERS.test(node.type)) return `${name} is in a field of a class, which has no caller`;
  if (isFunction(node) && node.async)
    return `${name} is async: its caller holds its promise already, whose value is that of its own \`return\``;
  const isConstructor = member?.type === 'MethodDefinition' && member.kind === 'constructor';
  return isConstructor ? `${name} is a constructor, which returns its object` : undefined;
}

async function returnValueOf(
  { session, scripts }: V8Thread,
  { callFrame }: PausedFrame,
  expression: string,
  options?: CallOptions,
): Promise<RemoteObject> {
  if (!isSingleExpression(expression)) throw unusable(expression, 'it is not one expression');
  const names = await namesAround(session, scripts, callFrame.location, options);
  const { result, exceptionDetails } = await session.send(
    'Debugger.evaluateOnCallFrame',
    {
      callFrameId: callFrame.callFrameId,
      expression: `(${inGeneratedNames(expression, names)}\n)`,
      objectGroup: RETURN_GROUP,
      silent: true,
      timeout: EVALUATE_TIMEOUT_MS,
    },
    options,
  );
  if (!exceptionDetails) return result;
  const thrown = exceptionDetails.exception ?? { type: 'string', value: exceptionDetails.text };
  const { name, message } = exceptionInfo(thrown, false, 0);
  throw unusable(expression, `${name}: ${message}`);
}

function unusable(expression: string, why: string): DebugError {
  return new DebugError('invalid_argument', `"${expression}" is no value to return: ${why}.`, {
    advice: 'Give one expression that has a value where the program stands; the program has not gone on.',
    details: { argument: 'return' },
  });
}
