/** The sending half that transports over sockets share: the messages of one turn of the event loop leave together. */
export class Outbox {
  /** Messages that wait for the end of the turn, or for a write that holds them up; `flush` takes them out. */
  messages: string[] = [];
  readonly #flush: () => void;
  #isScheduled = false;

  /** @param flush Writes what there is to write. */
  constructor(flush: () => void) {
    this.#flush = flush;
  }

  add(message: string): void {
    this.messages.push(message);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // Runs when the promise reactions of this turn have run, so that what they send shares the write.
    process.nextTick(() => {
      this.#isScheduled = false;
      this.#flush();
    });
  }
}
