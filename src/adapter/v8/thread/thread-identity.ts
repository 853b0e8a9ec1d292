import type { CallOptions } from '../../../model/call-options.ts';
import type { ThreadId } from '../../../model/ids.ts';
import type { Thread } from '../../../model/stack-frame.ts';
import type { FollowedEdits } from '../breakpoints/breakpoint-host.ts';
import type { RealmThread } from '../realms/own-realm.ts';
import type { ProgramFiles } from '../scripts/program-files.ts';
import type { ScriptNaming } from '../scripts/script-table.ts';

/** The identity of a thread, and the facts about its program, when the thread is found. */
export interface ThreadIdentity {
  readonly threadId: ThreadId;
  readonly name: string;
  readonly pid?: number | undefined;
  /** The process that a worker is in. */
  readonly process?: Thread['process'] | undefined;
  /** The url of the thread's inspector; a worker has none of its own. */
  readonly inspectorUrl?: string | undefined;
  /** A thread inside a process, which has a session inside that of the process. */
  readonly isWorker?: boolean | undefined;
  /**
   * Has the host count what the program writes, for lines of log breakpoints to stand where they belong in it. It sends its messages at
   * once and puts `written` into the holder of what conditions call. Left out where that says nothing.
   */
  readonly countWritten?: ((thread: RealmThread, options?: CallOptions) => Promise<unknown>) | undefined;
  readonly program: ProgramFiles;
  /** The edits of files, for the thread that asks. */
  readonly edits: (thread: object) => FollowedEdits;
  readonly naming: ScriptNaming;
  readonly close: () => void;
}
