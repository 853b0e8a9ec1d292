import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { SourceBreakpoint } from '../../../model/breakpoints/breakpoint.ts';
import type { ProgramFiles } from '../scripts/program-files.ts';
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
  readonly program: ProgramFiles;
}
