import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { linesOfText } from '../../src/files/text-lines.ts';

/**
 * Makes a folder of its own for a test, which the test removes.
 *
 * @param name The beginning of the folder's name, with a space where it must bear one.
 * @returns its path, with links resolved: debuggers report files so
 */
export function temporaryFolder(name: string): string {
  return realpathSync(mkdtempSync(join(tmpdir(), name)));
}

/** A folder of its own with the files of a program. Dispose of it. */
export class ProgramFiles implements Disposable {
  readonly folder: string;
  readonly #texts = new Map<string, string>();

  /** @param name As that of {@link temporaryFolder}. */
  constructor(name: string, files: Readonly<Record<string, string>> = {}) {
    this.folder = temporaryFolder(name);
    for (const [file, text] of Object.entries(files)) this.write(file, text);
  }

  /** Absolute. */
  path(file: string): string {
    return join(this.folder, file);
  }

  /** Writes a file, in folders that are made for it; returns its path. */
  write(file: string, text: string): string {
    const path = this.path(file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    this.#texts.set(file, text);
    return path;
  }

  /** The 1-based line of a file that contains a text, as it was written last. */
  lineOf(text: string, file: string): number {
    const index = linesOfText(this.#texts.get(file) ?? '', file).findIndex((line) => line.includes(text));
    if (index === -1) throw new Error(`no line of ${file} contains "${text}"`);
    return index + 1;
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
