import type { AnyNode } from '../../../../v8/source/syntax-tree.ts';
import type { CodeText } from './frame-code.ts';
import type { LineFileDraft, LinePlace, LineTable } from './line-table.ts';

interface Around {
  readonly file: LineFileDraft;
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** The counted places of a text, by the files in which it was written. */
export class LinePlaces {
  readonly #code: Pick<CodeText, 'text' | 'written'>;
  readonly #isWanted: (node: AnyNode, path: string) => boolean;
  readonly #files = new Map<string, LineFileDraft>();
  /** The functions around what is looked at, outermost first. */
  #around: Around[] = [];
  readonly #differences: number[] = [];
  #counters = 0;

  constructor(code: Pick<CodeText, 'text' | 'written'>, isWanted: (node: AnyNode, path: string) => boolean) {
    this.#code = code;
    this.#isWanted = isWanted;
  }

  /** Returns the counter of its calls; undefined for what is not counted. What comes next is in it, as far as it goes. */
  addFunction(node: AnyNode, name: string): number | undefined {
    const place = this.#placeOf(node);
    if (place === undefined) return undefined;
    const { file, line } = place;
    const counter = this.#counters++;
    const endLine = this.#endLine(node, place);
    const index = file.functions.push({ name: name === '' ? '(anonymous)' : name, line, endLine, counter }) - 1;
    this.#leave(node);
    this.#around.push({ file, index, start: node.start, end: node.end });
    return counter;
  }

  /** With a counter of its own where it has none yet. */
  addStatement(node: AnyNode, shared?: number): number | undefined {
    const place = this.#placeOf(node);
    if (place === undefined) return undefined;
    const counter = shared ?? this.#counters++;
    place.file.statements.push([place.line, this.#endLine(node, place), counter, this.#within(node, place)]);
    return counter;
  }

  /** Returns a counter for each way. */
  addBranch(node: AnyNode, what: string, names: readonly string[]): readonly number[] | undefined {
    const place = this.#placeOf(node);
    if (place === undefined || names.length === 0) return undefined;
    const ways = names.map((name) => ({ name, counter: this.#counters++ }));
    place.file.branches.push({ line: place.line, what, within: this.#within(node, place), ways });
    return ways.map(({ counter }) => counter);
  }

  /** A statement after which the next one always runs, if it comes to its end. */
  addSequence(node: AnyNode, counter: number, next: number): void {
    const place = this.#placeOf(node);
    if (place === undefined) return;
    const unfinished = this.#counters++;
    place.file.unfinished.push([place.line, unfinished]);
    this.#differences.push(unfinished, counter, next);
  }

  table(): LineTable {
    return { counters: this.#counters, differences: this.#differences, files: [...this.#files.values()] };
  }

  #placeOf(node: AnyNode): LinePlace | undefined {
    const { text, written } = this.#code;
    const { line, column } = text.positionOf(node.start);
    if (!written.isWritten(line, column)) return undefined;
    const place = written.at(line, column);
    if (!this.#isWanted(node, place.path)) return undefined;
    const known = this.#files.get(place.path);
    const file = known ?? { path: place.path, functions: [], statements: [], branches: [], unfinished: [] };
    if (!known) this.#files.set(place.path, file);
    return { file, line: place.line };
  }

  #endLine(node: AnyNode, { file, line }: LinePlace): number {
    const { text, written } = this.#code;
    const end = text.positionOf(node.end - 1);
    const place = written.at(end.line, end.column);
    return place.path === file.path && place.line > line ? place.line : line;
  }

  #within(node: AnyNode, { file }: LinePlace): number {
    this.#leave(node);
    return this.#around.findLast((each) => each.file === file)?.index ?? -1;
  }

  /** Drops the functions that end before a node. */
  #leave({ start }: AnyNode): void {
    this.#around = this.#around.filter((each) => start < each.end);
  }
}
