import type { CdpLocation } from '../scripts/script-table.ts';
import type { FunctionSpan } from '../source/source-structure.ts';

/** A function that was found by its name before any script was loaded. */
export interface FunctionInFile extends FunctionSpan {
  /** Absolute. */
  readonly path: string;
}

/** The functions of a name that were found before any script is loaded. */
export interface FoundFunctions {
  readonly functions: readonly FunctionInFile[];
  /** Files that are compiled, and hold the name: where the function stands then shows when they are loaded. Absolute paths. */
  readonly mentions: readonly string[];
}

/**
 * True if a function found in a source is meant by a wanted name: `total` means every `total`, `Cart.total` and `Cart.prototype.total`
 * only that one.
 */
export function isNamed(found: string, wanted: string): boolean {
  const plain = wanted.replace('.prototype.', '.');
  return found === plain || (!plain.includes('.') && found.endsWith(`.${plain}`));
}

/** Each place once, however many of the wanted names mean it. */
export function byPlace<T>(
  found: readonly (Pick<FoundFunctions, 'functions'> & { readonly wantedBy: T })[],
): { readonly place: FunctionInFile; readonly wantedBy: readonly T[] }[] {
  const places = new Map<string, { readonly place: FunctionInFile; readonly wantedBy: readonly T[] }>();
  for (const { wantedBy, functions } of found) {
    for (const place of functions) {
      const key = `${place.body.line}:${place.body.column}:${place.path}`;
      places.set(key, { place, wantedBy: [...(places.get(key)?.wantedBy ?? []), wantedBy] });
    }
  }
  return [...places.values()];
}

/** True if a place is in a function: in a text of one line, the columns tell. */
export function isIn(span: FunctionSpan, { lineNumber, columnNumber = 0 }: CdpLocation): boolean {
  const [start, end] = [span.startLine - 1, span.endLine - 1];
  const isBehindStart = lineNumber > start || (lineNumber === start && columnNumber >= span.startColumn);
  return isBehindStart && (lineNumber < end || (lineNumber === end && columnNumber <= span.endColumn));
}

/** True if two places of a script are one. */
export function isSame(one: CdpLocation, other: CdpLocation): boolean {
  return one.lineNumber === other.lineNumber && one.columnNumber === other.columnNumber;
}
