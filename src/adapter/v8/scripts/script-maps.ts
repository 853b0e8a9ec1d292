import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readText, statOf } from '../../../files/read-file.ts';
import { type MapText, readMap } from '../../../sourcemap/read-map.ts';
import { SourceMap } from '../../../sourcemap/source-map.ts';

/** A generated script, and its own reference to its map. */
interface MappedScript {
  readonly url: string;
  readonly sourceMapUrl: string;
}

/** Decoded maps are kept while their text stays the same: programs load one file many times, and sessions restart. */
const MAX_KEPT_MAPS = 50;
const kept = new Map<string, SourceMap | undefined>();

/**
 * The source map of a generated script, read and decoded when that is needed: a large one takes some hundred milliseconds, and
 * of thousands of small ones few matter.
 */
export class ScriptMap {
  readonly #script: MappedScript;
  readonly #root: string;
  #found: { readonly text: MapText | undefined } | undefined;
  #decoded: { readonly map: SourceMap | undefined } | undefined;

  /** @param root Folder of the program, absolute. */
  constructor(script: MappedScript, root: string) {
    this.#script = script;
    this.#root = root;
  }

  /** Undefined when the script has none that can be used. One that maps no place is none. */
  get decoded(): SourceMap | undefined {
    const map = this.#read();
    return map?.isEmpty ? undefined : map;
  }

  /**
   * True if the script was compiled from a file, absolute, though it may have no code of it. Maps that do not even mention its name are
   * not decoded.
   */
  isFrom(path: string): boolean {
    return this.mentions(basename(path)) && (this.#read()?.sources.includes(path) ?? false);
  }

  /** False only when no source of the map can be called so. */
  mentions(name: string): boolean {
    if (this.#script.sourceMapUrl === '') return false;
    if (this.#decoded) return this.#decoded.map?.sources.some((source) => basename(source) === name) ?? false;
    // Names that JSON or a url writes in another way are looked for in the decoded map.
    return !/^[\w.-]+$/.test(name) || (this.#text()?.text.includes(name) ?? false);
  }

  #read(): SourceMap | undefined {
    this.#decoded ??= { map: this.#load() };
    return this.#decoded.map;
  }

  #load(): SourceMap | undefined {
    if (this.#script.sourceMapUrl === '') return undefined;
    const key = `${this.#script.url}\n${stampOf(this.#script)}\n${this.#root}`;
    if (!kept.has(key)) {
      if (kept.size >= MAX_KEPT_MAPS) kept.delete(kept.keys().next().value ?? '');
      kept.set(key, this.#decode());
    }
    // Its work is done, and it may be large.
    this.#found = { text: undefined };
    return kept.get(key);
  }

  #decode(): SourceMap | undefined {
    const found = this.#text();
    if (!found) return undefined;
    try {
      return new SourceMap(found.text, { url: found.url, root: this.#root, exists: existsSync });
    } catch {
      // Not a source map: the script is then debugged as it is, as V8 does.
      return undefined;
    }
  }

  #text(): MapText | undefined {
    this.#found ??= { text: readMap(this.#script.sourceMapUrl, this.#script.url, readText) };
    return this.#found.text;
  }
}

/** Distinguishes a changed map file from the one that was read. Maps carried in the url change with it. */
function stampOf({ url, sourceMapUrl }: MappedScript): string {
  if (sourceMapUrl.startsWith('data:')) return createHash('sha1').update(sourceMapUrl).digest('base64');
  if (!URL.canParse(sourceMapUrl, url)) return sourceMapUrl;
  const resolved = new URL(sourceMapUrl, url);
  if (resolved.protocol !== 'file:') return sourceMapUrl;
  const stats = statOf(pathOf(resolved));
  return `${sourceMapUrl} ${stats?.mtimeMs} ${stats?.size}`;
}

/** Empty for a url that names no file of this machine: a host in it, or an escaped slash. */
function pathOf(url: URL): string {
  try {
    return fileURLToPath(url);
  } catch {
    return '';
  }
}
