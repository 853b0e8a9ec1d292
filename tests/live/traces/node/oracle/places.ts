/** A variable of a function: one declaration, whatever it is called. */
export interface Variable {
  readonly id: number;
  readonly name: string;
  /** The value that it has at first is no change. */
  readonly isGiven: boolean;
  /** It belongs to a scope around the function. */
  readonly isOuter: boolean;
}

/** A place in the code at which something is logged. */
export interface Place {
  readonly line: number;
  /** As it is written: a callee, a condition. */
  readonly text: string;
  /** Whose values are logged there, in order. */
  readonly read: readonly Variable[];
  /** Which variables exist there. */
  readonly alive: ReadonlySet<number>;
  /** Of a call: what is shown for an argument that is not shown as a value. */
  readonly written: readonly (string | undefined)[];
  /** `await` or `yield`. */
  readonly what: 'await' | 'yield';
  /** The line of the loop that it belongs to. */
  readonly loop: number;
  /** The place that it belongs to: of a case, its switch; of a test, where passes begin. */
  readonly of: number;
  /** Of a call: nothing is known of what it gave. */
  readonly isInsideChain: boolean;
  /** Of a `catch`: it has no name for the error. */
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

/** What is known of an instrumented program: the numbers in its log are indices. */
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
