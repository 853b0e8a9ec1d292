import type { CallOptions } from '../model/call-options.ts';
import type { ThreadId } from '../model/ids.ts';
import type { PatchOutcome, PatchRequest } from '../model/program/patch-outcome.ts';

/** A patch with its text at hand. */
export type LoadedRequest = Exclude<PatchRequest, { kind: 'disk' }>;

/** Gives functions of a debuggee new texts while it runs or stands still. Files are never written. */
export interface Patches {
  /**
   * @param path Absolute.
   * @throws DebugError `invalid_argument` where the text to be replaced is not in it once
   * @returns `unedited` for the whole text that it had before its patches, which `revert` is for
   */
  patch(path: string, request: LoadedRequest, options?: CallOptions): Promise<PatchOutcome>;
  /** Functions that wait for their next call. */
  readonly waiting: readonly { readonly name: string; readonly path: string }[];
  /**
   * The call that is to be restarted for the patches to count in it: the outermost frame of a stopped thread whose function waits for its
   * next call, by its index; undefined where there is none. `stopped`: the one that the thread stopped in, as no frame takes another text.
   */
  waitingFrame(threadId: ThreadId): number | 'stopped' | undefined;
}
