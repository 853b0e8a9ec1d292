import type { CdpEventParams } from '../../cdp/protocol.ts';
import { sourceNameOf } from './script-urls.ts';

/** A script that the debuggee has compiled. */
export interface Script {
  readonly id: string;
  readonly url: string;
  /** Absolute path, or the url where it is no file. */
  readonly path: string;
  /** `program`: the user's own. `dependency`: below node_modules. `internal`: Node's own, or evaluated by the debugger. */
  readonly origin: 'program' | 'dependency' | 'internal';
  readonly isModule: boolean;
}

/**
 * The scripts of one debuggee thread, by id. CDP leaves `callFrames[].url` empty in Node, so this table is the only way from
 * a frame to its file.
 */
export class ScriptTable {
  readonly #urls = new Map<string, { url: string; isModule: boolean }>();
  /** Made when first asked for: most of the hundred scripts that Node itself loads are never looked at. */
  readonly #scripts = new Map<string, Script>();

  /** Takes note of a `Debugger.scriptParsed` event. */
  add(params: CdpEventParams<'Debugger.scriptParsed'>): void {
    this.#urls.set(params.scriptId, { url: params.url, isModule: params.isModule ?? false });
    this.#scripts.delete(params.scriptId);
  }

  get(scriptId: string): Script {
    const known = this.#scripts.get(scriptId);
    if (known) return known;
    const { url, isModule } = this.#urls.get(scriptId) ?? { url: '', isModule: false };
    const script = {
      id: scriptId,
      url,
      path: sourceNameOf(url) || '(evaluated code)',
      origin: originOf(url),
      isModule,
    };
    this.#scripts.set(scriptId, script);
    return script;
  }

  /** The scripts compiled from one of these urls, a `?…` or `#…` suffix aside; several when a file was loaded repeatedly. */
  withUrl(urls: readonly string[]): Script[] {
    const found: Script[] = [];
    for (const [id, { url }] of this.#urls) {
      if (url.startsWith('file:') && urls.includes(url.replace(/[?#].*$/, ''))) found.push(this.get(id));
    }
    return found;
  }

  /** All scripts of the program itself. */
  ofProgram(): Script[] {
    const found: Script[] = [];
    for (const id of this.#urls.keys()) {
      const script = this.get(id);
      if (script.origin === 'program') found.push(script);
    }
    return found;
  }
}

function originOf(url: string): Script['origin'] {
  if (url === '' || url.startsWith('node:')) return 'internal';
  return /[\\/]node_modules[\\/]/.test(url) ? 'dependency' : 'program';
}
