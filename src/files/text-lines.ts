/** Files whose lines ECMAScript numbers; V8, TypeScript, esbuild and Babel do it alike. */
const SCRIPTS = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/i;
/** A CR LF is one. U+2028 and U+2029 end lines of a script, also inside of strings, and are letters like others elsewhere. */
const SCRIPT_LINE_END = /\r\n|[\n\r\u2028\u2029]/;
const LINE_END = /\r\n|[\n\r]/;

/**
 * The lines of a source file's text, numbered as whatever runs the file numbers them. What follows the last line end is no line.
 *
 * @param path Decides what ends a line.
 */
export function linesOfText(text: string, path: string): string[] {
  const lines = text.split(lineEndOf(path));
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** The 1-based line that a character of a source file's text is on. @param path Decides what ends a line. */
export function lineAt(text: string, offset: number, path: string): number {
  return text.slice(0, offset).split(lineEndOf(path)).length;
}

/** The lines of a script's text as V8 numbers them, whatever its file is called; what follows the last line end is one, too. */
export function linesOfScript(text: string): string[] {
  return text.split(SCRIPT_LINE_END);
}

function lineEndOf(path: string): RegExp {
  return SCRIPTS.test(path) ? SCRIPT_LINE_END : LINE_END;
}
