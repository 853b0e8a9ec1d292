import type { CallOptions } from '../model/call-options.ts';

export { CLOSED_BY_DEBUGGEE } from '../wire/transport.ts';

import type { CdpEvent, CdpEventParams, CdpMethod, CdpParams, CdpResult } from './protocol.ts';

/** The arguments after the method in {@link CdpSession.send}: parameters are required only if the command requires some. */
export type CdpArguments<M extends CdpMethod> =
  undefined extends CdpParams<M>
    ? [params?: CdpParams<M>, options?: CallOptions]
    : [params: CdpParams<M>, options?: CallOptions];

/**
 * One debug target of an inspector: a process (the connection itself) or a worker thread inside it.
 *
 * Commands are executed in the order in which they are sent; events and replies are delivered in the order in which the
 * inspector sent them.
 */
export interface CdpSession {
  /**
   * Sends a command. Default limit 10 s. A command that its caller gives up while it still waits to be sent is never sent.
   *
   * @throws DebugError `protocol_error`, `request_timeout`, `cancelled`, `connection_closed`
   */
  send<M extends CdpMethod>(method: M, ...args: CdpArguments<M>): Promise<CdpResult<M>>;
  /** Subscribes to an event; returns the way to unsubscribe. */
  on<E extends CdpEvent>(event: E, listener: (params: CdpEventParams<E>) => void): () => void;
  /**
   * The number of the message that brought a reply or the parameters of an event, ascending in the order in which the inspector
   * sent them; undefined for any other object. Listeners get events at once and replies a microtask later, so only this number
   * says which came first.
   */
  arrivalOf(received: object): number | undefined;
  /** Adds a listener for the end, with its cause as a phrase; called once, soon if it was earlier. Returns the way to remove it. */
  onClose(listener: (reason: string) => void): () => void;
  readonly closed: boolean;
  /** Methods that wait for their reply, oldest first; for diagnosis. */
  pending(): string[];
}
