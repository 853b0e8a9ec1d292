import type { BreakpointState } from '../../../model/breakpoints/breakpoint.ts';
import type { BreakpointOptions } from '../../../model/breakpoints/breakpoint-options.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import type { CdpLocation, ScriptTable } from '../scripts/script-table.ts';
import { mayBeEdited } from '../scripts/stale-sources.ts';
import { assignedBy } from '../source/expressions.ts';
import { moveWarning } from '../source/source-structure.ts';
import { staleWarning } from './breakpoint-warnings.ts';
import type { ThreadBreakpoint } from './thread-breakpoint.ts';

/** The same breakpoint where its line is in another text. */
export function movedState(state: BreakpointState, { path, line, column }: SourceLocation): BreakpointState {
  return state.kind === 'verified' ? { kind: 'verified', location: { path, line, column } } : state;
}

/** The state of a breakpoint that V8 has put at a place: the place, and the reason why it may not be the one that was meant. */
export function verifiedState(
  { path, wanted }: ThreadBreakpoint,
  at: CdpLocation,
  scripts: ScriptTable,
): Extract<BreakpointState, { kind: 'verified' }> {
  const { kind: _, ...location } = scripts.locate(at);
  const isMoved = location.line !== wanted.line;
  const script = scripts.get(at.scriptId);
  const stale = location.path === path ? staleWarning(path, script) : undefined;
  // The functions of a file that was edited are not those of the program.
  const isReadable = isMoved && (script.loadedAtMs === undefined || !mayBeEdited(script));
  const warning = (isReadable ? moveWarning(path, wanted.line, location.line) : undefined) ?? stale;
  return {
    kind: 'verified',
    location,
    ...(isMoved ? { movedFromLine: wanted.line } : {}),
    ...(warning === undefined ? assigning(wanted) : { warning }),
  };
}

/** The warning that a condition changes the program, where it was most likely to compare. */
export function assigning({ condition }: Pick<BreakpointOptions, 'condition'>): { readonly warning?: string } {
  const assigned = condition === undefined ? undefined : assignedBy(condition);
  if (assigned === undefined) return {};
  return { warning: `its condition sets ${assigned} at each pass: === compares` };
}
