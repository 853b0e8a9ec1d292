type InboxState = { readonly kind: 'open' } | { readonly kind: 'closed'; readonly reason: string };

/**
 * The receiving half that every transport shares: keeps messages until a listener is set, keeps their order, and reports
 * the end last.
 */
export class Inbox<M> {
  #state: InboxState = { kind: 'open' };
  #listener: ((message: M) => void) | undefined;
  #backlog: M[] = [];
  #live = false;
  #closeListeners: ((reason: string) => void)[] = [];

  get closed(): boolean {
    return this.#state.kind === 'closed';
  }

  deliver(message: M): void {
    if (this.closed) return;
    if (this.#live) this.#listener?.(message);
    else this.#backlog.push(message);
  }

  /** Marks the end. Later messages and later ends are dropped. */
  close(reason: string): void {
    if (this.closed) return;
    this.#state = { kind: 'closed', reason };
    if (this.#live || this.#backlog.length === 0) this.#tellClose(reason);
  }

  /** See {@link import('./transport.ts').Transport.onMessage}. */
  onMessage(listener: (message: M) => void): void {
    this.#listener = listener;
    // Not at once: the caller that sets the listener is still subscribing to what the messages lead to.
    if (!this.#live) setImmediate(() => this.#drain());
  }

  /** See {@link import('./transport.ts').Transport.onClose}. */
  onClose(listener: (reason: string) => void): void {
    this.#closeListeners.push(listener);
    if (this.#state.kind === 'closed' && (this.#live || this.#backlog.length === 0)) {
      const { reason } = this.#state;
      setImmediate(() => this.#tellClose(reason));
    }
  }

  #drain(): void {
    if (this.#live) return;
    for (let next = this.#backlog.shift(); next !== undefined; next = this.#backlog.shift()) this.#listener?.(next);
    this.#live = true;
    if (this.#state.kind === 'closed') this.#tellClose(this.#state.reason);
  }

  #tellClose(reason: string): void {
    for (const listener of this.#closeListeners.splice(0)) listener(reason);
  }
}
