import type { CallOptions } from '../model/call-options.ts';
import { DebugError } from '../model/debug-error.ts';
import { connectionClosed, PendingRequests } from '../wire/pending-requests.ts';
import type { CdpArguments, CdpSession } from './cdp-session.ts';
import type { CdpEvent, CdpEventParams, CdpMethod, CdpResult } from './protocol.ts';

const DEFAULT_TIMEOUT_MS = 10_000;
/** How the inspector begins the text of an event. */
const EVENT_START = '{"method":"';

/** Where a session's messages go, and what is to be told about them. */
interface MessageRoute {
  /** Sends the text of a command; ids ascend. */
  readonly post: (id: number, text: string) => void;
  /** A reply to this command came in. */
  readonly onAnswered?: (id: number) => void;
  /** Nobody waits for this command any more. */
  readonly onAbandoned?: (id: number) => void;
}

/** What the owner of a session may want to know of it. */
export interface SessionOptions {
  /**
   * A listener of `event` threw; the others were called nevertheless. Left out, the error becomes an uncaught exception,
   * outside the loop that reads messages.
   */
  readonly onListenerError?: ((error: unknown, event: string) => void) | undefined;
}

/** A message of the inspector: the reply to a command (with `id`) or an event (with `method`). */
interface IncomingMessage {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  readonly method?: string;
  readonly params?: unknown;
}

type Listener = (params: never) => void;

/**
 * The part that all sessions share: numbers commands, matches replies, hands events to their listeners. What carries the
 * text is the route's business.
 */
export class MessageExchange implements CdpSession {
  readonly #route: MessageRoute;
  readonly #onListenerError: (error: unknown, event: string) => void;
  readonly #pending: PendingRequests;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #closeListeners = new Set<(reason: string) => void>();
  #closedBecause: string | undefined;

  constructor(route: MessageRoute, options: SessionOptions) {
    this.#route = route;
    this.#onListenerError = options.onListenerError ?? throwLater;
    this.#pending = new PendingRequests({
      defaultTimeoutMs: DEFAULT_TIMEOUT_MS,
      onAbandoned: (id) => route.onAbandoned?.(id),
    });
  }

  get closed(): boolean {
    return this.#closedBecause !== undefined;
  }

  pending(): string[] {
    return this.#pending.labels();
  }

  async send<M extends CdpMethod>(method: M, ...args: CdpArguments<M>): Promise<CdpResult<M>> {
    const [params, options]: readonly [unknown?, CallOptions?] = args;
    if (this.#closedBecause !== undefined) throw connectionClosed(method, this.#closedBecause);
    const { id, reply } = this.#pending.open(method, options);
    this.#route.post(id, JSON.stringify({ id, method, params }));
    // The inspector is trusted to answer what its protocol says.
    return (await reply) as CdpResult<M>;
  }

  on<E extends CdpEvent>(event: E, listener: (params: CdpEventParams<E>) => void): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners);
    // Wrapped, so that the same function can be subscribed twice and unsubscribed once.
    const own: Listener = (params) => listener(params);
    listeners.add(own);
    return () => {
      listeners.delete(own);
      if (listeners.size === 0 && this.#listeners.get(event) === listeners) this.#listeners.delete(event);
    };
  }

  onClose(listener: (reason: string) => void): () => void {
    const own = (reason: string) => listener(reason);
    this.#closeListeners.add(own);
    const reason = this.#closedBecause;
    if (reason !== undefined) queueMicrotask(() => this.#tellClose(own, reason));
    return () => this.#closeListeners.delete(own);
  }

  /** Takes the text of one message. Never throws. */
  receive(text: string): void {
    if (this.closed || this.#isUnheardEvent(text)) return;
    const message = decode(text);
    if (message === undefined) this.#onListenerError(new Error(`not JSON: ${text.slice(0, 200)}`), 'message');
    else if (typeof message.id === 'number') this.#settle(message.id, message);
    else if (message.method !== undefined) this.#emit(message.method, message.params ?? {});
  }

  /** The end: fails what is pending, then tells the close listeners. */
  close(reason: string): void {
    if (this.closed) return;
    this.#closedBecause = reason;
    this.#pending.rejectAll(reason);
    this.#listeners.clear();
    for (const listener of [...this.#closeListeners]) this.#tellClose(listener, reason);
  }

  /** Enabling the Debugger domain brings hundreds of events; parsing those that nobody hears would be for nothing. */
  #isUnheardEvent(text: string): boolean {
    if (!text.startsWith(EVENT_START)) return false;
    const method = text.slice(EVENT_START.length, text.indexOf('"', EVENT_START.length));
    return !this.#listeners.has(method);
  }

  #settle(id: number, message: IncomingMessage): void {
    const { error } = message;
    if (error === undefined) this.#pending.resolve(id, message.result);
    else this.#pending.reject(id, (method) => protocolError(method, error));
    this.#route.onAnswered?.(id);
  }

  #emit(event: string, params: unknown): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) {
      try {
        // The map of events is what ties the name to the type of its parameters.
        listener(params as never);
      } catch (error) {
        this.#onListenerError(error, event);
      }
    }
  }

  #tellClose(listener: (reason: string) => void, reason: string): void {
    if (!this.#closeListeners.delete(listener)) return;
    try {
      listener(reason);
    } catch (error) {
      this.#onListenerError(error, 'close');
    }
  }
}

function throwLater(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
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
