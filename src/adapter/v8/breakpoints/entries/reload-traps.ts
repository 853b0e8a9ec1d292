import type { CdpSession } from '../../../../cdp/cdp-session.ts';
import type { CdpBreakpointId, ScriptId } from '../../../../cdp/ids.ts';
import type { GeneratedPosition } from '../../../../sourcemap/source-map.ts';
import { bareUrl } from '../../scripts/bare-url.ts';
import type { CdpLocation, Script } from '../../scripts/script-table.ts';
import { firstStopOf } from '../../source/script-start.ts';
import { readSource } from '../../source/source-structure.ts';
import { Trap } from './trap.ts';
import { suffixedUrlPattern, urlPattern } from './url-pattern.ts';

/** A line of a file that is an ES module: only these are loaded under urls with suffixes. */
const MODULE_SYNTAX = /^[\t ]*(?:import|export)\b/m;

/** The place at which further scripts of a url are to stop. */
interface Watch {
  readonly url: string;
  readonly urlRegex: string;
  readonly place: GeneratedPosition;
  /** True for a module, whose loader goes on only after an await. */
  readonly isModule: boolean;
}

interface ReloadTrap extends Watch {
  readonly trap: Trap;
}

/**
 * Stops a file that is loaded again where it begins. A breakpoint that was set in one script of a file, because that has another text
 * than the file, is unknown to V8 in the next one: test runners load a file again for each test file, and tools that watch for changes
 * whenever it changes.
 *
 * They stand where the script that is known began to run, outside of all functions, so that it never comes there again.
 */
export class ReloadTraps {
  readonly #session: CdpSession;
  readonly #traps = new Map<string, ReloadTrap>();
  /** The watches of each script, by its id; resolved when they are set. */
  readonly #watched = new Map<string, Promise<void>>();
  /** The traps that are not set for the time of a step; undefined while there is none. */
  #suspended: readonly Watch[] | undefined;
  /** Scripts that have stopped at one. */
  readonly #begun = new Set<string>();

  constructor(session: CdpSession) {
    this.#session = session;
  }

  /** Watches for further scripts of a script's url, as soon as that is known. @param textOf Reads what V8 has compiled. */
  watch(script: Script, textOf: (scriptId: ScriptId) => Promise<string>): Promise<void> {
    const watched = this.#watched.get(script.id) ?? this.#watch(script, textOf);
    this.#watched.set(script.id, watched);
    return watched;
  }

  /**
   * Watches for scripts of a file under its url with a suffix, before any is there. Under the url itself breakpoints are known to V8,
   * where a script is its file as it was written.
   *
   * @param url How V8 calls it as an ES module.
   */
  async expectSuffixed(path: string, url: string): Promise<void> {
    if (this.#traps.has(url)) return;
    const text = readSource(path) ?? '';
    if (!MODULE_SYNTAX.test(text)) return;
    await this.#set({ url, urlRegex: suffixedUrlPattern(url), place: firstStopOf(text), isModule: true });
  }

  /** Takes away traps at which V8 would forget a step that has to wait for the module. @returns as Trap.remove */
  suspend(): readonly (Promise<void> | undefined)[] {
    const modules = [...this.#traps.values()].filter(({ isModule }) => isModule);
    this.#suspended = [...(this.#suspended ?? []), ...modules];
    return modules.map(({ url }) => this.#remove(url));
  }

  /** Sets suspended traps again. */
  restore(): void {
    const suspended = new Map(this.#suspended?.map((watch) => [watch.url, watch]));
    this.#suspended = undefined;
    // Fails only with the connection, which the command that follows reports.
    for (const watch of suspended.values()) this.#set(watch).catch(() => {});
  }

  isOne(cdpId: CdpBreakpointId): boolean {
    return this.#hit([cdpId]) !== undefined;
  }

  /** True if a script has stopped because it is another one of its url. */
  take(hitIds: readonly string[] | undefined, at: CdpLocation | undefined): boolean {
    const hit = this.#hit(hitIds);
    if (!hit || !at) return false;
    const { lineNumber, columnNumber } = hit.place;
    const isElsewhere = at.lineNumber !== lineNumber || (at.columnNumber ?? 0) !== columnNumber;
    // In another text the place may be one inside a function, and would stop each call of it.
    if (isElsewhere && this.#begun.has(at.scriptId)) this.#remove(hit.url);
    this.#begun.add(at.scriptId);
    return true;
  }

  /** No breakpoint is in a script any more that is called so. */
  free(path: string, urls: readonly string[]): void {
    this.#watched.clear();
    this.#suspended = this.#suspended?.filter(({ url }) => url !== path && !urls.includes(url));
    for (const url of this.#traps.keys()) if (url === path || urls.includes(url)) this.#remove(url);
  }

  #hit(cdpIds: readonly string[] | undefined): ReloadTrap | undefined {
    return [...this.#traps.values()].find(({ trap }) => trap.isAmong(cdpIds));
  }

  async #watch(script: Script, textOf: (scriptId: ScriptId) => Promise<string>): Promise<void> {
    const place = firstStopOf(await textOf(script.id));
    const url = bareUrl(script.url);
    const before = this.#traps.get(url);
    if (before?.place.lineNumber === place.lineNumber && before.place.columnNumber === place.columnNumber) return;
    if (before) this.#remove(url);
    await this.#set({ url, urlRegex: urlPattern([url]), place, isModule: script.isModule });
  }

  async #set(watch: Watch): Promise<void> {
    if (this.#suspended) {
      // A script that is loaded in a step may not have run yet, and would interrupt it itself.
      this.#suspended = [...this.#suspended, watch];
      return;
    }
    const { url, urlRegex, place } = watch;
    const trap = new Trap(this.#session, urlRegex, place);
    this.#traps.set(url, { ...watch, trap });
    await trap.set;
  }

  #remove(url: string): Promise<void> | undefined {
    const removed = this.#traps.get(url)?.trap.remove();
    this.#traps.delete(url);
    return removed;
  }
}
