import type { BreakpointTarget } from '../../../model/breakpoints/breakpoint-record.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { TracePlace } from '../../../model/trace/trace-request.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { parsePlace } from '../place-syntax.ts';
import { placeOf } from '../trace-points.ts';
import type { SessionTraceArguments } from './arguments.ts';

/** The end of a recording. @throws DebugError `invalid_argument` */
export function untilOf(
  session: DebugSession,
  { until }: SessionTraceArguments,
): BreakpointTarget | 'return' | undefined {
  return until === undefined || until === 'return' ? until : placeAt(session, until);
}

/** The start of the wanted call; undefined for the call that the session is stopped in. */
export function beginOf(
  session: DebugSession,
  { function: name, file, line }: SessionTraceArguments,
): BreakpointTarget | undefined {
  const resolve = (path: string) => session.resolvePath(path);
  if (name !== undefined) return targetOf(placeOf(name, resolve), name);
  if (file === undefined) return undefined;
  const text = line === undefined ? file : `${file}:${line}`;
  return targetOf(placeOf(text, resolve), text);
}

function targetOf(place: TracePlace | undefined, text: string): BreakpointTarget {
  if (place?.kind === 'function') return { kind: 'function', name: place.name };
  if (place?.kind === 'line') return { kind: 'line', path: place.path, line: place.line };
  throw new DebugError('invalid_argument', `"${text}" is not a place in a program.`, {
    advice: 'Give function ("invoice()"), or file and line.',
    details: { argument: 'function' },
  });
}

/** The place that a text names. @throws DebugError `invalid_argument` */
export function placeAt(session: DebugSession, text: string): BreakpointTarget {
  try {
    return parsePlace(text, (path) => session.resolvePath(path));
  } catch (error) {
    if (!(error instanceof DebugError) || error.code !== 'invalid_argument' || /[:()]/.test(text)) throw error;
    throw new DebugError('invalid_argument', `"${text}" does not say where the trace ends.`, {
      advice:
        'Write a place (cart.js:19), a function (invoice()), or return: the end of the function that is stopped in.',
      details: { argument: 'until' },
    });
  }
}
