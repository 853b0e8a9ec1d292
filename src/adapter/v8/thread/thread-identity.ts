import type { ProgramFiles } from '../scripts/program-files.ts';
import type { ScriptNaming } from '../scripts/script-naming.ts';

/** What a thread is known by, and what is known of its program, when a target is made for it. */
export interface ThreadIdentity {
  readonly threadId: number;
  readonly name: string;
  readonly pid?: number | undefined;
  /** A thread inside a process, which has a session inside that of the process. */
  readonly isWorker?: boolean | undefined;
  /** False: conditions of breakpoints are never edited into the program. */
  readonly liveEdit?: boolean | undefined;
  readonly program: ProgramFiles;
  readonly naming: ScriptNaming;
  readonly close: () => void;
}
