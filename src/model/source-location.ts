/**
 * A place in a source text. Both numbers are 1-based, as DAP's are with `linesStartAt1`/`columnsStartAt1`.
 *
 * The 0-based twin exists only inside `cdp/` and `sourcemap/` and is spelled `lineNumber`/`columnNumber` there (CDP's own
 * words), so that the compiler refuses to mix the two.
 */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A {@link Position} in a named source: an absolute file path, or the runtime's own name for a built-in (`node:fs`). */
export interface SourceLocation extends Position {
  readonly path: string;
}

/** True for the name of a source that is no file: what was made while the program ran, as Python's `<string>`. */
export function isMadeUp(path: string): boolean {
  return /^<.*>$/s.test(path);
}

/**
 * True if a path is the runtime's own name for a built-in: a scheme and a plain name after it, unlike a file, a URL with an
 * authority (`https://…`), or a program that is held in its URL (`data:…`).
 */
export function isBuiltin(path: string): boolean {
  return /^[a-z]{2,}:\w[\w/.-]*$/.test(path);
}
