import { bytes, countUpTo, doubles, integers } from './columns.ts';
import type { EntryHead, EntryKind } from './entry-head.ts';
import { SessionTrack } from './session-track.ts';

const KINDS: readonly EntryKind[] = [
  'call',
  'response',
  'error',
  'state',
  'breakpoint',
  'variables',
  'stack',
  'watches',
  'created',
  'closed',
  'output',
  'gap',
  'other',
];
const NONE = -1;

/**
 * The heads of all entries of a journal, without the entries themselves: a few bytes for each, so that a journal of 100 MB fits
 * into little memory. An entry's name is its index in the order of the journal.
 */
export class EntryIndex {
  readonly sessions: SessionTrack[] = [];
  /** Entries that have a row of their own: all but the answers that belong to a call. Ascending. */
  readonly rows: number[] = [];
  /** The rows of calls that failed, and of other errors. Ascending. */
  readonly failures: number[] = [];
  /** Grows when something that was added before changes: a call that turns out to belong to a session. */
  revision = 0;

  readonly #kinds = bytes();
  readonly #times = doubles();
  readonly #sessions = integers();
  readonly #partners = integers();
  readonly #parents = integers();
  readonly #failed = bytes();
  readonly #sessionOfId = new Map<string, SessionTrack>();
  /** Calls without an answer yet, by what their answer will be recognised by. */
  readonly #open = new Map<string, number[]>();
  /** By session, and for calls that name none: the last call that has no answer yet. What is written then happens during it. */
  readonly #current = new Map<number, number>();

  get length(): number {
    return this.#kinds.length;
  }

  kind(index: number): EntryKind {
    return KINDS[this.#kinds.at(index)] ?? 'other';
  }

  /** Milliseconds since 1970; -1 for an entry that does not exist. */
  timeMs(index: number): number {
    return this.#times.at(index);
  }

  session(index: number): SessionTrack | undefined {
    return this.sessions[this.#sessions.at(index)];
  }

  failed(index: number): boolean {
    return this.#failed.at(index) === 1;
  }

  /** The answer to a call, or the call that an answer is to. */
  partner(index: number): number | undefined {
    return known(this.#partners.at(index));
  }

  /** The call during which an entry was written, of the same session. */
  parent(index: number): number | undefined {
    return known(this.#parents.at(index));
  }

  /** The entry in whose row this one is shown: its call, or itself. */
  rowOf(index: number): number {
    const kind = this.kind(index);
    return kind === 'response' || kind === 'error' ? (this.partner(index) ?? index) : index;
  }

  add(head: EntryHead): void {
    const index = this.length;
    const isAnswer = head.kind === 'response' || head.kind === 'error';
    const call = isAnswer ? this.#takeCall(head) : undefined;
    const session = this.#sessionFor(head, index) ?? this.session(call ?? NONE);
    const number = session?.number ?? NONE;
    this.#kinds.push(KINDS.indexOf(head.kind));
    this.#times.push(head.timeMs);
    this.#sessions.push(number);
    this.#partners.push(call ?? NONE);
    this.#parents.push(isAnswer ? NONE : this.#callDuring(number));
    this.#failed.push(head.failed ? 1 : 0);
    session?.add(index, head);
    if (call !== undefined) this.#answer(call, index, head.failed, number);
    else this.rows.push(index);
    if (head.failed) this.#fail(call ?? index);
    if (head.kind === 'call') this.#begin(head, index, number);
  }

  #sessionFor({ sessionId }: EntryHead, index: number): SessionTrack | undefined {
    if (sessionId === undefined) return undefined;
    let track = this.#sessionOfId.get(sessionId);
    if (!track) {
      track = new SessionTrack(this.sessions.length, sessionId, index);
      this.sessions.push(track);
      this.#sessionOfId.set(sessionId, track);
    }
    return track;
  }

  /** Calls may fail in another order than they began. */
  #fail(row: number): void {
    this.failures.splice(countUpTo(this.failures, row), 0, row);
  }

  #begin(head: EntryHead, index: number, session: number): void {
    const key = keyOf(head);
    this.#open.set(key, [...(this.#open.get(key) ?? []), index]);
    this.#current.set(session, index);
  }

  /** The call that is being carried out in a session, or one that may be making this session: it names none. */
  #callDuring(session: number): number {
    return this.#current.get(session) ?? this.#current.get(NONE) ?? NONE;
  }

  /** The call that an answer is to: the one of its id, in a journal without ids the first of this tool that waits. */
  #takeCall(head: EntryHead): number | undefined {
    const key = keyOf(head);
    const [call, ...others] = this.#open.get(key) ?? [];
    if (others.length > 0) this.#open.set(key, others);
    else this.#open.delete(key);
    return call;
  }

  #answer(call: number, answer: number, failed: boolean, session: number): void {
    this.#partners.set(call, answer);
    const begunIn = this.#sessions.at(call);
    if (this.#current.get(begunIn) === call) this.#current.delete(begunIn);
    if (failed) this.#failed.set(call, 1);
    if (begunIn === NONE && session !== NONE) {
      this.#sessions.set(call, session);
      this.revision += 1;
    }
  }
}

function keyOf({ callId, sessionId, tool }: EntryHead): string {
  return callId === undefined ? `${sessionId}\n${tool}` : `#${callId}`;
}

function known(index: number): number | undefined {
  return index === NONE ? undefined : index;
}
