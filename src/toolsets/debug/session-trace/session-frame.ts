import { liveFrame } from '../../../investigate/trace/live/live-frame.ts';
import type { WalkEnd } from '../../../investigate/trace/live/walk-end.ts';
import { displayLocation } from '../../../render/paths.ts';
import { renderLiveFrame } from '../../../render/trace/live.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import type { ToolAnswer } from '../../tool.ts';
import { type Context, deadlineOf } from '../common.ts';
import type { SessionTraceArguments } from './arguments.ts';
import { besideRecords, namesakeNotes, tracedOutcomeText } from './beside-records.ts';
import { beginOf, placeAt } from './session-places.ts';

/** Steps of one call: a loop of ten thousand passes must not take minutes. */
const MAX_STEPS = 1_000;

/** The rest of the life of a call. @throws DebugError as liveFrame */
export async function frameAnswer(
  session: DebugSession,
  args: SessionTraceArguments,
  context: Context,
): Promise<ToolAnswer> {
  const deadline = deadlineOf(args, context);
  const until = args.until === undefined || args.until === 'return' ? undefined : placeAt(session, args.until);
  const { frame } = args;
  const request = { from: beginOf(session, args), frame, until, maxSteps: MAX_STEPS };
  const traced = await liveFrame(session, request, deadline);
  if (traced.kind === 'missed') {
    const text = await tracedOutcomeText(session, traced.outcome, context, deadline);
    const reason = traced.reason === undefined ? '' : ` (when it was asked for, ${traced.reason})`;
    const where = frame === undefined ? 'come to that place' : 'come back to that frame';
    const nothing = `Nothing was traced: the program did not ${where}${reason}.`;
    return { text: [...namesakeNotes(session, args), nothing, text].join('\n'), isError: true };
  }
  const { call, walk, source, notes } = traced;
  const below =
    walk.end.kind === 'outcome'
      ? await tracedOutcomeText(session, walk.end.outcome, context, deadline)
      : standsText(walk.end, walk, session);
  const beside = besideRecords(session, args, { below, notes }, context);
  return { text: renderLiveFrame({ call, source, ...beside }, session) };
}

/** The session's present place, and the ways to go on. */
function standsText(
  end: Exclude<WalkEnd, { kind: 'outcome' }>,
  { steps, pass }: { readonly steps: number; readonly pass?: { readonly line: number; readonly pass: number } },
  session: DebugSession,
): string {
  if (end.kind === 'gone') {
    return 'Nothing came after it that the debugger steps through. The session runs on: debug_continue waits for its next stop.';
  }
  const { location, functionName } = end.stop;
  const place = displayLocation(location, session);
  switch (end.kind) {
    case 'returning':
      return `The session is stopped where it returns, ${place}: debug_continue lets it go on, debug_step goes to its caller.`;
    case 'left':
      return `The session is stopped outside of it, in ${functionName} ${place}.`;
    case 'until':
      return `The session is stopped at ${place}, as asked.`;
    case 'bound': {
      const what = end.what === 'steps' ? `${steps} steps are the limit of one call` : 'The time is up';
      const where = pass ? `, in pass ${pass.pass} of the loop at line ${pass.line}` : '';
      return `${what}: the session is stopped at ${place}${where}. debug_trace goes on from there; debug_continue to a line behind the loop leaves its other passes out.`;
    }
  }
}
