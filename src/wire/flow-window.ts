import { LARGE_MESSAGE_BYTES, MAX_HEADER_BYTES, SAFE_IN_FLIGHT_BYTES } from './inspector-limits.ts';

/**
 * After this long without any reply, what is on its way counts as read. The inspector reads on a thread of its own, so a
 * command that never answers (an evaluation that waits for a promise) must not hold the others back for good. Two full
 * windows still fit into one read of the inspector, so even a wrong guess does no harm by itself.
 */
const ASSUME_READ_AFTER_MS = 100;

interface QueuedMessage {
  readonly text: string;
  readonly bytes: number;
}

/**
 * Bounds the bytes of commands that an inspector may not have read yet; the rest waits here, in order. A message larger
 * than the window goes alone. Why: {@link SAFE_IN_FLIGHT_BYTES}.
 *
 * Ids must be handed in ascending order: a reply to one command then proves that all earlier ones were read, too.
 */
export class FlowWindow {
  readonly #write: (text: string, id: number) => void;
  readonly #queue = new Map<number, QueuedMessage>();
  /** Bytes by id, in the order of sending. */
  readonly #inFlight = new Map<number, number>();
  #inFlightBytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(write: (text: string, id: number) => void) {
    this.#write = write;
  }

  /** Sends a message now or, when the window is full, later. */
  send(id: number, text: string): void {
    const bytes = Buffer.byteLength(text) + MAX_HEADER_BYTES;
    if (this.#queue.size === 0 && this.#fits(bytes)) {
      this.#put(id, text, bytes);
      return;
    }
    this.#queue.set(id, { text, bytes });
    this.#armTimer();
  }

  /** A reply to this command came in. */
  answered(id: number): void {
    for (const [sentId, bytes] of this.#inFlight) {
      if (sentId > id) break;
      this.#inFlight.delete(sentId);
      this.#inFlightBytes -= bytes;
    }
    this.#pump();
  }

  /** No caller waits for this command any more: if it is still here, it will not be sent. */
  withdraw(id: number): void {
    if (this.#queue.delete(id)) this.#pump();
  }

  /** Drops what was not sent. */
  close(): void {
    this.#queue.clear();
    this.#disarmTimer();
  }

  #fits(bytes: number): boolean {
    if (bytes - MAX_HEADER_BYTES > LARGE_MESSAGE_BYTES) return this.#inFlightBytes === 0;
    return this.#inFlightBytes + bytes <= SAFE_IN_FLIGHT_BYTES;
  }

  #put(id: number, text: string, bytes: number): void {
    // A large message fills the window even where its own bytes would not: it goes alone.
    const counted = bytes - MAX_HEADER_BYTES > LARGE_MESSAGE_BYTES ? Math.max(bytes, SAFE_IN_FLIGHT_BYTES) : bytes;
    this.#inFlight.set(id, counted);
    this.#inFlightBytes += counted;
    this.#write(text, id);
  }

  #pump(): void {
    if (this.#queue.size === 0) {
      this.#disarmTimer();
      return;
    }
    let moved = false;
    for (const [id, { text, bytes }] of this.#queue) {
      if (!this.#fits(bytes)) break;
      this.#queue.delete(id);
      this.#put(id, text, bytes);
      moved = true;
    }
    if (moved) this.#disarmTimer();
    if (this.#queue.size > 0) this.#armTimer();
  }

  #armTimer(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#inFlight.clear();
      this.#inFlightBytes = 0;
      this.#pump();
    }, ASSUME_READ_AFTER_MS);
  }

  #disarmTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
