import type { Dap } from '../../../dap/protocol.ts';
import type { ThreadQuirks } from '../recipe/adapter-quirks.ts';

/** True if a frame is the program's own code: by the language's word, or else as far as the adapter's hints say it. */
export function isOwnFrame(frame: Dap.StackFrame, threads: ThreadQuirks | undefined): boolean {
  const { source, presentationHint } = frame;
  const hints = [presentationHint, source?.presentationHint];
  if (source?.path === undefined || hints.includes('subtle') || hints.includes('deemphasize')) return false;
  return threads?.isOwn?.(source.path, frame) ?? true;
}
