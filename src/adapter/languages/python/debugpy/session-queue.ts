import type { SessionOffer } from '../../../dap/recipe/adapter-link.ts';

/** Sessions that were offered, kept until they are taken. */
export class SessionQueue {
  #waiting: SessionOffer[] = [];
  #take: ((offer: SessionOffer) => void) | undefined;

  add(offer: SessionOffer): void {
    if (this.#take === undefined) this.#waiting.push(offer);
    else this.#take(offer);
  }

  /** Sets the one listener; it gets what has been waiting, too. */
  onSession(take: (offer: SessionOffer) => void): void {
    this.#take = take;
    for (const offer of this.#waiting.splice(0)) take(offer);
  }
}
