import * as z from 'zod/v4';
import type { BreakpointRecord, BreakpointTarget } from '../../model/breakpoint-record.ts';
import { DebugError } from '../../model/debug-error.ts';
import { renderBreakpoint, renderBreakpoints } from '../../render/breakpoints.ts';
import type { DebugSession } from '../../session/debug-session.ts';
import { sourceAround } from '../../session/stop-report.ts';
import { boolean, integer } from '../schema.ts';
import { defineTool, type ToolAnswer } from '../tool.ts';
import { CHANGES_SESSION, type Context, sessionArgument } from './common.ts';
import { parsePlace } from './place-syntax.ts';

const schema = z.strictObject({
  file: z.string().optional(),
  line: integer({ min: 1 }).optional(),
  function: z.string().optional().describe('Stop on entry of functions of this name, instead of file and line'),
  condition: z.string().optional(),
  hitCondition: z.string().optional().describe('"5", ">=5" or "%5"'),
  logMessage: z.string().optional().describe('Log this instead of stopping; {expression} is filled in'),
  breakpoint: integer({ min: 1 }).optional().describe('Number of an existing one, to remove or switch'),
  remove: boolean().optional(),
  enabled: boolean().optional(),
  exceptions: z.enum(['none', 'uncaught', 'all']).optional(),
  session: sessionArgument,
});
type Arguments = z.output<typeof schema>;

export const debugBreakpoint = defineTool({
  name: 'debug_breakpoint',
  title: 'Set a breakpoint',
  description:
    'Set a breakpoint at a specific file and line number; also by function, conditional, counting or logging. Remove or switch one by its number; set which exceptions stop. Without arguments: list.',
  annotations: CHANGES_SESSION,
  schema,
  async handler(args, context: Context) {
    const { engine, signal } = context;
    const session = engine.sessions.get(args.session);
    const answer = await carryOut(session, args, signal);
    engine.remember(session);
    return answer;
  },
});

async function carryOut(session: DebugSession, args: Arguments, signal: AbortSignal): Promise<ToolAnswer> {
  const { cwd } = session;
  if (args.exceptions !== undefined) {
    await session.setExceptionMode(args.exceptions, { signal });
    return { text: `Stopping at exceptions: ${args.exceptions}.` };
  }
  const target = targetOf(session, args);
  const existing = args.breakpoint ?? (args.remove || args.enabled === false ? idAt(session, target) : undefined);
  if (existing !== undefined && args.remove) {
    await session.breakpoints.remove(existing, { signal });
    return { text: `Breakpoint ${existing} removed.` };
  }
  if (existing !== undefined && args.enabled !== undefined) {
    return recordAnswer(session, await session.breakpoints.enable(existing, args.enabled, { signal }));
  }
  const changed = existing === undefined ? target : session.breakpoints.get(existing).target;
  if (!changed) return { text: renderBreakpoints(session.breakpoints.list(), { cwd }) };
  const { condition, hitCondition, logMessage } = args;
  return recordAnswer(
    session,
    await session.breakpoints.set({ target: changed, condition, hitCondition, logMessage }, { signal }),
  );
}

async function recordAnswer(session: DebugSession, record: BreakpointRecord): Promise<ToolAnswer> {
  session.breakpoints.markTold(record);
  const { state } = record;
  const movedTo = state.kind === 'verified' && state.movedFromLine !== undefined ? state.location : undefined;
  const excerpt = movedTo && (await sourceAround(movedTo.path, movedTo.line, 0));
  const text = renderBreakpoint(record, {
    cwd: session.cwd,
    showId: state.kind !== 'rejected',
    ...(excerpt?.lines[0] === undefined ? {} : { sourceText: excerpt.lines[0] }),
  });
  return { text, isError: state.kind === 'rejected' };
}

function targetOf(session: DebugSession, args: Arguments): BreakpointTarget | undefined {
  if (args.function !== undefined) return { kind: 'function', name: args.function.replace(/\(\)$/, '') };
  if (args.file === undefined) return undefined;
  if (args.line !== undefined) return { kind: 'line', path: session.resolvePath(args.file), line: args.line };
  return parsePlace(args.file, (path) => session.resolvePath(path));
}

function idAt(session: DebugSession, target: BreakpointTarget | undefined): number {
  const found = session.breakpoints.list().find((record) => JSON.stringify(record.target) === JSON.stringify(target));
  if (found) return found.id;
  throw new DebugError('breakpoint_not_found', 'There is no breakpoint at that place.', {
    advice: 'debug_breakpoint without arguments lists them with their numbers.',
    details: { known: session.breakpoints.list().map((record) => record.id) },
  });
}
