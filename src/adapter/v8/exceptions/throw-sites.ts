import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { ScriptId } from '../../../cdp/ids.ts';
import type { CdpLocation, Script } from '../scripts/script-table.ts';
import { type ThrowSite, throwSiteAt } from '../source/throws/catch-sites.ts';
import { type FrameSite, frameSiteAt } from '../source/throws/frame-sites.ts';

/**
 * The places of a thread's sources at which something is thrown, or that an exception comes by. The same places throw again and
 * again, so each is looked at once.
 *
 * @see CDP Debugger.getScriptSource
 */
export class ThrowSites {
  readonly #session: CdpSession;
  readonly #sources = new Map<string, Promise<string>>();
  readonly #throws = new Map<string, Promise<ThrowSite | undefined>>();
  readonly #frames = new Map<string, Promise<FrameSite | undefined>>();

  constructor(session: CdpSession) {
    this.#session = session;
  }

  /** @param line 1-based. @param column 0-based. @param awaited See {@link throwSiteAt}. */
  throwSite({ id }: Script, line: number, column: number, awaited?: string): Promise<ThrowSite | undefined> {
    const key = `${id}:${line}:${column}:${awaited ?? ''}`;
    const look = async () => throwSiteAt(await this.#source(id), line, column, awaited);
    return kept(this.#throws, key, look);
  }

  frameSite({ scriptId, lineNumber, columnNumber = 0 }: CdpLocation): Promise<FrameSite | undefined> {
    const key = `${scriptId}:${lineNumber}:${columnNumber}`;
    return kept(this.#frames, key, async () => frameSiteAt(await this.#source(scriptId), lineNumber + 1, columnNumber));
  }

  #source(scriptId: ScriptId): Promise<string> {
    return kept(this.#sources, scriptId, async () => {
      return (await this.#session.send('Debugger.getScriptSource', { scriptId })).scriptSource;
    });
  }
}

function kept<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}
