import type { Transport } from '../wire/transport.ts';
import { CdpConnection } from './cdp-connection.ts';
import type { CdpSession } from './cdp-session.ts';

/** An event as the inspector would send it. */
interface ScriptedEvent {
  readonly method: string;
  readonly params: object;
}

/** The inspector's reaction to a command: its reply, and the events after the reply. */
export interface ScriptedAnswer {
  readonly result?: object;
  readonly events?: readonly ScriptedEvent[];
}

/** A session with no inspector: a function answers what is sent, a turn of the event loop later. Nothing is opened. */
export function scriptedSession(answer: (method: string, params: unknown) => ScriptedAnswer): CdpSession {
  let deliver: (text: string) => void = () => {};
  const transport: Transport<string> = {
    send(text) {
      // Our own, a moment ago.
      const { id, method, params } = JSON.parse(text) as { id: number; method: string; params?: unknown };
      const { result = {}, events = [] } = answer(method, params);
      setImmediate(() => {
        for (const message of [{ id, result }, ...events]) deliver(JSON.stringify(message));
      });
    },
    onMessage(listener) {
      deliver = listener;
    },
    onClose() {},
    close() {},
  };
  return new CdpConnection(transport);
}
