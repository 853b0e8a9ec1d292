import type { CdpSession } from '../../../../cdp/cdp-session.ts';
import type { CallFrameId } from '../../../../cdp/ids.ts';
import type { CallOptions } from '../../../../model/call-options.ts';
import type { Summariser } from '../../summary/summariser.ts';
import { TAKE_KEPT } from './recording.ts';

/** Limits of a kept value: as much as a value has in a log message or a description, and a little more for private fields. */
const LIMITS = { depth: 0, maxChildren: 0, maxTextLength: 400 };

let lastGroup = 0;

/**
 * The texts of values that were kept in the debuggee for it, by their numbers. No code of the program runs.
 *
 * @param kept The innermost frame of the pause, and the numbers that are asked for.
 * @see CDP Debugger.evaluateOnCallFrame
 */
export async function textsOfKept(
  session: CdpSession,
  summariser: Summariser,
  { callFrameId, numbers }: { readonly callFrameId: CallFrameId; readonly numbers: readonly number[] },
  options: CallOptions,
): Promise<ReadonlyMap<number, string>> {
  const objectGroup = `mcp-debugger-kept-${++lastGroup}`;
  const request = { callFrameId, expression: TAKE_KEPT, objectGroup, silent: true };
  const { result: all } = await session.send('Debugger.evaluateOnCallFrame', request, options);
  try {
    const texts = await Promise.all(
      numbers.map(async (number): Promise<readonly (readonly [number, string])[]> => {
        const path = [{ kind: 'property', name: String(number) }] as const;
        const found = await summariser.value(all, path, 0, LIMITS, options);
        return found.kind === 'value' ? [[number, found.node.text]] : [];
      }),
    );
    return new Map(texts.flat());
  } finally {
    // A failure means that the thread has ended, and its objects with it.
    session.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => {});
  }
}
