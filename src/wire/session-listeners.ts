/** Called with what a listener threw; the others were called nevertheless. */
export type OnListenerError = (error: unknown, event: string) => void;

type Listener = (params: never) => void;

/**
 * The listeners to the events of one session, and to its end. A listener that throws does not harm the others: the error goes to
 * `onListenerError` or, if that is left out, becomes an uncaught exception outside the loop that reads messages.
 */
export class SessionListeners {
  readonly #onListenerError: OnListenerError;
  readonly #byEvent = new Map<string, Set<Listener>>();
  readonly #ofClose = new Set<(reason: string) => void>();
  #closedBecause: string | undefined;

  constructor(onListenerError: OnListenerError = throwLater) {
    this.#onListenerError = onListenerError;
  }

  /** The reason why the session has ended; undefined while it is open. */
  get closedBecause(): string | undefined {
    return this.#closedBecause;
  }

  /** True if anybody hears an event. */
  has(event: string): boolean {
    return this.#byEvent.has(event);
  }

  /** Subscribes; returns the way to unsubscribe. */
  on<P>(event: string, listener: (params: P) => void): () => void {
    const listeners = this.#byEvent.get(event) ?? new Set();
    this.#byEvent.set(event, listeners);
    // Wrapped, so that the same function can be subscribed twice and unsubscribed once.
    const own: Listener = (params) => listener(params);
    listeners.add(own);
    return () => {
      listeners.delete(own);
      if (listeners.size === 0 && this.#byEvent.get(event) === listeners) this.#byEvent.delete(event);
    };
  }

  /** Calls the listeners of an event. Never throws. */
  emit(event: string, params: unknown): void {
    for (const listener of [...(this.#byEvent.get(event) ?? [])]) {
      try {
        // The protocol's map of events is what ties the name to the type of its parameters.
        listener(params as never);
      } catch (error) {
        this.#onListenerError(error, event);
      }
    }
  }

  /** Adds a listener for the end; called once, soon if it was earlier. Returns the way to remove it. */
  onClose(listener: (reason: string) => void): () => void {
    const own = (reason: string) => listener(reason);
    this.#ofClose.add(own);
    const reason = this.#closedBecause;
    if (reason !== undefined) queueMicrotask(() => this.#tellClose(own, reason));
    return () => this.#ofClose.delete(own);
  }

  /** The end: drops the listeners of events and calls those of the end. To be called once. */
  close(reason: string): void {
    this.#closedBecause = reason;
    this.#byEvent.clear();
    for (const listener of [...this.#ofClose]) this.#tellClose(listener, reason);
  }

  /** A malformed message. */
  fail(error: Error): void {
    this.#onListenerError(error, 'message');
  }

  #tellClose(listener: (reason: string) => void, reason: string): void {
    if (!this.#ofClose.delete(listener)) return;
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
