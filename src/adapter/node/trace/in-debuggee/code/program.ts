import { type AnyNode, type Program, parse, type Token } from '../../../../v8/source/syntax-tree.ts';

/** The way in which a text is run. */
export type TextKind = 'commonjs' | 'module' | 'script';

/** A parsed text, with its tokens: probes are put behind them. */
export class ProgramText {
  readonly source: string;
  readonly program: Program;
  readonly #tokenEnds: number[] = [];
  readonly #lineStarts: readonly number[];

  /** @throws SyntaxError as the parser does */
  constructor(source: string, kind: TextKind) {
    this.source = source;
    const onToken = (token: Token): void => {
      this.#tokenEnds.push(token.end);
    };
    this.program = parse(source, {
      ecmaVersion: 'latest',
      sourceType: kind === 'module' ? 'module' : 'script',
      allowReturnOutsideFunction: kind === 'commonjs',
      allowSuperOutsideMethod: true,
      allowHashBang: true,
      onToken,
    });
    this.#lineStarts = lineStarts(source);
  }

  /** The end of the last token before an offset; the offset itself if there is none. */
  tokenEndBefore(offset: number): number {
    return this.#tokenEnds[countUpTo(this.#tokenEnds, offset) - 1] ?? offset;
  }

  /** 1-based line and 0-based column. */
  positionOf(offset: number): { readonly line: number; readonly column: number } {
    const line = countUpTo(this.#lineStarts, offset);
    return { line, column: offset - (this.#lineStarts[line - 1] ?? 0) };
  }

  textOf(node: AnyNode): string {
    return this.source.slice(node.start, node.end);
  }
}

/** Offsets at which the lines of a text begin. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Counts the numbers, which ascend, that are at most a limit. */
function countUpTo(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
