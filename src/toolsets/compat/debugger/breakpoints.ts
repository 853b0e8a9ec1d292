import * as z from 'zod/v4';
import type { BreakpointRecord } from '../../../model/breakpoints/breakpoint-record.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { knownText } from '../../../session/breakpoints/breakpoint-book.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { CHANGES_SESSION, LOOKS_ONLY } from '../../annotations.ts';
import { integer, optional, text } from '../../schema.ts';
import { breakpointFields, breakpointJson } from './breakpoint-json.ts';
import { id, sessionId } from './common.ts';
import { debuggerTool } from './debugger-tool.ts';
import { exitedError, sessionOf } from './session-view.ts';

const breakpointId = id().describe('From debugger_set_breakpoint or debugger_list_breakpoints');

export const setBreakpoint = debuggerTool({
  name: 'debugger_set_breakpoint',
  title: 'Set a breakpoint',
  description: 'Set a breakpoint at a line, with a condition if wanted. verified says whether its place was found.',
  annotations: CHANGES_SESSION,
  input: {
    sessionId,
    file: text().describe("Absolute, or relative to the session's folder"),
    line: integer({ min: 1 }).describe('1-based'),
    condition: optional(text()).describe('Pause only when it is true'),
  },
  output: { breakpointId: z.string(), ...breakpointFields },
  failsWith: 'BREAKPOINT_SET_FAILED',
  async run({ sessionId: session_, file, line, condition }, { engine, signal }) {
    const session = sessionOf(engine, session_);
    if (session.ended) throw exitedError(session);
    const path = session.resolvePath(file);
    const record = await session.breakpoints.set({ target: { kind: 'line', path, line }, condition }, { signal });
    if (record.state.kind === 'rejected') {
      throw new DebugError('source_not_found', `No breakpoint can be set at ${path}:${line}: ${record.state.reason}.`);
    }
    session.breakpoints.markReported(record);
    return { breakpointId: String(record.id), ...breakpointJson(record) };
  },
});

export const removeBreakpoint = debuggerTool({
  name: 'debugger_remove_breakpoint',
  title: 'Remove a breakpoint',
  description: 'Remove a breakpoint, from the process too.',
  annotations: CHANGES_SESSION,
  input: { sessionId, breakpointId },
  output: { breakpointId: z.string(), removed: z.literal(true) },
  failsWith: 'BREAKPOINT_NOT_FOUND',
  async run({ sessionId: session_, breakpointId: wanted }, { engine, signal }) {
    const session = sessionOf(engine, session_);
    await session.breakpoints.remove(recordOf(session, wanted).id, { signal });
    return { breakpointId: wanted, removed: true };
  },
});

export const toggleBreakpoint = debuggerTool({
  name: 'debugger_toggle_breakpoint',
  title: 'Switch a breakpoint on or off',
  description: 'Disable a breakpoint that is enabled, or enable one that is not. Its id and place stay.',
  annotations: { ...CHANGES_SESSION, idempotentHint: false },
  input: { sessionId, breakpointId },
  output: { breakpointId: z.string(), ...breakpointFields },
  failsWith: 'BREAKPOINT_SET_FAILED',
  async run({ sessionId: session_, breakpointId: wanted }, { engine, signal }) {
    const session = sessionOf(engine, session_);
    const { id: number, enabled } = recordOf(session, wanted);
    const record = await session.breakpoints.enable(number, !enabled, { signal });
    return { breakpointId: wanted, ...breakpointJson(record) };
  },
});

export const listBreakpoints = debuggerTool({
  name: 'debugger_list_breakpoints',
  title: 'List breakpoints',
  description: 'List the breakpoints of a session with their places, conditions and how often each was hit.',
  annotations: LOOKS_ONLY,
  input: { sessionId },
  output: { breakpoints: z.array(z.object({ id: z.string(), ...breakpointFields })) },
  failsWith: 'INSPECT_FAILED',
  async run({ sessionId: session_ }, { engine }) {
    const records = sessionOf(engine, session_).breakpoints.list();
    return { breakpoints: records.map((record) => ({ id: String(record.id), ...breakpointJson(record) })) };
  },
});

/** @throws DebugError `breakpoint_not_found` */
function recordOf(session: DebugSession, wanted: string): BreakpointRecord {
  const records = session.breakpoints.list();
  const record = records.find(({ id: number }) => String(number) === wanted);
  if (record) return record;
  throw new DebugError('breakpoint_not_found', `Breakpoint ${wanted} not found`, {
    advice: knownText(records.map(({ id: number }) => number)),
    details: { known: records.slice(0, 20).map(({ id: number }) => String(number)) },
  });
}
