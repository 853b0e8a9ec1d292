import type { CallOptions } from '../../../model/call-options.ts';
import type { StackFrame } from '../../../model/stack-frame.ts';
import { ASYNC_STACK, parseAsyncParents, writtenLocation } from '../pauses/async-parents.ts';
import { type PausedFrame, toStackFrame } from '../pauses/pause.ts';
import { namesAround } from '../scripts/renamed-variables.ts';
import type { V8Thread } from '../thread/v8-thread.ts';

/** A frame with what its function was called by its author, where a minifier has renamed it. */
export async function namedFrame(
  thread: V8Thread,
  id: number,
  frame: PausedFrame,
  options?: CallOptions,
): Promise<StackFrame> {
  const names = await namesAround(thread.session, thread.scripts, frame.callFrame.location, options);
  const found = toStackFrame(id, frame);
  return { ...found, name: names.get(frame.name) ?? found.name };
}

/** The functions that wait for what runs at the stop, innermost first. */
export async function asyncFrames(thread: V8Thread, options?: CallOptions): Promise<readonly StackFrame[]> {
  const asyncStack = await thread.summariser.callOn(ASYNC_STACK, options);
  return parseAsyncParents(asyncStack, thread.scripts.naming).map((parent) => ({
    id: 0,
    name: parent.name,
    location: writtenLocation(parent, thread.scripts),
    presentation: 'async',
  }));
}
