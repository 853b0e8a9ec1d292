import { type AnyNode, isFunction, type Program, parse, type Token, walk } from '../../../../v8/source/syntax-tree.ts';

/** The way in which a text is run. */
export type TextKind = 'commonjs' | 'module' | 'script';

/** A parsed text, with its tokens: probes are put behind them. */
export class ProgramText {
  readonly source: string;
  readonly program: Program;
  /** The lines of `with` statements. Their objects are asked for each name, a probe's too: the functions around them are left out of `program`. */
  readonly withLines: readonly number[];
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
    this.withLines = /\bwith\b/.test(source) && kind !== 'module' ? this.#leaveWithsOut() : [];
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

  #leaveWithsOut(): number[] {
    const lines: number[] = [];
    const around: AnyNode[] = [];
    walk(this.program, (node, ancestors) => {
      if (node.type !== 'WithStatement') return undefined;
      lines.push(this.positionOf(node.start).line);
      around.push(ancestors.findLast(isFunction) ?? node);
      return 'skip';
    });
    for (const node of around) {
      const isStatement = node.type === 'FunctionDeclaration' || node.type === 'WithStatement';
      Object.assign(node, { type: isStatement ? 'EmptyStatement' : 'Literal', id: null, params: [], body: null });
    }
    return lines;
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
