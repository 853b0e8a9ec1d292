import * as z from 'zod/v4';
import { hasOptions, optionsOf } from '../../model/breakpoints/breakpoint-options.ts';
import type { BreakpointRecord, BreakpointTarget } from '../../model/breakpoints/breakpoint-record.ts';
import { DebugError } from '../../model/debug-error.ts';
import { renderBreakpoint, renderBreakpoints } from '../../render/breakpoints.ts';
import type { DebugSession } from '../../session/debug-session.ts';
import { CHANGES_SESSION } from '../annotations.ts';
import { boolean, integer, optional, text } from '../schema.ts';
import { defineTool, type ToolAnswer } from '../tool.ts';
import { optionArguments } from './breakpoint-argument.ts';
import { type Context, sessionArgument } from './common.ts';
import { placeMissing, targetOf } from './place-arguments.ts';

const schema = z.strictObject({
  file: optional(text()),
  line: optional(integer({ min: 1 })),
  statement: optional(text()).describe('Text of the line, instead of its number'),
  nearLine: optional(integer({ min: 1 })).describe('Line nearest the match, when several match'),
  expect: optional(text()).describe('Refuse if the line differs'),
  function: optional(text()).describe('Instead of file and line'),
  ...optionArguments,
  breakpoint: optional(integer({ min: 1 })).describe('Number of an existing one'),
  remove: optional(boolean()),
  enabled: optional(boolean()),
  exceptions: optional(z.enum(['none', 'uncaught', 'userUnhandled', 'all'])),
  session: sessionArgument,
});
type Arguments = z.output<typeof schema>;

export const debugBreakpoint = defineTool({
  name: 'debug_breakpoint',
  title: 'Set a breakpoint',
  description:
    'Set a breakpoint at file and line, or on entry of a function; remove, enable or disable one; choose which exceptions stop. Without arguments: list.',
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
  if (args.exceptions !== undefined) await session.setExceptionMode(args.exceptions, { signal });
  const target = targetOf(args, (path) => session.resolvePath(path), await runningText(session, args, signal));
  const existing = args.breakpoint ?? existingAt(session, target, args);
  if (existing !== undefined && args.remove) {
    await session.breakpoints.remove(existing, { signal });
    return { text: `Breakpoint ${existing} removed.` };
  }
  if (existing !== undefined && args.enabled !== undefined && !hasOptions(args)) {
    return recordAnswer(session, await session.breakpoints.enable(existing, args.enabled, { signal }));
  }
  const place = existing === undefined ? target : session.breakpoints.get(existing).target;
  if (!place) return listAnswer(session, args);
  const replaced = session.breakpoints.at(place);
  const record = await session.breakpoints.set({ target: place, ...optionsOf(args) }, { signal });
  return recordAnswer(session, record, replaced);
}

/** The text in which a statement is looked for, if the file differs from the code that runs. */
async function runningText(
  session: DebugSession,
  { file, statement, expect }: Arguments,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (file === undefined || (statement ?? expect) === undefined) return undefined;
  const edited = await session.inspection.editedSource(session.resolvePath(file.replace(/:\d+$/, '')), { signal });
  return edited?.text;
}

function listAnswer(session: DebugSession, args: Arguments): ToolAnswer {
  if (hasOptions(args)) throw placeMissing('No place for the breakpoint was given.');
  if (args.exceptions !== undefined) return { text: `Stopping at exceptions: ${args.exceptions}.` };
  return { text: renderBreakpoints(session.breakpoints.list(), { cwd: session.cwd }) };
}

async function recordAnswer(
  session: DebugSession,
  record: BreakpointRecord,
  replaced?: BreakpointRecord,
): Promise<ToolAnswer> {
  session.breakpoints.markReported(record);
  const { state } = record;
  const at = state.kind === 'verified' ? state.location : undefined;
  const excerpt = at && (await session.inspection.source(at, 0));
  const text = renderBreakpoint(record, {
    cwd: session.cwd,
    showId: state.kind !== 'rejected',
    replaced: state.kind === 'rejected' ? undefined : replaced,
    sourceText: excerpt?.lines[0],
  });
  return { text, isError: state.kind === 'rejected' };
}

/**
 * The number of the breakpoint that is to be removed, enabled or disabled. `enabled: true` may also come with a new one.
 *
 * @throws DebugError `breakpoint_not_found`, `invalid_argument`
 */
function existingAt(
  session: DebugSession,
  target: BreakpointTarget | undefined,
  { remove, enabled }: Arguments,
): number | undefined {
  if (remove !== true && enabled === undefined) return undefined;
  if (!target) throw placeMissing('Which breakpoint is meant?');
  const found = session.breakpoints.list().find((record) => isAt(record, target));
  if (found || (remove !== true && enabled === true)) return found?.id;
  throw new DebugError('breakpoint_not_found', 'There is no breakpoint at that place.', {
    advice: 'debug_breakpoint without arguments lists them with their numbers.',
    details: { known: session.breakpoints.list().map((record) => record.id) },
  });
}

/** True if a breakpoint is at a place, also if it moved there: that is the line that the caller has seen. */
function isAt({ target, state }: BreakpointRecord, place: BreakpointTarget): boolean {
  if (place.kind === 'function') return target.kind === 'function' && target.name === place.name;
  const moved = state.kind === 'verified' && state.location.path === place.path && state.location.line === place.line;
  return moved || (target.kind === 'line' && target.path === place.path && target.line === place.line);
}
