import type { CdpSession } from '../../../cdp/cdp-session.ts';

/**
 * Has V8 pass over packages while a thread steps through the program's own code. Their breakpoints stop it all the same; exceptions that
 * they throw and catch would not.
 *
 * @see CDP Debugger.setBlackboxPatterns
 */
export class OwnCodeSteps {
  readonly #session: CdpSession;
  readonly #pattern: string;
  #arePassed = false;

  /** @param pattern Of urls of packages' scripts. */
  constructor(session: CdpSession, pattern: string) {
    this.#session = session;
    this.#pattern = pattern;
  }

  /** To be called before the thread goes on. */
  pass(arePassed: boolean): void {
    if (this.#arePassed === arePassed) return;
    this.#arePassed = arePassed;
    // Fails with the connection, which the resuming command reports.
    this.#session.send('Debugger.setBlackboxPatterns', { patterns: arePassed ? [this.#pattern] : [] }).catch(() => {});
  }
}
