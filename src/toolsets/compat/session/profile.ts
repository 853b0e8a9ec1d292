import { randomUUID } from 'node:crypto';
import type { DebugEngine } from '../../../engine/debug-engine.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { SessionState } from '../../../model/session-summary.ts';
import type { DebugSession } from '../../../session/debug-session.ts';

/** This toolset's own data of a session. */
export interface SessionProfile {
  readonly name: string;
  /** As the client wrote it. */
  readonly language: string;
  readonly executablePath?: string | undefined;
  /** The target to which `start_debugging` attaches, instead of starting a program. */
  readonly attachTo?: { readonly host: string; readonly port: number } | undefined;
}

interface KnownSession extends SessionProfile {
  /** Ids of breakpoints by the engine's numbers. */
  readonly breakpointIds: Map<number, string>;
  touchedAt: Date;
}

/** Lives and dies with the sessions; the engine owns them. */
const known = new WeakMap<DebugSession, KnownSession>();

/** The states that clients compare; `stopped` and `error` are those after the end. */
export type StateName = 'created' | 'running' | 'paused' | 'stopped' | 'error';

const STATE_NAMES: Readonly<Record<SessionState['kind'], StateName>> = {
  created: 'created',
  starting: 'running',
  running: 'running',
  stopped: 'paused',
  exited: 'stopped',
  lost: 'error',
};

/** The word for a session's state that clients compare. */
export function stateName({ state }: DebugSession): StateName {
  return STATE_NAMES[state.kind];
}

/** Makes a session under an id of its own. @throws DebugError `unsupported` for a language that cannot be debugged */
export async function createSession(engine: DebugEngine, profile: SessionProfile): Promise<DebugSession> {
  const session = await engine.create(profile.language, profile.name, randomUUID());
  known.set(session, { ...profile, breakpointIds: new Map(), touchedAt: session.createdAt });
  return session;
}

/** The data of a session; of a session that another toolset started, the part that can be derived. */
export function profileOf(session: DebugSession): KnownSession {
  const profile = known.get(session) ?? {
    name: session.program,
    language: session.language,
    breakpointIds: new Map<number, string>(),
    touchedAt: session.createdAt,
  };
  known.set(session, profile);
  return profile;
}

/** Records that the session was changed now. */
export function touch(session: DebugSession): void {
  profileOf(session).touchedAt = new Date();
}

/** The time of the last change to a session. */
export function updatedAt(session: DebugSession): Date {
  return new Date(Math.max(session.changedAt.getTime(), profileOf(session).touchedAt.getTime()));
}

/** The id of a breakpoint, given out once. */
export function breakpointId(session: DebugSession, number: number): string {
  const { breakpointIds } = profileOf(session);
  const id = breakpointIds.get(number) ?? randomUUID();
  breakpointIds.set(number, id);
  return id;
}

/** @throws DebugError `session_not_found` in the words that clients look for */
export function sessionOf(engine: DebugEngine, id: string): DebugSession {
  const session = engine.sessions.list().find((each) => each.id === id);
  if (session) return session;
  throw new DebugError('session_not_found', `Managed session not found: ${id}`, {
    advice: 'list_debug_sessions lists them; create_debug_session makes one.',
    details: { live: engine.sessions.list().flatMap((each) => (each.ended ? [] : each.id)) },
  });
}
