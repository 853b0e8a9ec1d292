import { basename } from 'node:path';
import type { EditedSource } from '../adapter/edited-source.ts';

/** Tells the reader of a source that its file differs, or may differ, from the code that runs. */
export function editedText(path: string, { since, text }: EditedSource): string {
  const name = basename(path);
  const shown =
    text === undefined ? 'the lines shown may not be those that run' : 'the text shown is the one that runs';
  switch (since) {
    case 'load':
      return `${name} was edited since it was loaded: ${shown}`;
    case 'patch':
      return `${name} runs patched: ${shown}`;
    case 'compile':
      return `${name} was edited since it was compiled: ${shown}`;
    case 'recompiled':
      return `${name} was compiled again since the program loaded it: ${shown}`;
    case 'start':
      return `${name} was edited since the program started: if it was loaded before that, the lines shown are not those that run`;
    case 'unknown':
      return `${name} is not as it was loaded (edited since, or changed by a loader): ${shown}`;
  }
}

/** The same of a breakpoint: which text its line is counted in. */
export function editedAtBreakpoint(path: string, edited: EditedSource): string {
  if (edited.since === 'start') return editedText(path, edited);
  const [what] = editedText(path, edited).split(': ');
  return `${what}: lines are those of the text that runs`;
}

/** The notes on edited files that were given already: once is enough. */
export class EditedNews {
  readonly #said = new Set<string>();

  /** The text where it is news, as the warnings of a report. */
  take(text: string | undefined): string[] {
    if (text === undefined || this.#said.has(text)) return [];
    this.#said.add(text);
    return [text];
  }

  /** The program has loaded its files again. */
  clear(): void {
    this.#said.clear();
  }
}
