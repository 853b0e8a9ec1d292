import type { SourceLocation } from '../model/source-location.ts';
import { ending, oneLine } from './plain-text.ts';

/** The context of every renderer that shows a path: the directory to which shown paths are relative. */
export interface PathContext {
  /** Absolute; usually the session's working directory. */
  readonly cwd: string;
}

/** A file's path is hardly ever longer; a name that a map gives may have any length, and its end says most. */
const MAX_PATH_CHARS = 1_000;

/** A path relative to `cwd` when it is inside it, as it is otherwise (absolute paths elsewhere, `node:fs`). */
export function displayPath(path: string, { cwd }: PathContext): string {
  const base = cwd.replace(/[/\\]$/, '');
  const separator = path.charAt(base.length);
  const inside = cwd !== '' && path.startsWith(base) && (separator === '/' || separator === '\\');
  const relative = inside ? path.slice(base.length + 1) : path;
  return ending(oneLine(relative === '' ? path : relative), MAX_PATH_CHARS);
}

/** `app.js:10`: a place without its column, as people and editors write it. */
export function displayLocation(location: SourceLocation, context: PathContext): string {
  return `${displayPath(location.path, context)}:${location.line}`;
}
