import type { Edits } from './edits.ts';
import type { ProgramText } from './program.ts';
import type { Site } from './table.ts';
import type { WrittenPlaces } from './written-places.ts';

/** The sites of one function, as they are found. */
export class SiteList {
  readonly sites: Site[] = [];
  readonly edits: Edits;
  /** The loops around what is looked at: indices into `loopLines`. */
  readonly loops: number[] = [];
  readonly loopLines: number[] = [];
  readonly #text: ProgramText;
  readonly #written: WrittenPlaces;
  readonly #variable: string;

  /** `variable` holds the recorder of the call. */
  constructor(text: ProgramText, written: WrittenPlaces, edits: Edits, variable: string) {
    this.#text = text;
    this.#written = written;
    this.edits = edits;
    this.#variable = variable;
  }

  /** Adds a site for code that begins at an offset; returns its number. */
  add(site: Omit<Site, 'line' | 'loops'>, offset: number): number {
    return this.sites.push({ ...site, line: this.lineOf(offset), loops: [...this.loops] }) - 1;
  }

  /** The callee of a site's probe: between statements, and where V8 would name it. */
  probe(site: number): string {
    return `${this.#variable}[${site}]`;
  }

  /** The start of a call that is passed a value: it loads nothing for which V8 would note a column. */
  passing(site: number): string {
    return `${this.#variable}p(${site}`;
  }

  /** A list without items to be spread, which is passed by the probe of a site. */
  noItems(site: number): string {
    return `...${this.passing(site)},${this.#variable}.noItems)`;
  }

  /** The whole text. */
  get source(): string {
    return this.#text.source;
  }

  textOf(node: Parameters<ProgramText['textOf']>[0]): string {
    return this.#text.textOf(node);
  }

  /** The character at an offset. */
  textAt(offset: number): string {
    return this.#text.source[offset] ?? '';
  }

  tokenEndBefore(offset: number): number {
    return this.#text.tokenEndBefore(offset);
  }

  /** In the written source. */
  lineOf(offset: number): number {
    const { line, column } = this.#text.positionOf(offset);
    return this.#written.at(line, column).line;
  }

  /** Runs `visit` for what is inside of a loop that begins at an offset. */
  inLoop(offset: number, visit: (loop: number) => void): void {
    const loop = this.loopLines.push(this.lineOf(offset)) - 1;
    this.loops.push(loop);
    visit(loop);
    this.loops.pop();
  }
}
