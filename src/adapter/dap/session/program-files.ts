import { dirname, resolve } from 'node:path';
import { isCalledSource, SourcePlaces } from '../../../files/source-places.ts';
import type { AdapterLink } from '../recipe/adapter-link.ts';

/** The program's own files: their folders, and the file that the program began with. */
export class ProgramFiles {
  /** Known of a program that was launched. */
  #places: SourcePlaces | undefined;
  #main: string | undefined;

  /** The program is about to be started there. @param program As it was written. */
  launchedIn(cwd: string, program: string): void {
    this.#places = new SourcePlaces([cwd, dirname(resolve(cwd, program))]);
  }

  /** Its debugger is found. */
  opened({ programFile }: AdapterLink): void {
    this.#main = programFile;
  }

  /** Libraries lie anywhere; what they are called like says that they are sources. */
  isSource(path: string): boolean {
    return path === this.#main || isCalledSource(path) || (this.#places?.has(path) ?? false);
  }
}
