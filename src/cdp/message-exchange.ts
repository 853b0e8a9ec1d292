import type { CallOptions } from '../model/call-options.ts';
import { DebugError } from '../model/debug-error.ts';
import { connectionClosed, PendingRequests } from '../wire/pending-requests.ts';
import { type OnListenerError, SessionListeners } from '../wire/session-listeners.ts';
import type { CdpArguments, CdpSession } from './cdp-session.ts';
import type { CdpEvent, CdpEventParams, CdpMethod, CdpResult } from './protocol.ts';

const DEFAULT_TIMEOUT_MS = 10_000;
/** The first characters of an event's text, as the inspector writes it. */
const EVENT_START = '{"method":"';

/** Sends a session's messages and records them. */
interface MessageRoute {
  /** Sends the text of a command; ids ascend. */
  readonly post: (id: number, text: string) => void;
  /** A reply to this command came in, perhaps after the close. */
  readonly onAnswered?: (id: number) => void;
  /** No caller waits for this command any more. */
  readonly onAbandoned?: (id: number) => void;
}

/** Callbacks for the owner of a session. */
export interface SessionOptions {
  /**
   * A listener of `event` threw; the others were called nevertheless. Left out, the error becomes an uncaught exception,
   * outside the loop that reads messages.
   */
  readonly onListenerError?: OnListenerError | undefined;
}

/** A message of the inspector: the reply to a command (with `id`) or an event (with `method`). */
interface IncomingMessage {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  readonly method?: string;
  readonly params?: unknown;
}

/**
 * The part that all sessions share: numbers commands, matches replies, hands events to their listeners. What carries the
 * text is the route's business.
 */
export class MessageExchange implements CdpSession {
  readonly #route: MessageRoute;
  readonly #pending: PendingRequests;
  readonly #listeners: SessionListeners;
  /** Numbers of messages, by what they brought. */
  readonly #arrivals = new WeakMap<object, number>();
  #received = 0;

  constructor(route: MessageRoute, options: SessionOptions) {
    this.#route = route;
    this.#listeners = new SessionListeners(options.onListenerError);
    this.#pending = new PendingRequests({
      defaultTimeoutMs: DEFAULT_TIMEOUT_MS,
      onAbandoned: (id) => route.onAbandoned?.(id),
    });
  }

  get closed(): boolean {
    return this.#listeners.closedBecause !== undefined;
  }

  pending(): string[] {
    return this.#pending.labels();
  }

  async send<M extends CdpMethod>(method: M, ...args: CdpArguments<M>): Promise<CdpResult<M>> {
    const [params, options]: readonly [unknown?, CallOptions?] = args;
    const { closedBecause } = this.#listeners;
    if (closedBecause !== undefined) throw connectionClosed(method, closedBecause);
    const post = (id: number) => this.#route.post(id, JSON.stringify({ id, method, params }));
    // The inspector is trusted to answer what its protocol says.
    return (await this.#pending.request(method, options ?? {}, post)) as CdpResult<M>;
  }

  on<E extends CdpEvent>(event: E, listener: (params: CdpEventParams<E>) => void): () => void {
    return this.#listeners.on(event, listener);
  }

  onClose(listener: (reason: string) => void): () => void {
    return this.#listeners.onClose(listener);
  }

  arrivalOf(received: object): number | undefined {
    return this.#arrivals.get(received);
  }

  /** Takes the text of one message. Never throws. */
  receive(text: string): void {
    if (this.#isUnheardEvent(text)) return;
    const message = decode(text);
    if (this.closed) {
      // No caller waits any more, but the transport may want to know that the reply came.
      if (typeof message?.id === 'number') this.#route.onAnswered?.(message.id);
      return;
    }
    if (message === undefined) {
      this.#listeners.fail(new Error(`not JSON: ${text.slice(0, 200)}`));
      return;
    }
    this.#received += 1;
    const brought = message.result ?? message.params;
    if (typeof brought === 'object' && brought !== null) this.#arrivals.set(brought, this.#received);
    if (typeof message.id === 'number') this.#settle(message.id, message);
    else if (message.method !== undefined) this.#listeners.emit(message.method, message.params ?? {});
  }

  /** The end: fails what is pending, then calls the close listeners. */
  close(reason: string): void {
    if (this.closed) return;
    this.#pending.rejectAll(reason);
    this.#listeners.close(reason);
  }

  /** Enabling the Debugger domain brings hundreds of events; parsing those without a listener would be for nothing. */
  #isUnheardEvent(text: string): boolean {
    if (!text.startsWith(EVENT_START)) return false;
    if (this.closed) return true;
    const method = text.slice(EVENT_START.length, text.indexOf('"', EVENT_START.length));
    return !this.#listeners.has(method);
  }

  #settle(id: number, message: IncomingMessage): void {
    const { error } = message;
    if (error === undefined) this.#pending.resolve(id, message.result);
    else this.#pending.reject(id, (method) => protocolError(method, error));
    this.#route.onAnswered?.(id);
  }
}

function decode(text: string): IncomingMessage | undefined {
  try {
    return JSON.parse(text) as IncomingMessage;
  } catch {
    return undefined;
  }
}

function protocolError(
  method: string,
  error: { readonly code: number; readonly message: string; readonly data?: unknown },
) {
  const more = typeof error.data === 'string' ? ` ${error.data}` : '';
  return new DebugError('protocol_error', `${method} was refused by the inspector: ${error.message}${more}`, {
    details: { method, protocolCode: error.code },
  });
}
