import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { ThreadId } from '../../model/ids.ts';
import type { SourceLocation } from '../../model/source-location.ts';
import type { RelatedException } from '../../model/stop-outcome.ts';
import type { DapInspection } from './inspection/dap-inspection.ts';
import { locationOf } from './inspection/frame-location.ts';
import { isOwnFrame } from './inspection/own-frames.ts';
import type { AdapterQuirks } from './recipe/adapter-quirks.ts';
import type { DapTarget } from './session/dap-target.ts';
import type { DebuggeeTree } from './session/debuggee-tree.ts';
import type { TargetThread } from './session/target-threads.ts';

type ResumeCommand = 'continue' | 'next' | 'stepIn' | 'stepOut';

/** The threads of all processes of a debuggee by their numbers, and what is asked of one of them. */
export class DebuggeeThreads {
  readonly #quirks: AdapterQuirks;
  readonly #inspection: DapInspection;
  readonly #tree: () => DebuggeeTree;

  constructor(quirks: AdapterQuirks, inspection: DapInspection, tree: () => DebuggeeTree) {
    this.#quirks = quirks;
    this.#inspection = inspection;
    this.#tree = tree;
  }

  /** @throws DebugError `connection_closed` */
  of(threadId: ThreadId): { readonly target: DapTarget; readonly thread: TargetThread } {
    const found = this.#tree().find(threadId);
    if (found) return found;
    throw new DebugError('connection_closed', `Thread ${threadId} of the program has ended.`, {
      advice: [{ action: 'sessions' }, ' shows what is left.'],
    });
  }

  async resume(command: ResumeCommand, threadId: ThreadId, options?: CallOptions): Promise<void> {
    const { target, thread } = this.of(threadId);
    this.#inspection.forget(target);
    await target.resume(command, thread, options);
  }

  async pause(threadId: ThreadId, options?: CallOptions): Promise<void> {
    const { target, thread } = this.of(threadId);
    await target.pause(thread, options);
  }

  /** As {@link DebugAdapter.whereabouts}. */
  async whereabouts(threadId: ThreadId, options?: CallOptions): Promise<SourceLocation | undefined> {
    const { target, thread } = this.of(threadId);
    const whereabouts = this.#quirks.threads?.whereabouts;
    if (whereabouts !== undefined) {
      const question = { expression: whereabouts.expression(thread.dapId), context: 'repl' };
      return whereabouts.decode(await target.answerTo(question, options));
    }
    // Adapters that need the thread stopped for this refuse.
    const frames = await target.frames(thread.dapId, options).catch(() => []);
    const frame = frames.find((each) => isOwnFrame(each, this.#quirks.threads));
    return frame === undefined ? undefined : locationOf(frame);
  }

  /** As {@link DebugAdapter.relatedExceptions}. */
  async relatedExceptions(threadId: ThreadId, options?: CallOptions): Promise<readonly RelatedException[]> {
    const { target, thread } = this.of(threadId);
    const { related } = this.#quirks.exceptions;
    if (related === undefined) return [];
    return related.decode(
      await target.answerTo({ expression: related.expression(thread.dapId), context: 'repl' }, options),
    );
  }
}
