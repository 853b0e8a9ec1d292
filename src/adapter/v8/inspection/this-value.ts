import { linesOfScript } from '../../../files/text-lines.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { MODULE_FRAME } from '../../../model/stack-frame.ts';
import type { PausedFrame } from '../pauses/pause.ts';
import type { RemoteObject } from '../summary/remote-values.ts';
import type { V8Thread } from '../thread/v8-thread.ts';

/** V8's own group for the values of a pause's frames, which it lets go of when the thread goes on. */
const PAUSE_GROUP = 'backtrace';

/**
 * The meaning of `this` in frames. V8 names the object that a function was called on, also for an async arrow function (Node 20
 * to 26), in which `this` is that of the code around it.
 *
 * @see CDP Debugger.CallFrame, `this`
 */
export class ThisValues {
  /** True if the function that begins at a place is an async arrow function, by place. */
  readonly #asyncArrows = new WeakMap<V8Thread, Map<string, Promise<boolean>>>();

  /** `this`, where it is an object that the code can mean: not the global object, not a module's empty `exports`. */
  async of(thread: V8Thread, frame: PausedFrame, options?: CallOptions): Promise<RemoteObject | undefined> {
    const { callFrame } = frame;
    const { objectId, className } = callFrame.this;
    if (objectId === undefined || className === 'global' || frame.name === MODULE_FRAME) return undefined;
    if (!(await this.#isAsyncArrow(thread, callFrame.functionLocation, options))) return callFrame.this;
    const { callFrameId } = callFrame;
    const request = {
      callFrameId,
      expression: 'this',
      objectGroup: PAUSE_GROUP,
      silent: true,
      throwOnSideEffect: true,
    };
    const { result, exceptionDetails } = await thread.session.send('Debugger.evaluateOnCallFrame', request, options);
    const isMeant = !exceptionDetails && result.objectId !== undefined && result.className !== 'global';
    return isMeant ? result : undefined;
  }

  #isAsyncArrow(
    thread: V8Thread,
    start: PausedFrame['callFrame']['functionLocation'],
    options?: CallOptions,
  ): Promise<boolean> | boolean {
    if (!start) return false;
    const known = this.#asyncArrows.get(thread) ?? new Map<string, Promise<boolean>>();
    this.#asyncArrows.set(thread, known);
    const key = `${start.scriptId}:${start.lineNumber}:${start.columnNumber}`;
    // What cannot be read is taken as V8 has it.
    const found = known.get(key) ?? beginsAsAsync(thread, start, options).catch(() => false);
    known.set(key, found);
    return found;
  }
}

/** Any other function begins for V8 at its parameters, behind the word. */
async function beginsAsAsync(
  { session }: V8Thread,
  { scriptId, lineNumber, columnNumber = 0 }: NonNullable<PausedFrame['callFrame']['functionLocation']>,
  options?: CallOptions,
): Promise<boolean> {
  const { scriptSource } = await session.send('Debugger.getScriptSource', { scriptId }, options);
  const line = linesOfScript(scriptSource)[lineNumber] ?? '';
  return /^async\b/.test(line.slice(columnNumber));
}
