import { liveTrace } from '../../../investigate/trace/live/recording/live-trace.ts';
import { liveValues } from '../../../investigate/trace/live/values/live-values.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { renderLiveValues } from '../../../render/trace/live.ts';
import { renderLiveTrace } from '../../../render/trace/live-trace.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import type { ToolAnswer } from '../../tool.ts';
import { type Context, deadlineOf } from '../common.ts';
import { tracePoint } from '../trace-points.ts';
import type { SessionQuestion, SessionTraceArguments } from './arguments.ts';
import { besideRecords, tracedOutcomeText } from './beside-records.ts';
import { untilOf } from './session-places.ts';

const MAX_ROWS = 400;

/** True if the recording takes a tracer: all but values at places, which breakpoints record. */
export function isRecorded(session: DebugSession, { at = [] }: SessionTraceArguments, mode: string): boolean {
  if (mode !== 'values') return true;
  const points = at.map((point, index) => tracePoint(point, index + 1, (path) => session.resolvePath(path)));
  return points.some(({ expressions }) => expressions.length === 0);
}

/** Records the session with a tracer until its next stop. @throws DebugError as liveTrace */
export async function recordedAnswer(
  session: DebugSession,
  args: SessionTraceArguments,
  { question, limits }: SessionQuestion,
  context: Context,
): Promise<ToolAnswer> {
  const deadline = deadlineOf(args, context);
  const wanted = question((path) => session.resolvePath(path));
  const traced = await liveTrace(session, { wanted, until: untilOf(session, args), limits }, deadline);
  const { outcome } = traced;
  const below = await tracedOutcomeText(session, outcome, context, deadline);
  const beside = besideRecords(session, args, { below, notes: [] }, context);
  return renderLiveTrace({ ...traced, ...beside, wanted, asked: args.at ?? [] }, session);
}

/** Values at places until its next stop, recorded by breakpoints. @throws DebugError as liveValues */
export async function valuesAnswer(
  session: DebugSession,
  args: SessionTraceArguments,
  context: Context,
): Promise<ToolAnswer> {
  const asked = args.at ?? [];
  if (asked.length === 0) throw withoutPoints();
  const deadline = deadlineOf(args, context);
  const startedAtMs = Date.now();
  const points = asked.map((point, index) => tracePoint(point, index + 1, (path) => session.resolvePath(path)));
  const until = untilOf(session, args);
  const traced = await liveValues(session, { points, until, maxRows: MAX_ROWS }, deadline);
  const { outcome, recorded, notes } = traced;
  const below = await tracedOutcomeText(session, outcome, context, deadline);
  const beside = besideRecords(session, args, { below, notes }, context);
  const text = renderLiveValues({ ...beside, points, reports: recorded.points, asked, startedAtMs }, session);
  return { text, isError: recorded.points.every(({ total }) => total.passes === 0) };
}

function withoutPoints(): DebugError {
  return new DebugError('invalid_argument', 'Mode values needs at.', {
    advice: 'Give places with expressions: "cart.js:19: price".',
    details: { argument: 'at' },
  });
}
