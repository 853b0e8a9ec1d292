import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { BreakpointState, SourceBreakpoint } from '../../../model/breakpoints/breakpoint.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { GeneratedFile } from '../scripts/generated-files.ts';
import type { OutputFolders } from '../scripts/output-folders.ts';
import type { ProgramTexts } from '../scripts/program-texts.ts';
import type { ScriptTable } from '../scripts/script-table.ts';
import type { EntryBreakpoints } from './entries/entry-breakpoints.ts';

/** The edits of files while they run. */
export interface FollowedEdits {
  /** True if a file was edited since a breakpoint was set in it. */
  isEdited(path: string): boolean;
  /** The line of a breakpoint in a text of its file; undefined where its statement is not there. */
  lineIn(path: string, wanted: SourceBreakpoint, text: string): number | undefined;
}

/** The members of a thread that line breakpoints use. */
export interface BreakpointHost {
  readonly session: CdpSession;
  readonly scripts: ScriptTable;
  readonly texts: ProgramTexts;
  readonly entries: EntryBreakpoints;
  readonly edits: FollowedEdits;
  /** True if a file may be compiled as it is loaded, so that its script has another text than the file. */
  readonly isTransformed: (path: string) => boolean;
  /** Files on disk that were compiled from a file. */
  readonly generatedFrom: (path: string) => readonly GeneratedFile[];
  /** The folders to which files may be compiled from a file while the program runs; empty if that is known before. */
  readonly outputFoldersOf: (path: string) => readonly OutputFolders[];
  readonly report: (id: number, state: BreakpointState) => void;
  /** Makes the log function available; its messages are sent at once. */
  readonly prepareLog: (options?: CallOptions, contextId?: number) => Promise<void>;
  /** Makes what counts passes available to conditions; its messages are sent at once. */
  readonly prepareCounts: (options?: CallOptions, contextId?: number) => Promise<void>;
  /** From now on, no report of a breakpoint's number means no pass. */
  readonly beginCount: (number: number) => void;
}
