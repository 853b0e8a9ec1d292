import { readWhole, statOf } from '../files/read-file.ts';
import { linesOfText } from '../files/text-lines.ts';
import { DebugError } from '../model/debug-error.ts';

const MAX_FILES = 50;
/** Larger files are read each time they are asked for. */
const MAX_KEPT_BYTES = 4_000_000;

interface CachedSource {
  /** Fingerprint of the file when it was read: anything written into the file changes it. */
  readonly stamp: string;
  readonly lines: readonly string[];
}

/** The lines of source files, read once and again when a file has changed. Those that were asked for last are kept. */
export class SourceCache {
  readonly #files = new Map<string, CachedSource>();

  /**
   * @param path Absolute.
   * @param running The text that runs, where the file was edited since it was loaded: its lines are meant then.
   * @throws DebugError `source_not_found`
   */
  linesOf(path: string, running?: string): readonly string[] {
    if (running !== undefined) return linesOfText(running, path);
    const { stamp, bytes } = stampOf(path);
    const known = this.#files.get(path);
    const source = known?.stamp === stamp ? known : { stamp, lines: readLines(path) };
    if (bytes > MAX_KEPT_BYTES) return source.lines;
    // The order of a map is that of insertion: the first one is the one that was not used for the longest time.
    this.#files.delete(path);
    this.#files.set(path, source);
    for (const oldest of this.#files.keys()) {
      if (this.#files.size <= MAX_FILES) break;
      this.#files.delete(oldest);
    }
    return source.lines;
  }
}

function stampOf(path: string): { readonly stamp: string; readonly bytes: number } {
  const stats = statOf(path);
  if (stats?.isFile())
    return { stamp: `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`, bytes: stats.size };
  throw notFound(path, stats ? 'it is not a file' : 'there is no such file');
}

function readLines(path: string): string[] {
  const read = readWhole(path);
  if (read.kind === 'refused') throw notFound(path, read.why);
  return linesOfText(read.bytes.toString('utf8'), path);
}

function notFound(path: string, why: string): DebugError {
  return new DebugError('source_not_found', `File not found: ${path} (${why}).`, {
    advice: 'Give an absolute path, or one relative to the folder that the server was started in.',
    details: { path },
  });
}
