import { FlowWindow } from '../wire/flow-window.ts';
import type { Transport } from '../wire/transport.ts';
import type { CdpArguments, CdpSession } from './cdp-session.ts';
import { MessageExchange, type SessionOptions } from './message-exchange.ts';
import type { CdpEvent, CdpEventParams, CdpMethod, CdpResult } from './protocol.ts';

/**
 * The connection to one inspector, which is also the session of its main target. Owns its transport.
 */
export class CdpConnection implements CdpSession {
  readonly #transport: Transport<string>;
  readonly #window: FlowWindow;
  readonly #exchange: MessageExchange;

  constructor(transport: Transport<string>, options: SessionOptions = {}) {
    this.#transport = transport;
    this.#window = new FlowWindow((text) => transport.send(text));
    this.#exchange = new MessageExchange(
      {
        post: (id, text) => this.#window.send(id, text),
        onAnswered: (id) => this.#window.answered(id),
        onAbandoned: (id) => this.#window.withdraw(id),
      },
      options,
    );
    transport.onMessage((text) => this.#exchange.receive(text));
    transport.onClose((reason) => this.#ended(reason));
  }

  get closed(): boolean {
    return this.#exchange.closed;
  }

  pending(): string[] {
    return this.#exchange.pending();
  }

  send<M extends CdpMethod>(method: M, ...args: CdpArguments<M>): Promise<CdpResult<M>> {
    return this.#exchange.send(method, ...args);
  }

  on<E extends CdpEvent>(event: E, listener: (params: CdpEventParams<E>) => void): () => void {
    return this.#exchange.on(event, listener);
  }

  onClose(listener: (reason: string) => void): () => void {
    return this.#exchange.onClose(listener);
  }

  /** Leaves the inspector; it resumes a paused debuggee. What is pending fails with `connection_closed`. */
  close(): void {
    this.#transport.close();
    this.#ended('closed by this side');
  }

  #ended(reason: string): void {
    this.#window.close();
    this.#exchange.close(reason);
  }
}
