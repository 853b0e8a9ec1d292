/** A value as it was when it was recorded, described without running code of the program. */
export interface TracedValue {
  /** The value's text in one line: `{ id: 1, tags: [2] }`. */
  readonly text: string;
  /** The language's word for its kind: `number`, `NaN`, `null`, `string`, the name of a class. Passes that differ in it are shown. */
  readonly type: string;
  /** The value of a finite number. */
  readonly number?: number;
  /** The same for the same object, as long as it lives in its process. */
  readonly object?: number;
}

/** A variable, or one level below one: `product.price`, `items[3]`. */
export interface TracedChange {
  readonly name: string;
  /** Absent where there was none. */
  readonly before?: TracedValue;
  /** Absent where there is none any more. */
  readonly after?: TracedValue;
}

/** The end of a call. */
export type TracedEnd =
  | { readonly kind: 'returned'; readonly value: TracedValue }
  | { readonly kind: 'threw'; readonly error: TracedValue }
  /** A generator or coroutine that is waiting still. */
  | { readonly kind: 'suspended'; readonly line: number }
  /** A generator or coroutine that was given up where it waited; `line` is where it was last. */
  | { readonly kind: 'closed'; readonly line: number }
  /** The call was running when the recording ended. */
  | { readonly kind: 'running'; readonly line: number }
  /** Its end was not seen; `line` is where it was last. */
  | { readonly kind: 'unseen'; readonly line: number };

/** The events in a call, in order. Lines are 1-based and those of the written source. */
export type FrameEvent =
  /** A statement that begins on the line ran; what differed when the next one began. */
  | { readonly kind: 'line'; readonly line: number; readonly changes?: readonly TracedChange[] }
  /** The outcome of a condition: that of an `if`, a loop, a `?:`, or the case of a switch that was chosen. */
  | { readonly kind: 'branch'; readonly line: number; readonly what: string; readonly taken: boolean }
  | {
      readonly kind: 'call';
      readonly line: number;
      /** The callee as it is written: `cart.add`. */
      readonly name: string;
      readonly arguments: readonly TracedValue[];
      /** Absent while the call has not ended. */
      readonly end?: TracedEnd;
    }
  | {
      readonly kind: 'suspended';
      readonly line: number;
      readonly what: 'await' | 'yield';
      readonly value?: TracedValue;
    }
  | { readonly kind: 'resumed'; readonly line: number; readonly waitedMs: number; readonly value?: TracedValue }
  | { readonly kind: 'caught'; readonly line: number; readonly error: TracedValue }
  /** A pass of the loop that begins on the line: until the next of it, or `loopEnd`. Passes are counted from 1. */
  | { readonly kind: 'pass'; readonly line: number; readonly pass: number }
  /** Passes between two that are kept, which were like others before them in path and kinds of values. */
  | { readonly kind: 'skipped'; readonly line: number; readonly passes: number }
  | { readonly kind: 'loopEnd'; readonly line: number; readonly passes: number }
  /** Beyond the limit: so many events were not kept here. */
  | { readonly kind: 'dropped'; readonly events: number };

/** The caller. */
export interface TracedCaller {
  readonly name: string;
  readonly path: string;
  readonly line: number;
}

/**
 * The likeness of a value to a wanted text: a primitive, or the summary of an object, with that very text; an object with such a part in its
 * summary; an object that is the same but for brackets (`[1, 2]` for `1,2`); a longer string with the text in it, or a number that is
 * written otherwise (60.3 for `60.30`).
 */
export type ValueLikeness = 'equal' | 'item' | 'similar' | 'part';

/** The place of a value, in the order in which things happen: in a call (`number` of its function), on a line. */
export interface ValuePlace {
  /** As in the records `function`, which are unique in their file. */
  readonly function: number;
  readonly number: number;
  readonly line: number;
  /**
   * `set`: a variable or a part of an object was changed to it; `passed`: to a call that is made there; `argument`: with it the call
   * began; `result`: of a call that was made there; `returned`, `threw`: the call ended with it; `caught`: an error;
   * `yielded`, `resumed`: a generator or coroutine gave it, or went on with it.
   */
  readonly how: 'set' | 'passed' | 'argument' | 'result' | 'returned' | 'threw' | 'caught' | 'yielded' | 'resumed';
  /** The name of the variable or part, or of the function that was called. */
  readonly name?: string;
}

/** One line of the file of a process or worker. */
export type TraceRecord =
  /** The first of each file. `startedAtMs`: since the epoch; all other clocks are milliseconds since then. */
  | {
      readonly kind: 'process';
      readonly pid: number;
      readonly thread: number;
      readonly argv: readonly string[];
      readonly startedAtMs: number;
    }
  /** A function that is recorded; written when its code is loaded. `id` is unique in its file of records. */
  | {
      readonly kind: 'function';
      readonly id: number;
      readonly name: string;
      readonly path: string;
      readonly line: number;
      readonly endLine: number;
    }
  /** Mode `frame`: a call that is kept. `isWanted` is false for one that stands in where none was as wanted: the last one. */
  | {
      readonly kind: 'call';
      readonly function: number;
      readonly number: number;
      readonly isWanted: boolean;
      readonly atMs: number;
      readonly durationMs: number;
      readonly caller?: TracedCaller;
      readonly arguments: readonly TracedChange[];
      readonly events: readonly FrameEvent[];
      readonly end: TracedEnd;
      /** The call's place, where it is kept for being near to a wanted place. */
      readonly madeNear?: { readonly path: string; readonly line: number };
      /** In a search for values: the returns of the recorded calls that it made; of each of its lines the last of them. */
      readonly returns?: readonly { readonly line: number; readonly function: number; readonly returnLine: number }[];
    }
  /** Mode `calls`: a call in the tree. `parent`: the call that it was made in. */
  | {
      readonly kind: 'node';
      readonly id: number;
      readonly parent?: number;
      readonly function: number;
      readonly atMs: number;
      readonly durationMs: number;
      readonly arguments: readonly TracedChange[];
      readonly end: TracedEnd;
      /** Calls of the same function after this one and below the same parent that were alike, and are not kept. */
      readonly alike: number;
    }
  /** Exact counts of a function, at the end. `held`, `failed`: of the condition that calls were chosen by. */
  | {
      readonly kind: 'total';
      readonly function: number;
      readonly calls: number;
      readonly threw: number;
      readonly totalMs: number;
      readonly held?: number;
      readonly failed?: number;
      readonly error?: string;
    }
  /**
   * Mode `frame`, calls by `value`: a value with a wanted text came to be, and was not passed on, returned or read where it was known to
   * be before. Written again when it has come further: the last record of an `id` counts.
   */
  | {
      readonly kind: 'origin';
      /** The number of the origin in its file, in the order in which they came to be. */
      readonly id: number;
      /** The index of the text. */
      readonly text: number;
      readonly likeness: ValueLikeness;
      readonly atMs: number;
      readonly place: ValuePlace;
      readonly value: TracedValue;
      /** The calls around the origin's, the inner one first: at most 20. */
      readonly callers: readonly { readonly function: number; readonly number: number }[];
      /** The later places of the value, in order: the first ones and the last. */
      readonly path: readonly ValuePlace[];
      /** Calls that were given it and returned it as it was, the inner one first. */
      readonly unchanged?: readonly ValuePlace[];
      /** The number of calls around it, and of those around the outermost one that it came to. */
      readonly depth: number;
      readonly outermost: number;
      /** The number of times a value with the text came to be at this place. */
      readonly times: number;
    }
  /** Mode `frame`, calls by `value`, where no value had the text: the longest string that is a part of it, and where it first was. */
  | {
      readonly kind: 'closest';
      readonly text: number;
      readonly place: ValuePlace;
      readonly value: TracedValue;
    }
  /** Mode `values`: a place that a point has. */
  | {
      readonly kind: 'point';
      readonly point: number;
      readonly path: string;
      readonly line: number;
      readonly name?: string;
    }
  /** A kept pass of a point. `value` of an expression, or the error that it threw. */
  | {
      readonly kind: 'hit';
      readonly point: number;
      readonly pass: number;
      readonly atMs: number;
      /** The number of the thread where those of a process share its file, in the order in which they came by. Absent for the main one. */
      readonly thread?: number;
      readonly caller?: TracedCaller;
      readonly values: readonly TracedResult[];
      /** At a function: how the call ended. */
      readonly end?: TracedEnd;
    }
  /** Exact counts of a point, at the end. */
  | {
      readonly kind: 'pointTotal';
      readonly point: number;
      readonly passes: number;
      readonly held: number;
      readonly failed: number;
      readonly error?: string;
      readonly series: readonly TracedSeries[];
    }
  /**
   * A line of a program's text as it was and with what the tracer added to it, with 0-based columns of the plain line; an error
   * that is reported inside of what was added belongs to the column `target`. Written when a
   * process ends with an uncaught error: Node shows the line in stderr.
   */
  | {
      readonly kind: 'moved';
      readonly path: string;
      readonly line: number;
      readonly plain: string;
      readonly shown: string;
      readonly added: readonly { readonly column: number; readonly length: number; readonly target?: number }[];
    }
  /**
   * Mode `lines`: what can run of a written file in a text that was loaded. A bundle has one for each of the files in it. What ran
   * is counted by numbered counters of the text; several things may share one.
   */
  | {
      readonly kind: 'code';
      readonly text: number;
      readonly path: string;
      readonly functions: readonly CodeFunction[];
      /** The first line of each statement, its last, its counter, and its function by index; -1 at the top level. */
      readonly statements: readonly (readonly [line: number, endLine: number, counter: number, within: number])[];
      readonly branches: readonly CodeBranch[];
      /**
       * The first line of each of some statements, and a counter of how often it did not come to its end: an error left it, or it
       * waits.
       */
      readonly unfinished: readonly (readonly [line: number, counter: number])[];
    }
  /** Counters that have changed since the record before, by turns: number, count. Those that never come are 0. */
  | { readonly kind: 'counts'; readonly text: number; readonly values: readonly number[] }
  /**
   * Mode `lines`: a test begins or ends in this thread; what was counted before is written before it. `name`: those of the suites
   * around it, and its own.
   */
  | {
      readonly kind: 'test';
      readonly phase: 'begin' | 'end';
      readonly name: readonly string[];
      /** Absolute. */
      readonly file?: string;
    }
  /** The code that could not be traced, or was given up, and why; a sentence. `isGap`: so what ran may not have been seen. */
  | { readonly kind: 'note'; readonly text: string; readonly isGap?: true };

/** A function that can run. `counter`: of its calls. */
export interface CodeFunction {
  readonly name: string;
  readonly line: number;
  readonly endLine: number;
  readonly counter: number;
}

/** A place where code goes one of several ways: `if`, `?:`, the cases of a `switch`, the passes of a loop. */
export interface CodeBranch {
  readonly line: number;
  /** The decision as it is written: `if (total > 60)`. */
  readonly what: string;
  /** Its function by index; -1 at the top level. */
  readonly within: number;
  readonly ways: readonly { readonly name: string; readonly counter: number }[];
}

/** The outcome of an expression at one pass. */
export type TracedResult =
  | { readonly kind: 'value'; readonly name: string; readonly value: TracedValue }
  | { readonly kind: 'thrown'; readonly name: string; readonly message: string };

/** All values of one expression, counted. */
export interface TracedSeries {
  readonly name: string;
  /** Passes whose value differs from that of the pass before. */
  readonly changes: number;
  /** Different texts; `isMore` when there are more than were told apart. */
  readonly distinct: number;
  readonly isMore: boolean;
  /** The texts themselves, if they are few: a value that another process has had, too, is then counted once. */
  readonly texts?: readonly string[] | undefined;
  /** The number of times each kind was seen. */
  readonly types: Readonly<Record<string, number>>;
  /** The range of the finite numbers among them. */
  readonly range?: { readonly least: number; readonly most: number; readonly sum: number };
  /** Passes at which the expression threw. */
  readonly failed: number;
}

/** A line of a program's text to which the tracer added something. */
export type MovedLine = Extract<TraceRecord, { kind: 'moved' }>;
