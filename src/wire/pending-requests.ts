import { setMaxListeners } from 'node:events';
import { type CallOptions, MAX_TIMER_MS } from '../model/call-options.ts';
import { DebugError } from '../model/debug-error.ts';

interface PendingRequest {
  readonly label: string;
  readonly timer: NodeJS.Timeout;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: DebugError) => void;
}

interface SignalWatch {
  readonly ids: Set<number>;
  readonly onAbort: () => void;
}

interface PendingRequestsOptions {
  /** For calls that name no limit of their own. */
  readonly defaultTimeoutMs: number;
  /** Called when a request ends without its reply (time limit, abort), so that it can be taken out of a send queue. */
  readonly onAbandoned?: (id: number) => void;
}

/**
 * The requests of one connection that wait for their reply. Each ends in exactly one way: its reply, its time limit
 * (`request_timeout`), its abort signal (`cancelled`) or the end of the connection (`connection_closed`). A reply that comes
 * after that is dropped.
 */
export class PendingRequests {
  readonly #options: PendingRequestsOptions;
  readonly #pending = new Map<number, PendingRequest>();
  readonly #signals = new Map<AbortSignal, SignalWatch>();
  #lastId = 0;

  constructor(options: PendingRequestsOptions) {
    this.#options = options;
  }

  /** Labels of the unanswered requests, oldest first. */
  labels(): string[] {
    return [...this.#pending.values()].map((request) => request.label);
  }

  /**
   * Makes a request and waits for its reply.
   *
   * @param post Sends it, at once, under its number; numbers count up from 1 and are never used twice. Not called when the
   *   signal is aborted already.
   * @throws DebugError `cancelled`, `request_timeout`, `connection_closed`, or what it was rejected with
   */
  async request(label: string, options: CallOptions, post: (id: number) => void): Promise<unknown> {
    const { signal } = options;
    if (signal?.aborted) throw cancelled(label, signal);
    const timeoutMs = Math.min(options.timeoutMs ?? this.#options.defaultTimeoutMs, MAX_TIMER_MS);
    const id = ++this.#lastId;
    const reply = new Promise<unknown>((resolve, reject) => {
      const timer = setTimeout(() => this.#abandon(id, timedOut(label, timeoutMs)), timeoutMs);
      this.#pending.set(id, { label, timer, signal, resolve, reject });
    });
    if (signal !== undefined) this.#watch(signal, id);
    post(id);
    try {
      return await reply;
    } catch (error) {
      // Its stack is that of a timer or a socket. From here V8 finds those who wait for the reply; looking for them before
      // each request would cost a step a twentieth of its time.
      if (error instanceof Error) Error.captureStackTrace(error, this.request);
      throw error;
    }
  }

  /** Answers a request; false when no caller waits for that id (any more). */
  resolve(id: number, value: unknown): boolean {
    const request = this.#take(id);
    request?.resolve(value);
    return request !== undefined;
  }

  /** Fails a request with an error made from its label; false when no caller waits for that id (any more). */
  reject(id: number, makeError: (label: string) => DebugError): boolean {
    const request = this.#take(id);
    if (request !== undefined) request.reject(makeError(request.label));
    return request !== undefined;
  }

  /** Fails everything with `connection_closed`; for the end of the connection. */
  rejectAll(reason: string): void {
    for (const id of [...this.#pending.keys()]) this.reject(id, (label) => connectionClosed(label, reason));
  }

  #abandon(id: number, error: DebugError): void {
    if (this.reject(id, () => error)) this.#options.onAbandoned?.(id);
  }

  #take(id: number): PendingRequest | undefined {
    const request = this.#pending.get(id);
    if (request === undefined) return undefined;
    this.#pending.delete(id);
    clearTimeout(request.timer);
    if (request.signal !== undefined) this.#unwatch(request.signal, id);
    return request;
  }

  // One listener per signal, not per request: adding a listener takes time proportional to those already there.
  #watch(signal: AbortSignal, id: number): void {
    const known = this.#signals.get(signal);
    if (known !== undefined) {
      known.ids.add(id);
      return;
    }
    const ids = new Set([id]);
    const onAbort = () => {
      for (const each of [...ids]) {
        const request = this.#pending.get(each);
        if (request !== undefined) this.#abandon(each, cancelled(request.label, signal));
      }
    };
    this.#signals.set(signal, { ids, onAbort });
    // A call listens once for each connection, of which a program has as many as workers: that is no leak.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', onAbort, { once: true });
  }

  #unwatch(signal: AbortSignal, id: number): void {
    const watch = this.#signals.get(signal);
    if (watch === undefined) return;
    watch.ids.delete(id);
    if (watch.ids.size > 0) return;
    signal.removeEventListener('abort', watch.onAbort);
    this.#signals.delete(signal);
  }
}

/** The error for a request that the end of its connection left, or leaves, without a reply. */
export function connectionClosed(label: string, reason: string): DebugError {
  return new DebugError(
    'connection_closed',
    `${label} got no reply: the connection to the debuggee is closed (${reason}).`,
    {
      advice: 'The debuggee has ended or was disconnected; start a new session.',
      details: { method: label, reason },
    },
  );
}

function timedOut(label: string, timeoutMs: number): DebugError {
  return new DebugError('request_timeout', `${label} got no reply within ${timeoutMs} ms.`, {
    advice:
      'The debuggee may be busy in native code, or not running at all; pause it or ask again with a longer limit.',
    details: { method: label, timeoutMs },
  });
}

function cancelled(label: string, signal: AbortSignal): DebugError {
  return new DebugError('cancelled', `${label} was cancelled by its caller.`, {
    details: { method: label },
    cause: signal.reason,
  });
}
