import * as z from 'zod/v4';
import type { EditedSource } from '../../../adapter/edited-source.ts';
import type { BreakpointRecord } from '../../../model/breakpoints/breakpoint-record.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { CHANGES_SESSION, LOOKS_ONLY } from '../../annotations.ts';
import { integer, optional, text } from '../../schema.ts';
import { defineTool } from '../../tool.ts';
import { noSuccess, refused, success } from './answer.ts';
import { type Context, sessionIdArgument } from './common.ts';
import { breakpointId, sessionOf, touch } from './profile.ts';
import { sourceContext } from './source.ts';
import { remarkOf } from './warnings.ts';

/** Lines on either side of a breakpoint's that are shown with it. */
const LINES_AROUND = 2;

export const setBreakpoint = defineTool({
  name: 'set_breakpoint',
  title: 'Set a breakpoint',
  description: 'Set a breakpoint at a line, before or while the program runs. verified: it stands at that line.',
  annotations: CHANGES_SESSION,
  schema: z.strictObject({
    sessionId: sessionIdArgument,
    file: text().describe('Absolute, or relative to the project root'),
    line: integer({ min: 1 }).describe('1-based'),
    condition: optional(text()).describe('Pause only when it is true'),
  }),
  async handler({ sessionId, file, line, condition }, { engine, signal }: Context) {
    const session = sessionOf(engine, sessionId);
    const path = session.resolvePath(file);
    const record = await session.breakpoints.set({ target: { kind: 'line', path, line }, condition }, { signal });
    const { state } = record;
    if (state.kind === 'rejected') return refused(`Cannot set a breakpoint at ${path}:${line}: ${state.reason}.`);
    touch(session);
    const place = placeOf(record);
    return success({
      breakpointId: breakpointId(session, record.id),
      ...place,
      message: `Breakpoint set at ${place.file}:${place.line}${noteOf(session, record)}`,
      ...contextOf(place, await session.inspection.editedSource(place.file ?? path, { signal })),
    });
  },
});

export const listBreakpoints = defineTool({
  name: 'list_breakpoints',
  title: 'List breakpoints',
  description: 'List the breakpoints of a session, with how often each was hit.',
  annotations: LOOKS_ONLY,
  schema: z.strictObject({ sessionId: sessionIdArgument }),
  async handler({ sessionId }, { engine }: Context) {
    const session = sessionOf(engine, sessionId);
    const breakpoints = session.breakpoints.list().map((record) => ({
      breakpointId: breakpointId(session, record.id),
      ...placeOf(record),
      ...(record.condition === undefined ? {} : { condition: record.condition }),
      hits: record.hits,
    }));
    return success({ breakpoints, count: breakpoints.length });
  },
});

export const removeBreakpoint = defineTool({
  name: 'remove_breakpoint',
  title: 'Remove a breakpoint',
  description: 'Remove a breakpoint of a session.',
  annotations: CHANGES_SESSION,
  schema: z.strictObject({
    sessionId: sessionIdArgument,
    breakpointId: text().describe('From set_breakpoint or list_breakpoints'),
  }),
  async handler(args, { engine, signal }: Context) {
    const session = sessionOf(engine, args.sessionId);
    const record = session.breakpoints.list().find(({ id }) => breakpointId(session, id) === args.breakpointId);
    if (!record) return noSuccess({ message: `Breakpoint not found: ${args.breakpointId}` });
    await session.breakpoints.remove(record.id, { signal });
    touch(session);
    return success({ message: `Removed breakpoint: ${args.breakpointId}` });
  },
});

/** The place of a breakpoint; as long as that is not known, the place that the client asked for. */
function placeOf({ target, state }: BreakpointRecord) {
  if (state.kind === 'verified') return { file: state.location.path, line: state.location.line, verified: true };
  if (target.kind === 'line') return { file: target.path, line: target.line, verified: false };
  return { function: target.name, verified: false };
}

/** Notes on a breakpoint that did not simply bind. */
function noteOf(session: DebugSession, record: BreakpointRecord): string {
  const { state } = record;
  const isLive = session.state.kind !== 'created' && !session.ended;
  if (state.kind === 'pending') return isLive ? ` (not verified: ${state.reason})` : '';
  const remark = remarkOf(record);
  return remark === '' ? '' : ` (${remark})`;
}

/** Left out for a source that is no file, which only a source map names. */
function contextOf(
  { file = '', line = 1 }: { readonly file?: string; readonly line?: number },
  edited: EditedSource | undefined,
) {
  try {
    const context = sourceContext(file, line, LINES_AROUND, edited);
    return context ? { context } : {};
  } catch (error) {
    if (error instanceof DebugError && error.code === 'source_not_found') return {};
    throw error;
  }
}
