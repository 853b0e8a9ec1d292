const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** One mapping, all numbers 0-based: generated line and column, source, its line and column, name. */
export interface Mapping {
  readonly generated: readonly [line: number, column: number];
  /** Left out for code that comes from no source. */
  readonly original?: readonly [source: number, line: number, column: number];
  readonly name?: number;
}

/** A source map's JSON as an object, version 3, from mappings in the order of the generated code. @see ECMA-426 */
export function makeMap(
  sources: readonly (string | null)[],
  mappings: readonly Mapping[],
  names: readonly string[] = [],
) {
  const lines: string[][] = [];
  const last = { source: 0, line: 0, column: 0, name: 0 };
  let lastColumn = 0;
  for (const { generated, original, name } of mappings) {
    while (lines.length <= generated[0]) {
      lines.push([]);
      lastColumn = 0;
    }
    const fields = [generated[1] - lastColumn];
    lastColumn = generated[1];
    if (original) {
      const [source, line, column] = original;
      fields.push(source - last.source, line - last.line, column - last.column);
      Object.assign(last, { source, line, column });
    }
    if (original && name !== undefined) {
      fields.push(name - last.name);
      last.name = name;
    }
    lines.at(-1)?.push(fields.map(vlq).join(''));
  }
  return { version: 3, sources, names, mappings: lines.map((line) => line.join(',')).join(';') };
}

/** Base 64 digits of 5 bits each, the lowest first; the lowest bit of all is the sign. */
function vlq(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1;
  let text = '';
  do {
    const digit = rest & 31;
    rest >>>= 5;
    text += DIGITS[rest > 0 ? digit | 32 : digit];
  } while (rest > 0);
  return text;
}
