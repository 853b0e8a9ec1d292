import type { DapConnection } from '../../../dap/dap-connection.ts';
import type { Dap } from '../../../dap/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { BreakpointPlaces, LinePlace } from '../recipe/adapter-quirks.ts';

/** A breakpoint that is wanted in a line; `isExact`: in no statement but the line's own. */
export interface WantedLine {
  readonly breakpoint: Dap.SourceBreakpoint;
  readonly isExact: boolean;
}

/** A breakpoint on its way to a line: where it may still stand, and what the adapter said last. */
interface Placing {
  readonly breakpoint: Dap.SourceBreakpoint;
  /** Undefined where nothing is known of the file: the adapter's first word counts. */
  places: readonly LinePlace[] | undefined;
  answer: Dap.Breakpoint | undefined;
}

/**
 * Replaces the breakpoints of a source so that none stands above the statement that it was meant for: one that the adapter moves
 * there is asked for in the next place, and refused when there is none. The answers are in the order of the breakpoints.
 *
 * @param byText What the file's text says; without it, the adapter's first word counts.
 * @throws as DapConnection.request
 */
export async function setInPlaces(
  connection: DapConnection,
  { path, lines }: { readonly path: string; readonly lines: readonly WantedLine[] },
  byText: BreakpointPlaces | undefined,
  options: CallOptions | undefined,
): Promise<readonly (Dap.Breakpoint | undefined)[]> {
  const all = lines.map(({ breakpoint, isExact }): Placing => {
    const places = byText?.forLine(breakpoint.line);
    const allowed = isExact ? places?.filter(({ fromLine }) => fromLine <= breakpoint.line) : places;
    return { breakpoint, places: allowed, answer: allowed?.length === 0 ? noCode(undefined) : undefined };
  });
  for (;;) {
    const sent = all.filter(({ places }) => places?.length !== 0);
    const breakpoints = sent.map(({ breakpoint, places }) => ({
      ...breakpoint,
      line: places?.[0]?.line ?? breakpoint.line,
    }));
    const response = await connection.request('setBreakpoints', { source: { path }, breakpoints }, options);
    for (const [index, placing] of sent.entries()) placing.answer = response?.breakpoints?.[index];
    const strays = sent.filter(isStray);
    if (strays.length === 0) return all.map(({ answer }) => answer);
    for (const placing of strays) {
      placing.places = placing.places?.slice(1);
      if (placing.places?.length === 0) placing.answer = noCode(placing.answer?.line);
    }
  }
}

/** True if the adapter has moved it above the statement. */
function isStray({ places, answer }: Placing): boolean {
  const place = places?.[0];
  return place !== undefined && answer?.line !== undefined && answer.line < place.fromLine;
}

function noCode(lineAbove: number | undefined): Dap.Breakpoint {
  const nearest = lineAbove === undefined ? '' : `; the nearest line above that has some is ${lineAbove}`;
  return { verified: false, reason: 'failed', message: `no code there${nearest}` };
}
