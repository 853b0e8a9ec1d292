/** The two languages that have a tracer. */
export type PlantedLanguage = 'node' | 'python';

/** A text of a package that is replaced by one with a bug; `was` occurs once in the file. */
export interface Plant {
  /** In the package; empty for a module that is one file. */
  readonly file: string;
  readonly was: string;
  readonly is: string;
}

/** A bug in a copy of a real package, whose value goes wrong in one function and shows in another. */
export interface PlantedBug {
  /** Also that of its program, without the extension. */
  readonly program: string;
  /** The folder or module of the package, as it is installed. */
  readonly folder: string;
  /** As the registry names it, with the version. */
  readonly package: string;
  readonly language: PlantedLanguage;
  /** The kind of mistake. */
  readonly mistake: string;
  readonly plant: Plant;
  /** The program's output with the package as it is, and with the bug: all that an agent knows. */
  readonly right: string;
  readonly wrong: string;
  /** The arguments of `debug_trace` beside the program: the one call of an agent that knows the symptom and the package's public functions. */
  readonly call: Readonly<Record<string, unknown>>;
  /** The wrong value as it comes to be, in the row of the faulty line or one after it. */
  readonly value: RegExp;
}
