import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { readText, statOf } from '../files/read-file.ts';
import { linesOfText } from '../files/text-lines.ts';

/** Larger files are not source texts. */
const MAX_BYTES = 2_000_000;

interface KnownFile {
  readonly lines: readonly string[];
  readonly changedMs: number;
}

/** Source files as they are now, kept until they change. */
export class SourceFiles {
  readonly #folder: string;
  readonly #known = new Map<string, KnownFile>();

  /** Relative paths of the journal are below `folder`. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The lines of a file; undefined when it cannot be read or is no source text. */
  lines(file: string): readonly string[] | undefined {
    const path = this.#resolved(file);
    const stat = statOf(path);
    if (!stat?.isFile() || stat.size > MAX_BYTES) return undefined;
    const known = this.#known.get(path);
    if (known?.changedMs === stat.mtimeMs) return known.lines;
    const text = readText(path, MAX_BYTES);
    const lines = text === undefined ? undefined : linesOfText(text, path);
    if (lines !== undefined) this.#known.set(path, { lines, changedMs: stat.mtimeMs });
    return lines;
  }

  #resolved(file: string): string {
    if (file.startsWith('~/')) return join(homedir(), file.slice(2));
    return isAbsolute(file) ? file : join(this.#folder, file);
  }
}
