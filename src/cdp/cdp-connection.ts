import { FlowWindow } from '../wire/flow-window.ts';
import type { Transport } from '../wire/transport.ts';
import type { CdpArguments, CdpSession } from './cdp-session.ts';
import { MessageExchange, type SessionOptions } from './message-exchange.ts';
import type { CdpEvent, CdpEventParams, CdpMethod, CdpResult } from './protocol.ts';
import { UnansweredCommands } from './unanswered-commands.ts';

/** Limit of the wait for replies at a close: the reply of a command that awaits a promise or runs a loop may never come. */
const LAST_REPLIES_MS = 250;

/**
 * The connection to one inspector, which is also the session of its main target. Owns its transport.
 */
export class CdpConnection implements CdpSession {
  readonly #transport: Transport<string>;
  readonly #window: FlowWindow;
  readonly #exchange: MessageExchange;
  readonly #unanswered = new UnansweredCommands();

  constructor(transport: Transport<string>, options: SessionOptions = {}) {
    this.#transport = transport;
    this.#window = new FlowWindow((text, id) => {
      this.#unanswered.sent(id);
      transport.send(text);
    });
    this.#exchange = new MessageExchange(
      {
        post: (id, text) => this.#window.send(id, text),
        onAnswered: (id) => {
          this.#window.answered(id);
          this.#unanswered.answered(id);
        },
        onAbandoned: (id) => this.#window.withdraw(id),
      },
      options,
    );
    transport.onMessage((text) => this.#exchange.receive(text));
    transport.onClose((reason) => {
      this.#ended(reason);
      this.#unanswered.clear();
    });
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

  arrivalOf(received: object): number | undefined {
    return this.#exchange.arrivalOf(received);
  }

  onClose(listener: (reason: string) => void): () => void {
    return this.#exchange.onClose(listener);
  }

  /**
   * Leaves the inspector; it resumes a paused debuggee. What is pending fails with `connection_closed`, at once; the socket
   * is closed when the replies are in, because a close between them can end the program: {@link UnansweredCommands}.
   */
  close(): void {
    if (this.closed) return;
    this.#ended('closed by this side');
    this.#unanswered.whenNone(LAST_REPLIES_MS, () => this.#transport.close());
  }

  #ended(reason: string): void {
    this.#window.close();
    this.#exchange.close(reason);
  }
}
