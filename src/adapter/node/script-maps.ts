import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { readMap } from '../../sourcemap/read-map.ts';
import { SourceMap } from '../../sourcemap/source-map.ts';

/** A map is kept while its text stays the same: programs load one file many times, and sessions restart. */
const MAX_KEPT_MAPS = 50;
const kept = new Map<string, SourceMap | undefined>();

/**
 * The source map of a generated script, or undefined when it has none that can be used. Large maps take some hundred
 * milliseconds once, so ask only for scripts that matter.
 *
 * @param root Folder of the program, absolute.
 */
export function loadSourceMap(
  script: { readonly url: string; readonly sourceMapUrl: string },
  root: string,
): SourceMap | undefined {
  if (script.sourceMapUrl === '') return undefined;
  const stamp = stampOf(script);
  const key = `${script.url}\n${stamp}\n${root}`;
  if (kept.has(key)) return kept.get(key);
  const map = decode(script, root);
  if (kept.size >= MAX_KEPT_MAPS) kept.delete(kept.keys().next().value ?? '');
  kept.set(key, map);
  return map;
}

function decode(
  { url, sourceMapUrl }: { readonly url: string; readonly sourceMapUrl: string },
  root: string,
): SourceMap | undefined {
  const found = readMap(sourceMapUrl, url, readText);
  if (!found) return undefined;
  try {
    return new SourceMap(found.text, { url: found.url, root, exists: existsSync });
  } catch {
    // Not a source map: the script is then debugged as it is, as V8 does.
    return undefined;
  }
}

/** Tells a changed map file from the one that was read. Maps carried in the url change with it. */
function stampOf({ url, sourceMapUrl }: { readonly url: string; readonly sourceMapUrl: string }): string {
  if (sourceMapUrl.startsWith('data:')) return createHash('sha1').update(sourceMapUrl).digest('base64');
  if (!URL.canParse(sourceMapUrl, url)) return sourceMapUrl;
  const resolved = new URL(sourceMapUrl, url);
  if (resolved.protocol !== 'file:') return sourceMapUrl;
  const stats = statSync(resolved, { throwIfNoEntry: false });
  return `${sourceMapUrl} ${stats?.mtimeMs} ${stats?.size}`;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // A map that was not shipped with its script.
    return undefined;
  }
}
