import { isAbsolute } from 'node:path';
import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import type { MutedException } from '../../../model/stop-outcome.ts';
import type { ProgramTexts } from '../scripts/program-texts.ts';
import type { CdpLocation, ScriptTable } from '../scripts/script-table.ts';
import { isSameStatement } from '../source/same-statement.ts';
import { exceptionInfo } from '../summary/remote-values.ts';
import type { BoundBreakpoint } from './bound-breakpoint.ts';
import { type BreakpointGate, logsInsteadOfStopping } from './breakpoint-condition.ts';
import type { FunctionBreakpoints } from './function-breakpoints.ts';
import type { LineBreakpoints } from './line-breakpoints.ts';

type Details = CdpEventParams<'Runtime.exceptionThrown'>['exceptionDetails'];

/** What looking for the exception that ended a process needs of its thread. */
interface EndingThread {
  readonly session: CdpSession;
  readonly scripts: ScriptTable;
  readonly texts: ProgramTexts;
  readonly breakpoints: LineBreakpoints;
  readonly functionBreakpoints: FunctionBreakpoints;
}

/** Where something was thrown: in the text that V8 has, where it has one, and as it was written. */
interface ThrowPlace {
  readonly at: CdpLocation | undefined;
  readonly location: SourceLocation;
}

/** Whether there are breakpoints because of which V8 may not have stopped somewhere. */
export function mayMute({ breakpoints, functionBreakpoints }: EndingThread): boolean {
  return breakpoints.bound.gated.length > 0 || functionBreakpoints.gated.length > 0;
}

/** The program waits at its end, for as long as it takes to answer a few messages. */
const LOOK_TIMEOUT_MS = 1_000;

/**
 * The exception that ended a process and that V8 did not stop at, because it was thrown by a statement where a breakpoint's condition was false
 * or that only logs: V8 takes the whole statement for muted then, with whatever it throws itself. Breakpoints whose conditions are
 * edited into the program mute nothing.
 *
 * It is asked for at the end alone: V8 keeps it like a message of the console, and repeats it to whoever enables `Runtime`; enabled from
 * the start, that would cost each `console.log` of the program. In a worker nothing of the kind is kept: what ends one arrives in the thread that made it.
 *
 * @returns undefined where there was none
 * @see CDP Runtime.enable, Runtime.exceptionThrown
 */
export async function mutedException(thread: EndingThread): Promise<MutedException | undefined> {
  const details = await lastThrown(thread.session);
  const place = details && placeOf(details, thread);
  if (!details || !place) return undefined;
  const muting = (await lineMuting(place, thread)) ?? functionMuting(place, thread);
  if (!muting) return undefined;
  const { name, message } = exceptionInfo(details.exception ?? { type: 'undefined' }, true, 0);
  const because = logsInsteadOfStopping(muting) ? 'record' : 'condition';
  return { name, message, location: place.location, breakpointId: muting.id, because };
}

async function lastThrown(session: CdpSession): Promise<Details | undefined> {
  let last: Details | undefined;
  const unsubscribe = session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
    last = exceptionDetails;
  });
  try {
    await session.send('Runtime.enable', undefined, { timeoutMs: LOOK_TIMEOUT_MS });
  } finally {
    unsubscribe();
  }
  return last;
}

/** Where it was thrown; for what a built-in function throws, or an error that came from elsewhere, where its stack begins. */
function placeOf(details: Details, { scripts, breakpoints }: EndingThread): ThrowPlace | undefined {
  const { scriptId = '', lineNumber, columnNumber, exception } = details;
  const script = scripts.get(scriptId);
  const isOwn = script.url !== '' && script.origin !== 'internal';
  // Node hands V8 a 0-based column, which V8 takes for a 1-based one.
  const at = isOwn ? { scriptId, lineNumber, columnNumber: columnNumber + 1 } : undefined;
  if (!at) return placeInStack(exception?.description ?? '', scripts);
  const { kind: _, ...location } = scripts.locate(breakpoints.edits.programPlace(at));
  return { at, location };
}

function placeInStack(stack: string, scripts: ScriptTable): ThrowPlace | undefined {
  const [, url, line, column] =
    /^\s+at (?:.*? \()?((?:file:|node:|\/|[A-Za-z]:\\)[^()]*):(\d+):(\d+)\)?$/m.exec(stack) ?? [];
  if (url === undefined) return undefined;
  const script = scripts.withUrl(isAbsolute(url) ? scripts.naming.urlsOf(url) : [url]).at(-1);
  const at = script && { scriptId: script.id, lineNumber: Number(line) - 1, columnNumber: Number(column) - 1 };
  // A worker's text, which this thread does not have, or one that is reported as it was written.
  if (!at) return { at, location: { path: scripts.naming.nameOf(url), line: Number(line), column: Number(column) } };
  const { kind: _, ...location } = scripts.locate(at);
  return { at, location };
}

async function lineMuting(place: ThrowPlace, thread: EndingThread): Promise<BreakpointGate | undefined> {
  for (const bound of thread.breakpoints.bound.gated) if (await isMuting(bound, place, thread)) return bound.wanted;
  return undefined;
}

async function isMuting(
  bound: BoundBreakpoint,
  { at, location }: ThrowPlace,
  { breakpoints, texts }: EndingThread,
): Promise<boolean> {
  const set = at && bound.places.get(at.scriptId);
  if (!at || !set) return bound.path === location.path && bound.wanted.line === location.line;
  if (breakpoints.edits.isIn(at.scriptId, bound)) return false;
  const text =
    breakpoints.edits.currentOf(at.scriptId) ?? (await texts.of(at.scriptId, { timeoutMs: LOOK_TIMEOUT_MS }));
  const column = ({ lineNumber, columnNumber = 0 }: CdpLocation) => ({ lineNumber, columnNumber });
  return isSameStatement(text, column(set), column(at));
}

function functionMuting({ location }: ThrowPlace, { functionBreakpoints }: EndingThread): BreakpointGate | undefined {
  return functionBreakpoints.gated.find(
    ({ state }) =>
      state.kind === 'verified' && state.location.path === location.path && state.location.line === location.line,
  )?.wanted;
}
