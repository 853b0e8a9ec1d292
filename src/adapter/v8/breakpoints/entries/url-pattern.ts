import type { ScriptNaming } from '../../scripts/script-table.ts';

/** The suffix that tools add to a url to load its file again. */
const SUFFIX = '[?#].*';

/** A regular expression for some urls, as they are or with a suffix. */
export function urlPattern(urls: readonly string[]): string {
  return `^(?:${urls.map(escaped).join('|')})(?:${SUFFIX})?$`;
}

/** The same for a url with a suffix only. */
export function suffixedUrlPattern(url: string): string {
  return `^${escaped(url)}${SUFFIX}$`;
}

/** Under which urls V8 may report what lies at a path. */
export function spellings(path: string, naming: ScriptNaming): readonly string[] {
  // Node 22 gives the path of a file that it compiles, as a `sourceURL` comment writes it.
  return [...naming.urlsOf(path), path];
}

/** A text as a part of a regular expression that stands for itself. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
