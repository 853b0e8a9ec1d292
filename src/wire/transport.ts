/** The cause of an end that the debuggee has announced: it goes on by itself. */
export const CLOSED_BY_DEBUGGEE = 'the debuggee closed it';

/**
 * A way to exchange whole messages with one peer. A message that arrives before the listener is set waits for it; messages
 * are delivered in the order of arrival, and the close after the last of them.
 *
 * Owned by the connection built on it, which closes it.
 */
export interface Transport<M> {
  /** Sends one message; does nothing after the close. */
  send(message: M): void;
  /** Sets the only listener for messages. It must not throw. */
  onMessage(listener: (message: M) => void): void;
  /** Adds a listener for the end, with its cause as a phrase. Called once; soon, if the end was earlier. */
  onClose(listener: (reason: string) => void): void;
  /** Ends the exchange from this side; the close listeners are called. */
  close(): void;
}
