/** Events with a bound: beyond it, the first half and the last are kept. */
export class EventList<T extends object> {
  readonly #half: number;
  readonly #first: T[] = [];
  readonly #last: T[] = [];
  #total = 0;

  constructor(limit: number) {
    this.#half = limit > 1 ? limit >> 1 : 1;
  }

  add(event: T): void {
    const half = this.#half;
    if (this.#total < half) this.#first[this.#total] = event;
    else this.#last[(this.#total - half) % half] = event;
    this.#total++;
  }

  get length(): number {
    return this.#total;
  }

  /** In order, with what stands for those that were not kept. */
  list(dropped: (events: number) => T): T[] {
    const half = this.#half;
    const events: T[] = [];
    for (let at = 0; at < this.#first.length; at++) append(events, this.#first[at]);
    const kept = this.#last.length;
    const gone = this.#total - this.#first.length - kept;
    if (gone > 0) events[events.length] = dropped(gone);
    const start = this.#total > half ? (this.#total - half) % half : 0;
    for (let at = 0; at < kept; at++) append(events, this.#last[(start + at) % kept]);
    return events;
  }
}

function append<T>(list: T[], item: T | undefined): void {
  if (item !== undefined) list[list.length] = item;
}
