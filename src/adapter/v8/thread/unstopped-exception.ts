import { isAbsolute } from 'node:path';
import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { UnstoppedCause, UnstoppedException } from '../../../model/stop-outcome.ts';
import type { FunctionBreakpoints } from '../breakpoints/function-breakpoints.ts';
import type { LineBreakpoints } from '../breakpoints/line-breakpoints.ts';
import { mutedBy, type ThrowPlace } from '../breakpoints/muted-exceptions.ts';
import type { UncaughtExceptions } from '../exceptions/uncaught-exceptions.ts';
import type { ProgramTexts } from '../scripts/program-texts.ts';
import type { ScriptTable } from '../scripts/script-table.ts';
import { isInFile, readStackLine } from '../scripts/stack-line.ts';
import { exceptionInfo } from '../summary/remote-values.ts';

type Details = CdpEventParams<'Runtime.exceptionThrown'>['exceptionDetails'];

/** The members of a thread that the search for the exception that ended its process uses. */
interface EndingThread {
  readonly session: CdpSession;
  readonly scripts: ScriptTable;
  readonly texts: ProgramTexts;
  readonly breakpoints: LineBreakpoints;
  readonly functionBreakpoints: FunctionBreakpoints;
  readonly exceptions: UncaughtExceptions;
}

/** The program waits at its end, for as long as it takes to answer a few messages. */
const LOOK_TIMEOUT_MS = 1_000;

const STACK_OVERFLOW = 'Maximum call stack size exceeded';

/**
 * The exception that ended a process, and why it did not stop it. A stop at it says more.
 *
 * It is asked for at the end alone: V8 keeps it like a message of the console, and repeats it when `Runtime` is enabled; enabled from
 * the start, that would cost each `console.log` of the program. In a worker nothing of the kind is kept: what ends one arrives in the thread that made it.
 *
 * @returns undefined where there was none, or where it was not thrown is not known
 * @see CDP Runtime.enable, Runtime.exceptionThrown
 */
export async function unstoppedException(thread: EndingThread): Promise<UnstoppedException | undefined> {
  const details = await lastThrown(thread.session);
  if (!details) return undefined;
  const { name, message } = exceptionInfo(details.exception ?? { type: 'undefined' }, true, 0);
  const thrown = thread.exceptions.undecided.lastOf({ name, message });
  if (thrown) return { name, message, location: thrown.location, because: { kind: 'undecided', thrown } };
  const place = placeOf(details, thread);
  if (!place) return undefined;
  const because = (await mutedBy(place, thread)) ?? causeOf(message, thread.exceptions);
  // What the runtime throws by itself, its own report says best.
  if (because.kind === 'unforeseen' && !place.isOwn) return undefined;
  return { name, message, location: place.location, because };
}

function causeOf(message: string, { limitReached }: UncaughtExceptions): UnstoppedCause {
  if (message === STACK_OVERFLOW) return { kind: 'overflow' };
  return limitReached === undefined ? { kind: 'unforeseen' } : { kind: 'limit', count: limitReached };
}

/** The place of the throw. `isOwn`: it lies in code of the program or a library that this thread has loaded. */
type EndingPlace = ThrowPlace & { readonly isOwn: boolean };

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

/**
 * The place of the throw; for an error that a built-in function throws, or that came from elsewhere, the place at which its stack
 * begins.
 */
function placeOf(details: Details, { scripts }: EndingThread): EndingPlace | undefined {
  const { scriptId = '', lineNumber, columnNumber, exception } = details;
  const script = scripts.get(scriptId);
  const isOwn = script.url !== '' && script.origin !== 'internal';
  // Node hands V8 a 0-based column, which V8 takes for a 1-based one.
  const at = isOwn ? { scriptId, lineNumber, columnNumber: columnNumber + 1 } : undefined;
  if (!at) return placeInStack(exception?.description ?? '', scripts);
  const { kind: _, ...location } = scripts.locate(at);
  return { at, location, isOwn };
}

function placeInStack(stack: string, scripts: ScriptTable): EndingPlace | undefined {
  const read = stack
    .split('\n')
    .map((each) => readStackLine(each))
    .find((each) => each !== undefined && isInFile(each));
  if (read === undefined) return undefined;
  const { url, line, column } = read;
  const script = scripts.withUrl(isAbsolute(url) ? scripts.naming.urlsOf(url) : [url]).at(-1);
  const at = script && { scriptId: script.id, lineNumber: line - 1, columnNumber: column - 1 };
  // A worker's text, which this thread does not have, or one that is reported as it was written.
  if (!at) {
    const location = { path: scripts.naming.nameOf(url), line, column };
    return { at, location, isOwn: false };
  }
  const { kind: _, ...location } = scripts.locate(at);
  return { at, location, isOwn: script.origin !== 'internal' };
}
