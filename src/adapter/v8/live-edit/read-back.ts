import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';

/** The frames of a pause. */
export type PausedFrames = CdpEventParams<'Debugger.paused'>['callFrames'];

const GROUP = 'mcp-debugger-text';

/**
 * The text of a function that runs, as V8 has it for that very function; undefined when it is out of reach at the pause. V8's word
 * that it has taken a script's new text says nothing of the functions that exist already.
 *
 * @param reader From {@link textReader}.
 * @see CDP Debugger.evaluateOnCallFrame
 */
export async function readText(
  session: Pick<CdpSession, 'send'>,
  { frames, scriptId, reader }: { readonly frames: PausedFrames; readonly scriptId: string; readonly reader: string },
  options?: CallOptions,
): Promise<string | undefined> {
  // The outermost frame of the script is that of its module, if it still runs.
  const frame = frames.findLast(({ location }) => location.scriptId === scriptId);
  if (!frame) return undefined;
  const { callFrameId } = frame;
  const request = { callFrameId, expression: reader, silent: true, throwOnSideEffect: true, objectGroup: GROUP };
  const { result, exceptionDetails } = await session.send('Debugger.evaluateOnCallFrame', request, options);
  await session.send('Runtime.releaseObjectGroup', { objectGroup: GROUP }, options);
  return exceptionDetails === undefined && result.type === 'function' ? result.description : undefined;
}
