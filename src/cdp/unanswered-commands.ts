/**
 * The commands whose replies are still on their way, whether or not a caller waits for them.
 *
 * Kept for the end of a connection: where Node has a reply to send on a socket that its inspector has just closed, it reads
 * through a null pointer and the program ends with SIGSEGV (seen on Node 20, `TcpHolder::WriteRaw`). So a connection is
 * closed when the inspector is silent.
 */
export class UnansweredCommands {
  readonly #ids = new Set<number>();
  #onNone: (() => void) | undefined;

  /** This command is on the wire. */
  sent(id: number): void {
    this.#ids.add(id);
  }

  /** Its reply came in. */
  answered(id: number): void {
    this.#ids.delete(id);
    if (this.#ids.size === 0) this.#onNone?.();
  }

  /** No reply will come any more. */
  clear(): void {
    this.#ids.clear();
    this.#onNone?.();
  }

  /** Calls once, when no reply is on its way: at once, with the last of them, or after `timeoutMs` for those that never come. */
  whenNone(timeoutMs: number, then: () => void): void {
    if (this.#ids.size === 0) {
      then();
      return;
    }
    const timer = setTimeout(() => this.#onNone?.(), timeoutMs);
    this.#onNone = () => {
      this.#onNone = undefined;
      clearTimeout(timer);
      then();
    };
  }
}
