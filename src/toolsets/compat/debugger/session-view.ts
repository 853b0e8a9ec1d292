import type { DebugEngine } from '../../../engine/debug-engine.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { SessionState } from '../../../model/session-summary.ts';
import type { ValueSummary } from '../../../model/variable.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { WatchHistory } from './watch-history.ts';

/** This toolset's own data of a session: the chosen frame, ids of objects, values of watches. */
export class SessionView {
  readonly watches = new WatchHistory();
  readonly #session: DebugSession;
  #stop: SessionState | undefined;
  #frameIndex: number | undefined;
  #objects = new Map<string, ValueSummary>();
  #nextObject = 1;

  constructor(session: DebugSession) {
    this.#session = session;
  }

  /** Number of the chosen frame in the engine's stack; undefined for the frame of the stop. */
  get frameIndex(): number | undefined {
    this.#forgetEarlierStops();
    return this.#frameIndex;
  }

  chooseFrame(index: number): void {
    this.#forgetEarlierStops();
    this.#frameIndex = index;
  }

  /** Gives an object an id, valid until the program goes on. Never given twice. */
  identify(summary: ValueSummary): string {
    this.#forgetEarlierStops();
    const id = `object-${this.#nextObject++}`;
    this.#objects.set(id, summary);
    return id;
  }

  /** @throws DebugError `stale_reference` */
  object(id: string): ValueSummary {
    this.#forgetEarlierStops();
    const found = this.#objects.get(id);
    if (found) return found;
    throw new DebugError('stale_reference', `There is no object ${id} at this pause: the id is stale, or never was.`, {
      advice:
        'Ids are valid until the program goes on. debugger_inspect and debugger_get_local_variables give new ones.',
    });
  }

  /** A stop is known by the state that the session entered with it. */
  #forgetEarlierStops(): void {
    const { state } = this.#session;
    if (state === this.#stop) return;
    this.#stop = state;
    this.#frameIndex = undefined;
    this.#objects = new Map();
  }
}

/** The views, which live and die with the sessions, which the engine owns. */
const views = new WeakMap<DebugSession, SessionView>();

/** This toolset's data of a session, whichever toolset started it. */
export function viewOf(session: DebugSession): SessionView {
  const view = views.get(session) ?? new SessionView(session);
  views.set(session, view);
  return view;
}

/** @throws DebugError `session_not_found` in the words that clients of this toolset look for */
export function sessionOf(engine: DebugEngine, id: string): DebugSession {
  const session = engine.sessions.list().find((each) => each.id === id);
  if (session) return session;
  const sessions = engine.sessions.list().flatMap((each) => (each.ended ? [] : each.id));
  throw new DebugError('session_not_found', `Session ${id} not found`, {
    advice: sessions.length === 0 ? 'debugger_start starts one.' : `Sessions: ${sessions.join(', ')}.`,
    details: { sessions },
  });
}

/**
 * A session for a call that needs its program paused.
 *
 * @throws DebugError `session_not_found`, `not_stopped`, `already_exited`, `connection_closed`
 */
export function pausedSession(engine: DebugEngine, id: string): DebugSession {
  const session = sessionOf(engine, id);
  const { state } = session;
  if (state.kind === 'stopped') return session;
  if (session.ended) throw exitedError(session);
  throw new DebugError('not_stopped', `Process must be paused: session ${id} is ${state.kind}.`, {
    advice: 'Pause it with debugger_pause, or wait for its next pause: debugger_continue with wait true.',
    details: { state: state.kind },
  });
}

/** The program is gone: how it ended, and what it said last. */
export function exitedError(session: DebugSession): DebugError {
  const { state } = session;
  const errors = session.output.since(0, MAX_LAST_WORDS).chunks.filter(({ category }) => category === 'stderr');
  const stderr = errors.map(({ text }) => text).join('');
  const said = stderr === '' ? {} : { stderr };
  const advice = 'debugger_start starts it again; debugger_stop_session clears this session away.';
  if (state.kind !== 'exited') {
    const cause = state.kind === 'lost' ? state.cause : 'it ended';
    return new DebugError('connection_closed', `The connection to the process was lost: ${cause}.`, {
      advice,
      details: said,
    });
  }
  const { exitCode, signal } = state;
  const how = signal === null ? `exit code ${exitCode ?? 'unknown'}` : `ended by ${signal}`;
  return new DebugError('already_exited', `The process has exited (${how}).`, {
    advice,
    details: { exitCode, signal, ...said },
  });
}

const MAX_LAST_WORDS = 4_000;
