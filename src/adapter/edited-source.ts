/** A source file whose text differs, or may differ, from the text that runs. */
export interface EditedSource {
  /**
   * The time of the edit. `load`: since the program loaded the file. `compile`: since the file was compiled to the code that
   * runs. `start`: since the program started, which may have loaded the file before or after. `unknown`: the text differs, and
   * the time of loading is not known. `recompiled`: the file was compiled again since the program loaded it. `patch`: the program
   * was given another text.
   */
  readonly since: 'load' | 'compile' | 'start' | 'unknown' | 'recompiled' | 'patch';
  /** The text that runs, where it can be had. */
  readonly text?: string;
}
