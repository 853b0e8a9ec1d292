import type { Insertion } from './table.ts';

/** The order of several texts at the same place. */
const ORDER = { closing: 0, blockEnd: 1, probe: 2, opening: 3, bodyEnd: 4 } as const;

/** A character of a name or a keyword. */
const WORD = /[\w$]|[^\0-\x7f]/;

type Pieces = readonly [Insertion[], Insertion[], Insertion[], Insertion[], Insertion[]];

/** Texts to be put into a source. None of them has a line break, so that each line stays where it is. */
export class Edits {
  readonly #places = new Map<number, Pieces>();

  /**
   * Around an expression. Those of an outer one are to be put in before those of an inner one. `target`: where an error would be
   * reported that is reported for what is added.
   */
  wrap(start: number, end: number, before: string, after: string, target = start): void {
    this.#at(start)[ORDER.opening].push({ offset: start, text: before, target });
    this.#at(end)[ORDER.closing].unshift({ offset: end, text: after });
  }

  /** At the end of an expression, before what closes it. */
  append(offset: number, text: string): void {
    this.#at(offset)[ORDER.closing].unshift({ offset, text });
  }

  /** As `append`, for a text that is known only when what is inside of the expression is done. */
  reserve(offset: number): (text: string) => void {
    const piece = { offset, text: '' };
    this.#at(offset)[ORDER.closing].unshift(piece);
    return (text) => {
      piece.text = text;
    };
  }

  /** After a statement that has become a block. */
  endBlock(offset: number, text: string): void {
    this.#at(offset)[ORDER.blockEnd].unshift({ offset, text });
  }

  /** Before the brace that ends a body. One that is empty begins at the same place. */
  endBody(offset: number, text: string): void {
    this.#at(offset)[ORDER.bodyEnd].unshift({ offset, text });
  }

  /** Between two statements, or behind a keyword. */
  probe(offset: number, text: string): void {
    this.#at(offset)[ORDER.probe].push({ offset, text });
  }

  /**
   * The insertions in order of their places in a source. One that begins where a word ends is set apart from it: `return"a"` has
   * no blank.
   */
  list(source: string): Insertion[] {
    const insertions = [...this.#places]
      .sort(([a], [b]) => a - b)
      .flatMap(([, pieces]) => pieces.flat())
      .filter(({ text }) => text !== '');
    return insertions.map((each, index) => {
      const before = insertions[index - 1];
      const last = before?.offset === each.offset ? before.text.at(-1) : source[each.offset - 1];
      return isOfWord(last) && isOfWord(each.text[0]) ? { ...each, text: ` ${each.text}` } : each;
    });
  }

  #at(offset: number): Pieces {
    const known = this.#places.get(offset);
    if (known) return known;
    const made: Pieces = [[], [], [], [], []];
    this.#places.set(offset, made);
    return made;
  }
}

function isOfWord(char: string | undefined): boolean {
  return char !== undefined && WORD.test(char);
}

/** The source with the texts in it. */
export function inserted(source: string, insertions: readonly Insertion[]): string {
  let text = '';
  let from = 0;
  for (const { offset, text: added } of insertions) {
    text += source.slice(from, offset) + added;
    from = offset;
  }
  return text + source.slice(from);
}

/**
 * The offset in the plain text of an offset in the text with insertions; inside an insertion, the offset that the insertion
 * stands for.
 */
export function plainOffset(insertions: readonly Insertion[], offset: number): number {
  let moved = 0;
  for (const { offset: at, text, target } of insertions) {
    if (at + moved > offset) break;
    if (at + moved + text.length > offset) return target ?? at;
    moved += text.length;
  }
  return offset - moved;
}
