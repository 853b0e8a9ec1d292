/** A variable of a function: one declaration, whatever it is called. */
export interface Variable {
  readonly id: number;
  readonly name: string;
  /** The value that it has at first is no change. */
  readonly isGiven: boolean;
  /** True for a variable of a scope around the function. */
  readonly isOuter: boolean;
}

/** A place in the code at which something is logged. */
export interface Place {
  readonly line: number;
  /** As it is written: a callee, a condition. */
  readonly text: string;
  /** The variables whose values are logged there, in order. */
  readonly read: readonly Variable[];
  /** The variables that exist there. */
  readonly alive: ReadonlySet<number>;
  /** The written form of a call's arguments that are not shown as values. */
  readonly written: readonly (string | undefined)[];
  /** `await` or `yield`. */
  readonly what: 'await' | 'yield';
  /** The line of the loop that it belongs to. */
  readonly loop: number;
  /** The place that it belongs to: of a case, its switch; of a test, where passes begin. */
  readonly of: number;
  /** True for a call whose result is not known. */
  readonly isInsideChain: boolean;
  /** True for a `catch` that has no name for the error. */
  readonly isPattern: boolean;
}

/** A function of the program. */
export interface OracleFunction {
  readonly id: number;
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly params: readonly string[];
  /** `this`, where it is shown with the arguments; their values come before its own. */
  readonly self: string | undefined;
  /** Variables around it that it assigns. */
  readonly outer: readonly Variable[];
}

/** The places and variables of an instrumented program: the numbers in its log are indices. */
export class Places {
  readonly places: Place[] = [];
  readonly functions: OracleFunction[] = [];
  #variables = 0;

  add(place: Partial<Place> & Pick<Place, 'line'>): number {
    const rest = {
      text: '',
      read: [],
      alive: new Set<number>(),
      written: [],
      what: 'await' as const,
      loop: 0,
      of: -1,
      isInsideChain: false,
      isPattern: false,
    };
    return this.places.push({ ...rest, ...place }) - 1;
  }

  addFunction(made: Omit<OracleFunction, 'id'>): number {
    return this.functions.push({ ...made, id: this.functions.length }) - 1;
  }

  variable(name: string, isGiven: boolean, isOuter = false): Variable {
    return { id: this.#variables++, name, isGiven, isOuter };
  }
}
