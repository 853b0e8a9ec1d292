import { DebugError } from '../model/debug-error.ts';
import { DebugSession } from '../session/debug-session.ts';
import type { SessionIdentity } from '../session/session-identity.ts';
import type { StartRequest } from '../session/start-request.ts';

/** Limit for the end of all sessions at shutdown, in milliseconds; the watchdog ends the rest. */
const END_ALL_TIMEOUT_MS = 4_000;

/** The settings that all sessions of a server share. */
export type SessionSurroundings = Pick<SessionIdentity, 'observe' | 'checkFile' | 'mayShow'>;

/** All sessions of the server, by their names. Lives as long as the process, whatever connections come and go. */
export class SessionRegistry {
  readonly #sessions = new Map<string, DebugSession>();
  readonly #surroundings: SessionSurroundings;
  #nextNumber = 1;

  constructor(surroundings: SessionSurroundings = {}) {
    this.#surroundings = surroundings;
  }

  /** Makes a session; it is not started yet. A name that is taken by an ended session is given to the new one, and the old one is released. */
  create(
    request: StartRequest,
    { language, createAdapter }: Pick<SessionIdentity, 'language' | 'createAdapter'>,
    name?: string,
  ): DebugSession {
    const id = name ?? this.#freeName();
    const existing = this.#sessions.get(id);
    if (existing && !existing.ended) {
      throw new DebugError('invalid_argument', `Session "${id}" is in use by ${existing.program}.`, {
        advice: ['Choose another name, or end it with ', { action: 'stop' }, '.'],
        details: { argument: 'session', live: this.#liveNames() },
      });
    }
    existing?.release({ timeoutMs: END_ALL_TIMEOUT_MS });
    const session = new DebugSession({ id, language, createAdapter, ...this.#surroundings }, request);
    this.#sessions.set(id, session);
    return session;
  }

  list(): DebugSession[] {
    return [...this.#sessions.values()];
  }

  /**
   * The session of that name; without a name the only live one, or, when none is live, the one that ended last.
   *
   * @throws DebugError `session_not_found`, `session_ambiguous`
   */
  get(name?: string): DebugSession {
    if (name !== undefined) return this.#named(name);
    const live = this.list().filter((session) => !session.ended);
    const only = live.length === 0 ? this.list().at(-1) : live[0];
    if (only && live.length <= 1) return only;
    if (!only) {
      throw new DebugError('session_not_found', 'There is no debug session.', {
        advice: ['Start one with ', { action: 'start' }, '.'],
        details: { live: [] },
      });
    }
    throw new DebugError('session_ambiguous', `${live.length} sessions are live: ${live.map(describe).join(', ')}.`, {
      advice: 'Say which one with the argument session.',
      details: { live: this.#liveNames() },
    });
  }

  #named(name: string): DebugSession {
    const session = this.#sessions.get(name);
    if (session) return session;
    const known = this.list().map(describe);
    throw new DebugError('session_not_found', `Session "${name}" not found.`, {
      advice: known.length > 0 ? `Sessions: ${known.join(', ')}.` : ['Start one with ', { action: 'start' }, '.'],
      details: { live: this.#liveNames() },
    });
  }

  /** Forgets a session that has been ended. */
  forget(session: DebugSession): void {
    if (this.#sessions.get(session.id) === session) this.#sessions.delete(session.id);
  }

  /** Ends every session, for the server's shutdown; bounded, and no failure keeps the others from ending. */
  async endAll(): Promise<void> {
    const ends = this.list().map((session) => session.end({ timeoutMs: END_ALL_TIMEOUT_MS }));
    this.#sessions.clear();
    await Promise.allSettled(ends);
  }

  #liveNames(): string[] {
    return this.list().flatMap((session) => (session.ended ? [] : session.id));
  }

  #freeName(): string {
    while (this.#sessions.has(`s${this.#nextNumber}`)) this.#nextNumber++;
    return `s${this.#nextNumber++}`;
  }
}

function describe(session: DebugSession): string {
  return `${session.id} (${session.program}, ${session.state.kind})`;
}
