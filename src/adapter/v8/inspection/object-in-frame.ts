import type { RemoteObjectId } from '../../../cdp/ids.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { PausedFrame } from '../pauses/pause.ts';
import type { V8Thread } from '../thread/v8-thread.ts';
import { WRITES_GROUP } from '../writes/debuggee-worlds.ts';

/** The frame in which an expression is evaluated. */
interface InFrame {
  readonly thread: V8Thread;
  readonly frame: PausedFrame;
}

/** The object that an expression makes in a frame. */
export async function evaluated(
  { thread, frame }: InFrame,
  expression: string,
  options?: CallOptions,
): Promise<{ readonly objectId: RemoteObjectId } | { readonly error: string }> {
  const { callFrameId } = frame.callFrame;
  const request = { callFrameId, expression, objectGroup: WRITES_GROUP, silent: true };
  const { result, exceptionDetails } = await thread.session.send('Debugger.evaluateOnCallFrame', request, options);
  const thrown = exceptionDetails?.exception?.description ?? exceptionDetails?.text;
  if (thrown !== undefined) return { error: thrown.split('\n', 1).join() };
  return result.objectId === undefined ? { error: 'it gives nothing' } : { objectId: result.objectId };
}
