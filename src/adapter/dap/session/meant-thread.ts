import type { Dap } from '../../../dap/protocol.ts';
import { isOwnFrame } from '../inspection/own-frames.ts';
import type { AdapterQuirks } from '../recipe/adapter-quirks.ts';
import type { TargetThread } from './target-threads.ts';

/** Threads whose stacks are looked at to find the one that a stop is about. */
const MOST_LOOKED_AT = 32;

/** A thread and what it runs. */
interface ThreadStack {
  readonly thread: TargetThread;
  /** Innermost first. */
  readonly frames: readonly Dap.StackFrame[];
}

/** The other threads of a stopped process, and how to look at them. */
interface StoppedThreads {
  readonly listed: readonly TargetThread[];
  readonly framesOf: (thread: TargetThread) => Promise<readonly Dap.StackFrame[]>;
  readonly quirks: AdapterQuirks['threads'];
}

/**
 * The thread that a stop is shown in: the one that the adapter names. Where it names none, or one that runs no code of the program when
 * it was paused or fails, it is the first that does.
 *
 * @param given The named thread, or one that stands for it.
 */
export async function meantThread(
  given: ThreadStack,
  { threadId, reason }: Dap.StoppedEvent['body'],
  { listed, framesOf, quirks }: StoppedThreads,
): Promise<ThreadStack> {
  const isOwn = (frame: Dap.StackFrame) => isOwnFrame(frame, quirks);
  const mayBeElsewhere =
    threadId === undefined || given.frames.length === 0 || /^(pause|exception|entry)$/.test(reason);
  if (!mayBeElsewhere || given.frames.some(isOwn)) return given;
  const stacks = await Promise.all(
    listed.slice(0, MOST_LOOKED_AT).map(async (thread) => ({ thread, frames: await framesOf(thread).catch(() => []) })),
  );
  const own = stacks.find(({ frames }) => frames.some(isOwn));
  return own ?? (given.frames.length > 0 ? given : (stacks.find(({ frames }) => frames.length > 0) ?? given));
}
