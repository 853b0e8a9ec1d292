import type { OwnCode } from '../agent/own-code.ts';
import { inserted } from '../code/edits.ts';
import type { Instrumented, Instrumenter, SourceText } from '../code/instrument.ts';
import { type CodeTable, type Insertion, RECORDER } from '../code/table.ts';
import type { Recorder } from '../record/recorder.ts';
import type { LoadedTexts } from './loaded-texts.ts';

/** The announcement of a text with probes that another thread made. */
export interface Announced {
  readonly path: string;
  readonly plain: string;
  readonly insertions: readonly Insertion[];
  readonly tables: readonly CodeTable[];
  readonly notes: readonly string[];
  readonly hints?: readonly string[];
}

/** The offset for the call that announces a text: not before a line for the shell. */
export function headOffset(source: string): number {
  return source.startsWith('#!') ? source.indexOf('\n') + 1 : 0;
}

/** The call that announces a text. */
export function announcement(announced: Announced): string {
  return `${RECORDER}.define(${JSON.stringify(JSON.stringify(announced))});`;
}

const IMPORTS = /\bimport\(/;
/** A package that names what it imports does not mean modules of the program. */
const IMPORTS_OTHERS = /\bimport\(\s*[^\s'"]/;

/** Gives texts their probes when they are loaded in this thread. */
export class Texts {
  readonly #own: OwnCode;
  readonly #instrumenter: Instrumenter;
  readonly #recorder: Recorder;
  readonly #loaded: LoadedTexts;
  #beforeImports: (() => void) | undefined;

  constructor(own: OwnCode, instrumenter: Instrumenter, recorder: Recorder, loaded: LoadedTexts) {
    this.#own = own;
    this.#instrumenter = instrumenter;
    this.#recorder = recorder;
    this.#loaded = loaded;
  }

  /** Has something called once, before the first text runs that imports modules. */
  beforeImports(call: () => void): void {
    this.#beforeImports = call;
  }

  /** True if a file's text may be given probes. */
  isWatched(path: string): boolean {
    return this.#own.isOwn(path) || (this.#instrumenter.watchesPackages() && this.#own.isPackage(path));
  }

  /** The text to run in place of one. */
  replaced(text: SourceText): string {
    const isOwn = this.#own.isOwn(text.path);
    if (this.#beforeImports !== undefined && (isOwn ? IMPORTS : IMPORTS_OTHERS).test(text.source)) {
      this.#beforeImports();
      this.#beforeImports = undefined;
    }
    if (!isOwn && !this.isWatched(text.path)) return text.source;
    try {
      const made = isOwn ? this.#instrumenter.instrument(text) : this.#instrumenter.watchPackage(text);
      if (made === undefined) {
        this.#loaded.remember(text.path, text.source);
        return text.source;
      }
      this.#take(made);
      return made.text;
    } catch (error) {
      this.#recorder.gap(`${text.path} could not be given probes: ${error instanceof Error ? error.message : ''}.`);
      return text.source;
    }
  }

  /** A text with probes from another thread begins to run. */
  define(json: string): void {
    const announced: Announced = JSON.parse(json);
    const { plain, insertions } = announced;
    const head = { offset: headOffset(plain), text: `${RECORDER}.define(${JSON.stringify(json)});` };
    const all = [head, ...insertions];
    this.#take({ ...announced, insertions: all, text: inserted(plain, all) });
  }

  #take(made: Instrumented): void {
    if (this.#loaded.has(made)) return;
    for (const note of made.notes) this.#recorder.note(note);
    for (const hint of made.hints ?? []) this.#recorder.hint(hint);
    if (made.insertions.length === 0) return;
    this.#loaded.add(made);
    for (const table of made.tables) this.#recorder.define(table);
  }
}
