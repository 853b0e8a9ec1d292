import * as z from 'zod/v4';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { SessionState } from '../../../model/session-summary.ts';
import { asFields } from '../../../render/json-value.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { CHANGES_SESSION, LOOKS_ONLY } from '../../annotations.ts';
import { text } from '../../schema.ts';
import { id, sessionId } from './common.ts';
import { debuggerTool } from './debugger-tool.ts';
import { readValue } from './inside.ts';
import { exitedError, sessionOf, viewOf } from './session-view.ts';
import { value, valueFields } from './value-schema.ts';
import type { WatchedValue, WatchValue } from './watch-history.ts';

const WATCH_TIMEOUT_MS = 1_000;
const WATCH_LIMITS = { depth: 0, maxChildren: 0, maxTextLength: 10_000 };
/** Enough of an object that a change in it is seen. */
const WATCHED_INSIDE = { depth: 2, max: 100 };

/** A watch as answers give it. */
export const watchSchema = z.object({
  watchId: z.string(),
  expression: z.string(),
  ...z.object(valueFields).partial().shape,
  error: z.string().optional().describe('Why it has no value here'),
  changed: z.boolean().describe('Since the pause before'),
  oldValue: value.optional(),
  newValue: value.optional(),
});

export const addWatch = debuggerTool({
  name: 'debugger_add_watch',
  title: 'Watch an expression',
  description: 'Watch an expression: each later pause shows whether its value changed, with the old and new one.',
  annotations: CHANGES_SESSION,
  input: { sessionId, expression: text() },
  output: { watchId: z.string(), expression: z.string(), ...valueFields },
  failsWith: 'ADD_WATCH_FAILED',
  async run({ sessionId: session_, expression }, { engine, signal }) {
    const session = sessionOf(engine, session_);
    if (session.ended) throw exitedError(session);
    const number = await session.inspection.addWatch(expression, { signal });
    const { state } = session;
    const watched = state.kind === 'stopped' ? await look(session, number, expression, state, { signal }) : undefined;
    const known = watched?.now.kind === 'value' ? asFields(watched.now.json) : {};
    return { watchId: String(number), expression, ...known };
  },
});

export const removeWatch = debuggerTool({
  name: 'debugger_remove_watch',
  title: 'Remove a watch',
  description: 'Stop watching an expression.',
  annotations: CHANGES_SESSION,
  input: { sessionId, watchId: id().describe('From debugger_add_watch') },
  output: { watchId: z.string(), removed: z.literal(true) },
  failsWith: 'WATCH_NOT_FOUND',
  async run({ sessionId: session_, watchId }, { engine }) {
    const session = sessionOf(engine, session_);
    const number = Number(watchId);
    await session.inspection.removeWatch(number);
    viewOf(session).watches.remove(number);
    return { watchId, removed: true };
  },
});

export const getWatches = debuggerTool({
  name: 'debugger_get_watches',
  title: 'Watches',
  description: 'Get the watched expressions with their values, and whether they changed since the pause before.',
  annotations: LOOKS_ONLY,
  input: { sessionId },
  output: { watches: z.array(watchSchema) },
  failsWith: 'INSPECT_FAILED',
  async run({ sessionId: session_ }, { engine, signal }) {
    return { watches: await watchValues(sessionOf(engine, session_), { signal }) };
  },
});

/** All watches: at a pause as they are there, otherwise as they were last seen. */
async function watchValues(session: DebugSession, options: CallOptions): Promise<z.output<typeof watchSchema>[]> {
  const { state } = session;
  const known: z.output<typeof watchSchema>[] = [];
  for (const { id: number, expression } of await session.inspection.watches(false, options)) {
    const watched =
      state.kind === 'stopped'
        ? await look(session, number, expression, state, options)
        : viewOf(session).watches.latest(number);
    known.push({ watchId: String(number), expression, ...watchFields(watched, state) });
  }
  return known;
}

/** The watches whose values changed with the pause. */
export async function changedWatches(session: DebugSession, options: CallOptions) {
  return (await watchValues(session, options)).filter(({ changed }) => changed);
}

function watchFields(watched: WatchedValue | undefined, state: SessionState) {
  if (!watched)
    return { error: `The program has not been paused since it is watched; it is ${state.kind}.`, changed: false };
  const { now, before } = watched;
  if (now.kind === 'none') return { error: now.reason, changed: false };
  const fields = asFields(now.json);
  if (!before) return { ...fields, changed: false };
  return { ...fields, changed: true, oldValue: asFields(before).value, newValue: fields.value };
}

/** The value of a watch at a pause: looked at once, as looking may run code of the program. */
async function look(
  session: DebugSession,
  number: number,
  expression: string,
  stop: SessionState,
  options: CallOptions,
): Promise<WatchedValue> {
  const { watches } = viewOf(session);
  return watches.at(number, stop) ?? watches.record(number, stop, await valueNow(session, expression, options));
}

async function valueNow(session: DebugSession, expression: string, { signal }: CallOptions): Promise<WatchValue> {
  try {
    const request = { expression, readOnly: false, ...WATCH_LIMITS };
    const outcome = await session.inspection.evaluate(request, { timeoutMs: WATCH_TIMEOUT_MS, signal });
    if (outcome.kind === 'value')
      return { kind: 'value', json: await readValue(session, outcome, WATCHED_INSIDE, { signal }) };
    if (outcome.kind === 'thrown') {
      const { name, message } = outcome.exception;
      return { kind: 'none', reason: `${name}: ${message}` };
    }
    return { kind: 'none', reason: outcome.kind === 'timeout' ? 'It does not end in time.' : outcome.message };
  } catch (thrown) {
    if (thrown instanceof DebugError && thrown.code !== 'cancelled') return { kind: 'none', reason: thrown.message };
    throw thrown;
  }
}
