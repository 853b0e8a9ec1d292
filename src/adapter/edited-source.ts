/** What is known of a source file whose text is not, or may not be, the one that runs. */
export interface EditedSource {
  /**
   * When it was edited. `load`: since the program loaded it. `compile`: since it was compiled to what runs. `start`: since the program
   * started, which may have loaded it before or after. `unknown`: its text is another one, and when it was loaded is not known.
   * `recompiled`: it was compiled again since the program loaded it. `patch`: the program was given another text.
   */
  readonly since: 'load' | 'compile' | 'start' | 'unknown' | 'recompiled' | 'patch';
  /** The text that runs, where it can be had. */
  readonly text?: string;
}
