import { DebugError, messageOf } from '../model/debug-error.ts';
import type { CdpArguments, CdpSession } from './cdp-session.ts';
import { MessageExchange, type SessionOptions } from './message-exchange.ts';
import type { CdpEvent, CdpEventParams, CdpMethod, CdpResult } from './protocol.ts';

/** Long enough to outlive every command that a caller still waits for; only the worker's own reply counts. */
const DELIVERY_TIMEOUT_MS = 600_000;

/**
 * The session of a worker thread: its messages travel inside those of the process's session. Make one at once when
 * `NodeWorker.attachedToWorker` names its id, or its first events are lost. Ends with the worker or with its process.
 */
export class NodeWorkerSession implements CdpSession {
  readonly #exchange: MessageExchange;
  readonly #unsubscribe: readonly (() => void)[];

  constructor(process: CdpSession, sessionId: string, options: SessionOptions = {}) {
    this.#exchange = new MessageExchange(
      {
        post: (_id, message) => {
          process
            .send(
              'NodeWorker.sendMessageToWorker',
              { sessionId, message: asciiOf(message) },
              { timeoutMs: DELIVERY_TIMEOUT_MS },
            )
            .catch((error: unknown) => this.#undeliverable(error));
        },
      },
      options,
    );
    this.#unsubscribe = [
      process.on('NodeWorker.receivedMessageFromWorker', (event) => {
        if (event.sessionId === sessionId) this.#exchange.receive(event.message);
      }),
      process.on('NodeWorker.detachedFromWorker', (event) => {
        if (event.sessionId === sessionId) this.#ended('the worker has ended');
      }),
      process.onClose((reason) => this.#ended(reason)),
    ];
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

  /** The process knows no such worker any more: it ended, and its end was not reported. */
  #undeliverable(error: unknown): void {
    if (error instanceof DebugError && error.code === 'request_timeout') return;
    this.#ended(messageOf(error));
  }

  #ended(reason: string): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#exchange.close(reason);
  }
}

/** The same JSON in ASCII: a worker of Node 20 drops a message with any other character, without a word. */
function asciiOf(json: string): string {
  return json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
