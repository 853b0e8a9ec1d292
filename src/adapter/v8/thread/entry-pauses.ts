import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { EntryPurpose } from '../breakpoints/entries/entry-breakpoints.ts';
import { isBreakOnStart } from '../pauses/pause-verdict.ts';
import type { PausingThread } from './pausing-thread.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/** What must be done where a script begins, before it is decided about the pause: breakpoints are set there, and edited in. */
export class EntryPauses {
  readonly #thread: PausingThread;
  readonly #decide: (params: Paused, purposes: ReadonlySet<EntryPurpose>) => void;

  /** @param decide Is told why the script was to stop where it begins; of any other place, nothing. */
  constructor(thread: PausingThread, decide: (params: Paused, purposes: ReadonlySet<EntryPurpose>) => void) {
    this.#thread = thread;
    this.#decide = decide;
  }

  /** To be called for each pause that breakpoints may have caused. */
  prepare(params: Paused): void {
    const { state, entries, scripts } = this.#thread;
    const at = params.callFrames[0]?.location;
    const isOutput = entries.outputs.take(params.hitBreakpoints, scripts.get(at?.scriptId ?? ''));
    const isReload = entries.reloads.take(params.hitBreakpoints, at);
    const purposes = entries.take(params.hitBreakpoints);
    if (isOutput || isReload || purposes.has('bind'))
      void state.edit(this.#bind(params), (now) => this.#edit(now, purposes));
    else this.#edit(params, purposes);
  }

  /** Before the first line of a script that is compiled as it is loaded. */
  async #bind(params: Paused): Promise<Paused> {
    const { breakpoints, scripts } = this.#thread;
    const top = params.callFrames[0];
    if (!top) return params;
    const ids = await breakpoints.bindIn(scripts.get(top.location.scriptId), params).catch(() => []);
    return { ...params, hitBreakpoints: [...(params.hitBreakpoints ?? []), ...breakpoints.bound.cdpIdsOf(ids)] };
  }

  #edit(params: Paused, purposes: ReadonlySet<EntryPurpose>): void {
    const { state, breakpoints, scripts, isWorker } = this.#thread;
    const script = scripts.get(params.callFrames[0]?.location.scriptId ?? '');
    if (!purposes.has('edit')) {
      this.#decide(params, purposes);
      return;
    }
    // The replies that say where breakpoints stand may have come in the same read, and are heard some microtasks later.
    const edited = new Promise((resolve) => setImmediate(resolve))
      .then(() => breakpoints.prepareWorldOf(script))
      .then(() => breakpoints.edits.makeAtPause(params, false))
      // Only without the connection, whose end is reported by itself.
      .catch(() => params);
    // The pause after an edit is another one, which knows nothing of the first one's reason.
    const isEntry = isBreakOnStart(params) && !isWorker;
    const entry = isEntry ? new Set([...purposes, 'stop'] as const) : purposes;
    void state.edit(edited, (now) => this.#decide(now, entry));
  }
}
