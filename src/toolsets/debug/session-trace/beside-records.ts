import type { Deadline } from '../../../adapter/deadline.ts';
import type { ProgramOutcome } from '../../../investigate/serving/wait-watching.ts';
import { namesakesOf } from '../../../investigate/trace/namesakes.ts';
import { TRACED_STOP_BUDGET_TOKENS } from '../../../render/budget.ts';
import { displayPath } from '../../../render/paths.ts';
import type { LiveView } from '../../../render/trace/live.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { type Context, maskOf, outcomeText } from '../common.ts';
import { placeOf, tracePoint } from '../trace-points.ts';
import type { SessionTraceArguments } from './arguments.ts';

/** Functions of one name that are told apart, and their places that are named. */
const MAX_NAMESAKES = 3;
const MAX_PLACES = 4;

/** The text beside the records of a session. `below`: the outcome that ended the trace, or where the session stands. */
export function besideRecords(
  session: DebugSession,
  args: SessionTraceArguments,
  { below, notes }: Pick<LiveView, 'below' | 'notes'>,
  context: Context,
): LiveView {
  return { above: namesakeNotes(session, args), notes, below, mask: maskOf(context) };
}

/** The outcome that ended a trace, shorter than where it is all there is to say. */
export async function tracedOutcomeText(
  session: DebugSession,
  outcome: ProgramOutcome,
  context: Context,
  deadline: Deadline,
): Promise<string> {
  return outcomeText(session, outcome, context, { deadline, budgetTokens: TRACED_STOP_BUDGET_TOKENS });
}

/** A name that several functions have stands for all of them: which one was come to first is chance. */
export function namesakeNotes(
  session: DebugSession,
  { function: name, at = [], until }: SessionTraceArguments,
): string[] {
  const resolve = (path: string) => session.resolvePath(path);
  const places = [name, until === 'return' ? undefined : until].map((text) => text && placeOf(text, resolve));
  const points = at.map((point, index) => tracePoint(point, index + 1, resolve).place);
  const all = [...places, ...points].flatMap((place) => (typeof place === 'object' ? place : []));
  return namesakesOf(all, session)
    .slice(0, MAX_NAMESAKES)
    .map(({ name: each, written }) => {
      const shown = written.slice(0, MAX_PLACES).map(({ path, line }) => `${displayPath(path, session)}:${line}`);
      const stand = [...shown, ...(written.length > shown.length ? ['…'] : [])].join(', ');
      return `Several functions are named ${each} (${stand}): each of them counts. file and line mean one.`;
    });
}
