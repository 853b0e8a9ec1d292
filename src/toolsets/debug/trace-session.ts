import { DebugError } from '../../model/debug-error.ts';
import type { DebugSession } from '../../session/debug-session.ts';
import type { ToolAnswer } from '../tool.ts';
import { type Context, deadlineOf, outcomeText } from './common.ts';
import type { SessionQuestion, SessionTraceArguments } from './session-trace/arguments.ts';
import { frameAnswer } from './session-trace/session-frame.ts';
import { isRecorded, recordedAnswer, valuesAnswer } from './session-trace/session-recording.ts';
import { refuseUnused } from './trace-points.ts';

const NOTHING_TRACED =
  'Nothing was traced: the program had stopped here before this call, and no answer has shown it. Call again to trace from here.';

/** Arguments that say how a run is started, or what of a run is kept and which of its calls is meant. */
const ONLY_OF_RUNS = [
  ...['args', 'cwd', 'env', 'stdin', 'runtimeArgs', 'runtimeExecutable', 'language'],
  ...['call', 'value', 'rows', 'compareWith'],
];

/** Traces a session that runs or is stopped already. @throws DebugError `invalid_argument`, and as liveFrame and liveValues */
export async function traceSession(
  args: SessionTraceArguments,
  question: SessionQuestion,
  context: Context,
): Promise<ToolAnswer> {
  const given = Object.entries(args).find(([name, value]) => value !== undefined && ONLY_OF_RUNS.includes(name));
  if (given) throw notTogether(given[0], 'a session');
  const session = sessionOf(args, context);
  refuseUnused(args);
  const mode = args.mode ?? (args.at ? 'values' : 'frame');
  refuseFrame(args, mode);
  const deadline = deadlineOf(args, context);
  if (session.hasUnshownStop) {
    const text = await outcomeText(session, await session.waitForStop(deadline.left()), context, { deadline });
    return { text: `${text}\n${NOTHING_TRACED}` };
  }
  context.progress(`tracing session ${session.id}`);
  if (mode === 'frame') return frameAnswer(session, args, context);
  return isRecorded(session, args, mode)
    ? recordedAnswer(session, args, question, context)
    : valuesAnswer(session, args, context);
}

/**
 * Refuses a session's arguments for a run of its own. @throws DebugError `invalid_argument` for arguments that only a session has
 */
export function refuseSession({
  session,
  until,
  frame,
}: Pick<SessionTraceArguments, 'session' | 'until' | 'frame'>): void {
  if (frame !== undefined) throw notTogether('program', 'frame');
  if (session !== undefined) throw notTogether('program', 'session');
  if (until !== undefined) throw notTogether('program', 'until');
}

function notTogether(one: string, other: string): DebugError {
  return new DebugError('invalid_argument', `${one} and ${other} do not go together.`, {
    advice: 'Give program to trace a run of its own; leave it out to trace a session from where it is.',
    details: { argument: one },
  });
}

function sessionOf({ session }: SessionTraceArguments, { engine }: Context): DebugSession {
  if (session !== undefined || engine.sessions.list().length > 0) return engine.sessions.get(session);
  throw new DebugError('invalid_argument', 'There is nothing to trace: neither a program nor a session.', {
    advice: 'Give program, a file or command to run; or start a session first and leave program out.',
    details: { argument: 'program' },
  });
}

/** A frame is one whose call is followed. */
function refuseFrame({ frame, function: name, file }: SessionTraceArguments, mode: string): void {
  if (frame === undefined) return;
  if (mode === 'frame' && name === undefined && file === undefined) return;
  const other = mode === 'frame' ? (name === undefined ? 'file' : 'function') : `mode ${mode}`;
  throw new DebugError('invalid_argument', `frame and ${other} do not go together.`, {
    advice: 'Give frame alone for the rest of the call of a frame of the stack; leave it out for all else.',
    details: { argument: 'frame' },
  });
}
