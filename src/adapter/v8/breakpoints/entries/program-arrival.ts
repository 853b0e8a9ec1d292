import type { CdpSession } from '../../../../cdp/cdp-session.ts';
import type { CdpBreakpointId } from '../../../../cdp/ids.ts';
import type { CallOptions } from '../../../../model/call-options.ts';
import type { ScriptNaming } from '../../scripts/script-table.ts';
import { Trap } from './trap.ts';

/** `suspended`: not for the time of a step. */
type Watch = { readonly kind: 'free' | 'suspended' } | { readonly kind: 'watched'; readonly traps: readonly Trap[] };

/** So many lines of functions may stand above the first statement of a script. */
const LINES = 20;

/**
 * True if code of the program has been loaded in a thread, and a stop where the first of it begins. What is to be in place from then on
 * is sent at that stop: a script that has been reported runs meanwhile.
 *
 * A stop asked for at a place inside of a function is one in that function, so that several lines are watched.
 */
export class ProgramArrival {
  readonly #session: CdpSession;
  readonly #naming: ScriptNaming;
  #watch: Watch = { kind: 'free' };
  #hasCome = false;
  readonly #listeners: (() => void)[] = [];

  constructor(session: CdpSession, naming: ScriptNaming) {
    this.#session = session;
    this.#naming = naming;
    const pattern = new RegExp(naming.programUrls);
    const unsubscribe = session.on('Debugger.scriptParsed', ({ url }) => {
      if (!pattern.test(url)) return;
      unsubscribe();
      this.#hasCome = true;
      for (const listener of this.#listeners) listener();
      void this.#end('free');
    });
  }

  /** Adds a listener, which is called before the first of the program's code goes on. */
  onCome(listener: () => void): void {
    this.#listeners.push(listener);
  }

  get hasCome(): boolean {
    return this.#hasCome;
  }

  /** Begins, where it has not begun. */
  async watch(options?: CallOptions): Promise<void> {
    if (this.#hasCome || this.#watch.kind === 'watched') return;
    const places = Array.from({ length: LINES }, (_, lineNumber) => ({ lineNumber, columnNumber: 0 }));
    const traps = places.map((place) => new Trap(this.#session, this.#naming.programUrls, place, options));
    this.#watch = { kind: 'watched', traps };
    await Promise.all(traps.map(({ set }) => set));
  }

  /** V8 forgets a step that a trap interrupts. @returns when it may begin; undefined: at once */
  suspend(): Promise<unknown> | undefined {
    return this.#watch.kind === 'watched' ? this.#end('suspended') : undefined;
  }

  restore(): void {
    // Fails only with the connection, which the command that follows reports.
    if (this.#watch.kind === 'suspended') this.watch().catch(() => {});
  }

  isOne(cdpId: CdpBreakpointId): boolean {
    return this.#watch.kind === 'watched' && this.#watch.traps.some((trap) => trap.isAmong([cdpId]));
  }

  #end(kind: 'free' | 'suspended'): Promise<unknown> | undefined {
    const traps = this.#watch.kind === 'watched' ? this.#watch.traps : [];
    this.#watch = { kind };
    const open = traps.map((trap) => trap.remove()).filter((each) => each !== undefined);
    return open.length > 0 ? Promise.all(open) : undefined;
  }
}
