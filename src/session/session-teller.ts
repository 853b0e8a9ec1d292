import { randomUUID } from 'node:crypto';
import type { SessionEvent, SessionObserver } from '../model/session-event.ts';

/** Tells whoever observes a session what happens in it. Never throws. */
export type TellEvent = (event: SessionEvent) => void;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** For one session; nothing is told after its end, which is told once. A name that is unique by itself serves as its id, too. */
export function tellerOf(name: string, observe: SessionObserver | undefined): TellEvent {
  if (!observe) return () => {};
  const session = { uuid: UUID.test(name) ? name : randomUUID(), name, createdMs: Date.now() };
  let isClosed = false;
  return (event) => {
    if (isClosed) return;
    isClosed = event.kind === 'closed';
    observe(session, event);
  };
}
