import { randomUUID } from 'node:crypto';
import type { SessionEvent, SessionObserver } from '../model/session-event.ts';

/** Reports session events to the observer. Never throws. */
export type NotifyEvent = (event: SessionEvent) => void;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * For one session; nothing is reported after its end, which is reported once. A session whose name is a UUID is reported under what a
 * person calls it.
 *
 * @param program What is debugged, or the label of a session that has no program yet.
 */
export function notifierOf(name: string, program: string, observe: SessionObserver | undefined): NotifyEvent {
  if (!observe) return () => {};
  const names = UUID.test(name) ? { uuid: name, name: program } : { uuid: randomUUID(), name };
  const session = { ...names, createdMs: Date.now() };
  let isClosed = false;
  return (event) => {
    if (isClosed) return;
    isClosed = event.kind === 'closed';
    observe(session, event);
  };
}
