import { pathToFileURL } from 'node:url';
import type { MovedLine } from '../../../../../model/trace/trace-record.ts';
import { plainOffset } from '../code/edits.ts';
import type { Instrumented } from '../code/instrument.ts';
import { lineStarts } from '../code/program.ts';
import type { Insertion } from '../code/table.ts';
import { WrittenPlaces } from '../code/written-places.ts';

interface LoadedText extends Instrumented {
  /** Offsets of the lines' begins, in the text with probes and in the plain one. */
  readonly starts: readonly number[];
  readonly plainStarts: readonly number[];
  places: WrittenPlaces | undefined;
}

/** The texts with probes that have been loaded: leads from them back to the plain ones. */
export class LoadedTexts {
  readonly #byName = new Map<string, LoadedText>();
  #list: LoadedText[] = [];
  /** Texts without probes that a compiler made: callers may stand in them. */
  readonly #compiled = new Map<string, { readonly source: string; places: WrittenPlaces | undefined }>();
  readonly #disguises = new WeakMap<object, object>();

  /** True if the text was loaded before. */
  has(text: Instrumented): boolean {
    return this.#byName.get(text.path)?.text === text.text;
  }

  add(text: Instrumented): void {
    const loaded = { ...text, starts: lineStarts(text.text), plainStarts: lineStarts(text.plain), places: undefined };
    this.#byName.set(text.path, loaded);
    this.#byName.set(pathToFileURL(text.path).href, loaded);
    this.#list[this.#list.length] = loaded;
  }

  /** A text stays as it is. */
  remember(path: string, source: string): void {
    if (source.includes('sourceMappingURL=')) this.#compiled.set(path, { source, places: undefined });
  }

  isIn(name: string | null | undefined): boolean {
    return typeof name === 'string' && this.#byName.has(name);
  }

  /** Columns are 1-based. */
  plainColumn(name: string | null | undefined, line: number, column: number): number {
    const text = typeof name === 'string' ? this.#byName.get(name) : undefined;
    const start = text?.starts[line - 1];
    const plainStart = text?.plainStarts[line - 1];
    if (text === undefined || start === undefined || plainStart === undefined) return column;
    return plainOffset(text.insertions, start + column - 1) - plainStart + 1;
  }

  /** In the written source. */
  writtenAt(path: string, line: number, column: number): { path: string; line: number } | undefined {
    const text = this.#byName.get(path);
    const compiled = this.#compiled.get(path);
    if (text) text.places ??= new WrittenPlaces(text.path, text.plain);
    else if (compiled) compiled.places ??= new WrittenPlaces(path, compiled.source);
    const place = (text ?? compiled)?.places?.at(line, column);
    return place && { path: place.path, line: place.line };
  }

  /** The program's own text of a function: without probes. Undefined where it has none of ours. */
  plainSource(source: string): string | undefined {
    for (let at = 0; at < this.#list.length; at++) {
      const text = this.#list[at];
      const start = text === undefined ? -1 : text.text.indexOf(source);
      if (text === undefined || start < 0) continue;
      return text.plain.slice(plainOffset(text.insertions, start), plainEnd(text.insertions, start + source.length));
    }
    return undefined;
  }

  /** The lines that have probes: Node shows one with an uncaught error. */
  movedLines(): MovedLine[] {
    return this.#list.flatMap(movedLinesOf);
  }

  /** A function of ours that stands for another one. */
  disguise(ours: object, original: object): void {
    this.#disguises.set(ours, original);
    for (const key of ['name', 'length'] as const) {
      const slot = Object.getOwnPropertyDescriptor(original, key);
      if (slot !== undefined) Object.defineProperty(ours, key, slot);
    }
    // Functions of the tracer's realm have another `Function.prototype`.
    Object.setPrototypeOf(ours, Object.getPrototypeOf(original));
  }

  isOurs(value: object): boolean {
    return this.#disguises.has(value);
  }

  originalOf(value: object): object | undefined {
    return this.#disguises.get(value);
  }
}

/** The plain offset of a part's end: text that was put right there does not belong to the part. */
function plainEnd(insertions: readonly Insertion[], offset: number): number {
  return plainOffset(insertions, offset);
}

function movedLinesOf({ path, text, plain, starts, plainStarts, insertions }: LoadedText): MovedLine[] {
  const lines: MovedLine[] = [];
  let next = 0;
  for (let at = 0; at < plainStarts.length; at++) {
    const start = plainStarts[at] ?? 0;
    const end = (plainStarts[at + 1] ?? plain.length + 1) - 1;
    const added: { column: number; length: number; target?: number }[] = [];
    for (let each = insertions[next]; each !== undefined && each.offset <= end; each = insertions[++next]) {
      const target = each.target === undefined ? {} : { target: each.target - start };
      added.push({ column: each.offset - start, length: each.text.length, ...target });
    }
    const shown = text.slice(starts[at], (starts[at + 1] ?? text.length + 1) - 1);
    if (added.length > 0)
      lines.push({ kind: 'moved', path, line: at + 1, plain: plain.slice(start, end), shown, added });
  }
  return lines;
}
