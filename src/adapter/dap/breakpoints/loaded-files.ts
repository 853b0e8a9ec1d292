import type { DapConnection } from '../../../dap/dap-connection.ts';
import type { SessionOffer } from '../recipe/adapter-link.ts';
import type { BreakpointQuirks } from '../recipe/adapter-quirks.ts';

/**
 * The files with breakpoints that a debuggee has loaded, for adapters that call a breakpoint verified when they have only read
 * its file. If the debuggee cannot say, every file counts as loaded: the adapter is believed then.
 */
export class LoadedFiles {
  readonly #connection: DapConnection;
  readonly #first: SessionOffer['arguments'];
  readonly #quirk: BreakpointQuirks['loading'];
  readonly #loaded = new Set<string>();
  #canReport = true;

  /** @param first The arguments that the session begins with. */
  constructor(connection: DapConnection, first: SessionOffer['arguments'], quirk: BreakpointQuirks['loading']) {
    this.#connection = connection;
    this.#first = first;
    this.#quirk = quirk;
  }

  has(path: string): boolean {
    return this.#quirk === undefined || !this.#canReport || this.#loaded.has(path);
  }

  /** Has the debuggee report when it loads a file, and learns whether it has. */
  async watch(path: string): Promise<void> {
    if (this.has(path) || this.#quirk === undefined) return;
    try {
      const request = { expression: this.#quirk.watch(path, this.#first), context: 'variables' };
      const { result } = await this.#connection.request('evaluate', request);
      if (this.#quirk.isLoaded(result)) this.#loaded.add(path);
    } catch {
      this.#canReport = false;
    }
  }

  /** The debuggee has loaded it. */
  add(path: string): void {
    this.#loaded.add(path);
  }
}
