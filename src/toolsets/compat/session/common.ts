import type { ValueLimits } from '../../../adapter/debug-adapter.ts';
import type { DebugEngine } from '../../../engine/debug-engine.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { integer, optional, text } from '../../schema.ts';
import type { ToolContext } from '../../tool.ts';
import { sessionOf } from './profile.ts';

/** The context of every tool of this toolset. */
export type Context = ToolContext<DebugEngine>;

/** Longest wait of one call. */
const MAX_WAIT_MS = 600_000;
/**
 * Limit of the wait for a pause, in a call that needs a paused program right after the program was let go. `continue_execution`
 * answers at once, and clients ask for the stack in the same breath.
 */
const SETTLE_MS = 1_000;
/** Limits of a value's text. */
export const VALUE_LIMITS: ValueLimits = { depth: 0, maxChildren: 300, maxTextLength: 1_000 };

/** The argument `sessionId` of every tool. */
export const sessionIdArgument = text().describe('Id of the debug session');
/** The argument `timeoutMs` of every tool that can wait. */
export const timeoutArgument = optional(integer({ min: 1, max: MAX_WAIT_MS }));

/**
 * The session of a call that looks into a paused program; waits a moment for one that was let go just now.
 *
 * @throws DebugError `session_not_found`, `cancelled`
 */
export async function settledSession({ engine, signal }: Context, id: string): Promise<DebugSession> {
  const session = sessionOf(engine, id);
  const leftMs = session.changedAt.getTime() + SETTLE_MS - Date.now();
  if (session.state.kind !== 'running' || leftMs <= 0) return session;
  await session.whenHalted({ timeoutMs: leftMs, signal });
  return session;
}

/** Runs `look` on the paused program. A client that was answered with the result knows of the pause. */
export async function looked<T>(session: DebugSession, look: (session: DebugSession) => Promise<T>): Promise<T> {
  const { state } = session;
  const found = await look(session);
  session.markShown(state);
  return found;
}
