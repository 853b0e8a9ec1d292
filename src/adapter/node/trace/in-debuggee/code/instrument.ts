import { basename } from 'node:path';
import type { TracePlace, WantedTrace } from '../../../../../model/trace/trace-request.ts';
import { Edits, inserted } from './edits.ts';
import { evaluatingHint, valueHint } from './hints.ts';
import { ProgramText, type TextKind } from './program.ts';
import { type CodeTable, type Insertion, RECORDER } from './table.ts';
import { wantedCode } from './wanted-code.ts';
import { watchCatches } from './watch-catches.ts';
import { WrittenPlaces } from './written-places.ts';

/** Characters of a package's text beyond which it is not looked at. */
const MAX_WATCHED = 400_000;

/** A text that is to run. */
export interface SourceText {
  /** Absolute. */
  readonly path: string;
  readonly source: string;
  readonly kind: TextKind;
}

/** An instrumented text. */
export interface Instrumented {
  readonly path: string;
  readonly text: string;
  readonly plain: string;
  readonly insertions: readonly Insertion[];
  readonly tables: readonly CodeTable[];
  readonly notes: readonly string[];
  /** Notes for the case that nothing of what is wanted was found. */
  readonly hints?: readonly string[];
}

/** Settings of a process for the change of its texts. */
export interface Instructions {
  readonly wanted: WantedTrace;
  /** Errors that leave a function are always caught there, by a test runner. */
  readonly catches: boolean;
  /** First key of the tables. */
  readonly firstKey: number;
}

/** Changes texts that hold what is wanted; all others stay as they are. */
export class Instrumenter {
  readonly #wanted: WantedTrace;
  readonly #catches: boolean;
  /** The places where something is wanted; undefined for everywhere. */
  readonly #places: readonly TracePlace[] | undefined;
  /** Texts whose lines are counted, which test runners load again and again: they count on. */
  readonly #counted = new Map<string, Instrumented>();
  #key: number;

  constructor({ wanted, catches, firstKey }: Instructions) {
    this.#wanted = wanted;
    this.#catches = catches;
    this.#places = placesOf(wanted);
    this.#key = firstKey;
  }

  /** True if errors that leave a traced function are looked for in a text of a package. */
  watchesPackages(): boolean {
    return this.#wanted.kind === 'frame' && this.#wanted.call.kind === 'throws' && !this.#catches;
  }

  /** Instruments a text of a package: the recorder gets the errors that the package catches. */
  watchPackage(given: SourceText): Instrumented | undefined {
    return given.source.length > MAX_WATCHED || given.source.includes(RECORDER) ? undefined : this.#watched(given);
  }

  /** Undefined where nothing of what is wanted is in the text. */
  instrument(given: SourceText): Instrumented | undefined {
    const { source } = given;
    if (source.includes(RECORDER)) return undefined;
    const made = this.#withHints(given, this.#mayHold(given) ? this.#probed(given) : undefined);
    // The outline of functions sees what they catch by itself.
    const isAll = this.#wanted.kind === 'calls' || this.#wanted.kind === 'lines';
    if (made?.insertions.length || this.#catches || isAll) return made;
    const watched = this.#watched(given);
    return made && watched ? { ...watched, notes: made.notes, hints: made.hints ?? [] } : (made ?? watched);
  }

  #withHints(given: SourceText, made: Instrumented | undefined): Instrumented | undefined {
    const isFunction = this.#places?.some(({ kind }) => kind === 'function') ?? true;
    const hint = isFunction ? evaluatingHint(given.path, given.source) : undefined;
    if (hint === undefined) return made;
    const none = { path: given.path, text: given.source, plain: given.source, insertions: [], tables: [], notes: [] };
    const all: Instrumented = made ?? none;
    return { ...all, hints: [...(all.hints ?? []), hint] };
  }

  /** Only the errors that it catches are looked at. */
  #watched(given: SourceText): Instrumented | undefined {
    const { source, path } = given;
    if (!/\bcatch\b/.test(source)) return undefined;
    const edits = new Edits();
    try {
      watchCatches({ text: parsed(given), edits }, []);
    } catch {
      // Nothing of it was asked for.
      return undefined;
    }
    const insertions = edits.list(source);
    if (insertions.length === 0) return undefined;
    return { path, text: inserted(source, insertions), plain: source, insertions, tables: [], notes: [] };
  }

  #probed(given: SourceText): Instrumented | undefined {
    const { source, path } = given;
    const counted = this.#counted.get(path);
    if (counted?.plain === source) return counted;
    const written = new WrittenPlaces(path, source);
    if (this.#places && !this.#places.some((place) => isPossible(place, written))) return undefined;
    const code = { text: parsed(given), written, edits: new Edits() };
    const notes = code.text.withLines.map((line) => withNote(path, line));
    const tables = wantedCode(code, {
      wanted: this.#wanted,
      catches: this.#catches,
      kind: given.kind,
      nextKey: () => this.#key++,
      note: (text) => notes.push(text),
    });
    const hints = tables.length > 0 ? [] : (this.#places ?? []).flatMap((place) => valueHint(code, place) ?? []);
    if (tables.length === 0 && notes.length === 0 && hints.length === 0) return undefined;
    const insertions = tables.length === 0 ? [] : code.edits.list(source);
    const text = inserted(source, insertions);
    // What does not parse would end the program; it is left as it is, and that is said.
    parsed({ ...given, source: text });
    const made = { path, text, plain: source, insertions, tables, notes, hints };
    if (this.#wanted.kind === 'lines') this.#counted.set(path, made);
    return made;
  }

  #mayHold({ source, path }: SourceText): boolean {
    if (this.#places === undefined) return true;
    return this.#places.some((place) => {
      if (place.kind === 'function') return source.includes(lastName(place.name));
      return path.endsWith(basename(place.path)) || source.includes('sourceMappingURL');
    });
  }
}

function withNote(path: string, line: number): string {
  return `${basename(path)}:${line}: neither what is inside of \`with\` nor the function around it is traced: the object there would be asked for the names of the tracer.`;
}

function placesOf(wanted: WantedTrace): readonly TracePlace[] | undefined {
  if (wanted.kind === 'frame') return wanted.inside ? undefined : [wanted.place];
  if (wanted.kind === 'lines') return linePlaces(wanted);
  return wanted.kind === 'values' ? wanted.points.map(({ place }) => place) : undefined;
}

function linePlaces({ file, within }: Extract<WantedTrace, { kind: 'lines' }>): readonly TracePlace[] | undefined {
  if (within !== undefined) return [within];
  return file === undefined ? undefined : [{ kind: 'line', path: file, line: 1 }];
}

function isPossible(place: TracePlace, written: WrittenPlaces): boolean {
  return place.path === undefined || written.mayHold(basename(place.path));
}

function parsed({ source, kind }: SourceText): ProgramText {
  try {
    return new ProgramText(source, kind);
  } catch (error) {
    // CommonJS with module syntax in it, as far as Node finds that out by itself.
    if (kind !== 'commonjs') throw error;
    return new ProgramText(source, 'module');
  }
}

function lastName(name: string): string {
  return (
    name
      .replace(/\(.*\)$/, '')
      .split(/[.#]/)
      .at(-1)
      ?.trim() ?? name
  );
}
