import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import { isSingleExpression } from './live-edit/condition.ts';
import type { NodeTarget } from './node-target.ts';
import type { PausedFrame } from './pause.ts';
import { exceptionInfo } from './remote-values.ts';

/**
 * Assigns the value of an expression to a variable of a frame, or to a property below one. The assignment runs as the
 * program's own would: a `const` refuses, a setter is called.
 *
 * @throws DebugError `invalid_argument` when either does not parse or the assignment throws
 * @see CDP Debugger.evaluateOnCallFrame
 */
export async function assignVariable(
  target: NodeTarget,
  frame: PausedFrame,
  name: string,
  expression: string,
  options?: CallOptions,
): Promise<void> {
  if (!isSingleExpression(name) || !isSingleExpression(expression)) {
    throw new DebugError('invalid_argument', `"${name} = ${expression}" is not an assignment.`, {
      advice: 'Give a variable or a path below one (order.lines[0].price), and one expression for its new value.',
      details: { argument: 'value' },
    });
  }
  const { callFrameId } = frame.callFrame;
  const params = { callFrameId, expression: `${name} = (${expression}\n)`, silent: true, timeout: 5_000 };
  const { exceptionDetails } = await target.session.send('Debugger.evaluateOnCallFrame', params, options);
  if (!exceptionDetails) return;
  const thrown = exceptionDetails.exception ?? { type: 'string', value: exceptionDetails.text };
  const { name: errorName, message } = exceptionInfo(thrown, false, 0);
  throw new DebugError('invalid_argument', `${name} could not be set: ${errorName}: ${message}.`, {
    advice: 'debug_variables lists the variables of the frame.',
    details: { argument: 'name' },
  });
}
