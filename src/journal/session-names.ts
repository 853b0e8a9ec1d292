import type { SessionRef } from '../model/session-event.ts';
import { isRecord } from '../redaction/json.ts';

/** Arguments that name the session which is meant. */
const SESSION_ARGUMENTS = ['session', 'sessionId', 'session_id', 'sessionName'] as const;

/** Says which session a call is about, from the sessions there are and what the call says. */
export class SessionNames {
  /** The live sessions by their ids. */
  readonly #live = new Map<string, SessionRef>();
  /** Since when a call is under way: how many sessions there had been, and the session it named. */
  readonly #calls = new Map<number, { readonly createdBefore: number; readonly session: SessionRef | undefined }>();
  #created: SessionRef[] = [];
  #droppedCreated = 0;

  created(session: SessionRef): void {
    this.#live.set(session.uuid, session);
    // Without calls under way, no caller asks which one came since.
    if (this.#calls.size === 0) {
      this.#droppedCreated += this.#created.length;
      this.#created = [];
    }
    this.#created.push(session);
  }

  closed(session: SessionRef): void {
    this.#live.delete(session.uuid);
  }

  /** The session that a call which begins is about: the one that it names, else the only one. */
  ofCall(callId: number, args: unknown): SessionRef | undefined {
    const name = namedIn(args);
    const session = name === undefined ? this.#only() : this.#named(name);
    this.#calls.set(callId, { createdBefore: this.#createdCount(), session });
    return session;
  }

  /** The session that a call was about, now that it has ended: a call that began one could not say so before. */
  ofAnswer(callId: number): SessionRef | undefined {
    const call = this.#calls.get(callId);
    this.#calls.delete(callId);
    if (!call) return undefined;
    const since = this.#created.slice(Math.max(0, call.createdBefore - this.#droppedCreated));
    return since.length === 1 ? since[0] : call.session;
  }

  #named(name: string): SessionRef | undefined {
    return this.#live.get(name) ?? [...this.#live.values()].findLast((session) => session.name === name);
  }

  #only(): SessionRef | undefined {
    return this.#live.size === 1 ? [...this.#live.values()][0] : undefined;
  }

  #createdCount(): number {
    return this.#droppedCreated + this.#created.length;
  }
}

function namedIn(args: unknown): string | undefined {
  return isRecord(args)
    ? SESSION_ARGUMENTS.map((key) => args[key]).find((value) => typeof value === 'string')
    : undefined;
}
