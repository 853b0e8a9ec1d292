import type { WantedBreakpoint } from '../../../model/breakpoints/breakpoint.ts';
import { logsInsteadOfStopping } from '../../../model/breakpoints/breakpoint-options.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import type { UnstoppedCause } from '../../../model/stop-outcome.ts';
import type { ProgramTexts } from '../scripts/program-texts.ts';
import type { CdpLocation } from '../scripts/script-table.ts';
import { isSameStatement } from '../source/same-statement.ts';
import type { FunctionBreakpoints } from './function-breakpoints.ts';
import type { LineBreakpoints } from './line-breakpoints.ts';
import type { ThreadBreakpoint } from './thread-breakpoint.ts';

/** The members of a thread that the search for the breakpoint behind a muted exception uses. */
interface ThreadWithGates {
  readonly texts: ProgramTexts;
  readonly breakpoints: LineBreakpoints;
  readonly functionBreakpoints: FunctionBreakpoints;
}

/** The place of a throw: in the text that V8 has, if it has one, and as it was written. */
export interface ThrowPlace {
  readonly at: CdpLocation | undefined;
  readonly location: SourceLocation;
}

/** The program waits at its end, for as long as it takes to answer a few messages. */
const LOOK_TIMEOUT_MS = 1_000;

/**
 * The breakpoint because of which V8 did not stop at an exception: its statement throws, and its condition was false, or it only logs. V8
 * takes the whole statement for muted then, with whatever it throws itself.
 *
 * @returns undefined where there is none
 */
export async function mutedBy(place: ThrowPlace, thread: ThreadWithGates): Promise<UnstoppedCause | undefined> {
  const muting = (await lineMuting(place, thread)) ?? functionMuting(place, thread);
  return muting && { kind: logsInsteadOfStopping(muting) ? 'record' : 'condition', breakpointId: muting.id };
}

async function lineMuting(place: ThrowPlace, thread: ThreadWithGates): Promise<WantedBreakpoint | undefined> {
  for (const bound of thread.breakpoints.bound.gated) if (await isMuting(bound, place, thread)) return bound.wanted;
  return undefined;
}

async function isMuting(
  bound: ThreadBreakpoint,
  { at, location }: ThrowPlace,
  { texts }: ThreadWithGates,
): Promise<boolean> {
  const set = at && bound.places.get(at.scriptId);
  if (!at || !set) return bound.path === location.path && bound.wanted.line === location.line;
  const text = await texts.of(at.scriptId, { timeoutMs: LOOK_TIMEOUT_MS });
  const column = ({ lineNumber, columnNumber = 0 }: CdpLocation) => ({ lineNumber, columnNumber });
  return isSameStatement(text, column(set), column(at));
}

function functionMuting(
  { location }: ThrowPlace,
  { functionBreakpoints }: ThreadWithGates,
): WantedBreakpoint | undefined {
  return functionBreakpoints.gated.find(
    ({ state }) =>
      state.kind === 'verified' && state.location.path === location.path && state.location.line === location.line,
  )?.wanted;
}
