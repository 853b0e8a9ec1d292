import type { CdpSession } from '../../../cdp/cdp-session.ts';
import { functionText } from '../../../cdp/function-text.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { PausedFrame } from '../pauses/pause.ts';
import { EVALUATED_GROUP } from './evaluate-in-frame.ts';
import { readAll } from './in-debuggee/read-all.ts';

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/**
 * Reads variables of a frame anew, by their names, into an object of the debuggee; its id, or undefined where that is not
 * possible.
 *
 * The scope objects that come with a pause are copies, made at the moment of the pause: what was assigned since, by an evaluated
 * expression or by a function that it called, is not in them.
 *
 * @see CDP Debugger.evaluateOnCallFrame
 */
export async function readAnew(
  session: CdpSession,
  frame: PausedFrame,
  names: readonly string[],
  options?: CallOptions,
): Promise<string | undefined> {
  const readable = names.filter((name) => IDENTIFIER.test(name) && name !== 'this' && name !== '__proto__');
  if (readable.length === 0) return undefined;
  // Functions, so that one variable that cannot be read does not hide the others.
  const readers = readable.map((name) => `${JSON.stringify(name)}: () => ${name}`);
  const expression = `({ __proto__: null, ${readers.join(', ')} })`;
  const { callFrameId } = frame.callFrame;
  const request = { callFrameId, expression, objectGroup: EVALUATED_GROUP, silent: true };
  const made = await session.send('Debugger.evaluateOnCallFrame', request, options);
  const { objectId } = made.result;
  if (made.exceptionDetails || objectId === undefined) return undefined;
  const call = { objectId, functionDeclaration: functionText(readAll), objectGroup: EVALUATED_GROUP, silent: true };
  return (await session.send('Runtime.callFunctionOn', call, options)).result.objectId;
}
