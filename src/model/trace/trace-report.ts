import type { SourceLocation } from '../source-location.ts';
import type { ExitInfo } from '../stop-outcome.ts';
import type { OutputExcerpt } from '../stop-report.ts';
import type { TraceDifference } from './trace-difference.ts';
import type { TracedSeries, TraceRecord, ValuePlace } from './trace-record.ts';

type RecordOf<K extends TraceRecord['kind']> = Extract<TraceRecord, { kind: K }>;

/** A function that was recorded. `key` is unique in the whole run. */
export type TracedFunction = Omit<RecordOf<'function'>, 'kind' | 'id'> & { readonly key: string };
/** A call that was kept. `startedAtMs`: since the epoch. */
export type TracedCall = Omit<RecordOf<'call'>, 'kind' | 'function' | 'atMs' | 'returns'> & {
  readonly function: TracedFunction;
  readonly startedAtMs: number;
  /** The process or worker of it, by its place among them. */
  readonly process?: number;
  /** Calls of the function in its process, which its number counts; absent where they were not counted. */
  readonly callsInProcess?: number;
  readonly returns?: readonly TracedReturn[];
};

/** The place of a call's return, and the line of the call. */
export interface TracedReturn {
  readonly line: number;
  readonly function: TracedFunction;
  readonly returnLine: number;
}
/** A call in the tree, with those that were made in it. */
export type TracedNode = Omit<RecordOf<'node'>, 'kind' | 'id' | 'parent' | 'function' | 'atMs'> & {
  readonly function: TracedFunction;
  readonly startedAtMs: number;
  readonly children: readonly TracedNode[];
};
/** Exact counts of a function, over all processes. */
export type FunctionTotal = Omit<RecordOf<'total'>, 'kind' | 'function'> & { readonly function: TracedFunction };
/** The place of a value, with the function whose call it was in. */
export type TracedPlace = Omit<ValuePlace, 'function'> & { readonly function: TracedFunction };
/** The origin of a value with a wanted text. */
export type ValueOrigin = Omit<
  RecordOf<'origin'>,
  'kind' | 'id' | 'atMs' | 'place' | 'path' | 'unchanged' | 'callers'
> & {
  /** The process or worker of it, as that of {@link TracedCall}. */
  readonly process: number;
  readonly startedAtMs: number;
  readonly place: TracedPlace;
  readonly path: readonly TracedPlace[];
  readonly unchanged?: readonly TracedPlace[];
  readonly callers: readonly { readonly function: TracedFunction; readonly number: number }[];
};
/** The nearest value to a text that no value had. */
export type ClosestValue = Omit<RecordOf<'closest'>, 'kind' | 'place'> & { readonly place: TracedPlace };
/** The place of a point, as the tracer found it: a point at a function may have several. */
export type TracedPointPlace = Omit<RecordOf<'point'>, 'kind' | 'point'>;
/** In which process and thread something was; the main thread is 0. */
export interface TracedOrigin {
  readonly pid: number;
  readonly thread: number;
}
/** A kept pass. `startedAtMs`: since the epoch. `origin`: where several threads or processes came by. */
export type TracedHit = Omit<RecordOf<'hit'>, 'kind' | 'point' | 'atMs' | 'thread'> & {
  readonly startedAtMs: number;
  readonly origin?: TracedOrigin;
};
/** The outcome of one point, over all processes. */
export interface PointReport {
  readonly point: number;
  readonly places: readonly TracedPointPlace[];
  readonly hits: readonly TracedHit[];
  readonly total: Omit<RecordOf<'pointTotal'>, 'kind' | 'point'>;
}

/** A function as it stands in a file. */
export interface WrittenFunction {
  readonly name: string;
  readonly path: string;
  readonly line: number;
}

/** A line on which statements begin, over all processes. */
export interface TracedLine {
  readonly line: number;
  /** The end of the last of the statements that begin there. */
  readonly endLine: number;
  /** The number of times one of them began: of that which ran most. */
  readonly count: number;
  /** The number of times one of them did not come to its end: an error left it, or it waits still. Not known of all. */
  readonly unfinished: number;
  /** The function around the statement; undefined at the top level. */
  readonly within: string | undefined;
}
/** A function, by how often it was called. `key` is unique in its file. */
export interface CountedFunction {
  readonly key: string;
  readonly name: string;
  readonly line: number;
  readonly endLine: number;
  readonly calls: number;
}
/** A place where code goes one of several ways, with the passes of each. */
export interface CountedBranch {
  readonly line: number;
  readonly what: string;
  readonly within: string | undefined;
  readonly ways: readonly { readonly name: string; readonly count: number }[];
}
/** The parts of a loaded file that ran. All in the order of lines. */
export interface TracedFile {
  readonly path: string;
  readonly functions: readonly CountedFunction[];
  readonly lines: readonly TracedLine[];
  readonly branches: readonly CountedBranch[];
}
/** A file, with its written lines; the first one first. Empty where they may not be shown. */
export interface ShownFile extends TracedFile {
  readonly source: readonly string[];
}

/** The end of the traced program, by itself or at the time limit. */
export type TracedRunEnd =
  | ({ readonly kind: 'exited' } & ExitInfo)
  /** The run was ended at the time limit. */
  | {
      readonly kind: 'running';
      readonly waitedMs: number;
      readonly where?: SourceLocation;
      /** The process that a signal (SIGSTOP) has stopped. */
      readonly suspended?: { readonly pid: number };
    };

/** The recordings of the processes and workers of one run, put together. */
export interface TraceReport {
  readonly ended: TracedRunEnd;
  readonly output: OutputExcerpt;
  /** Processes and workers that were traced. */
  readonly processes: number;
  readonly functions: readonly TracedFunction[];
  /** In the order in which they began, as are the nodes. */
  readonly calls: readonly TracedCall[];
  readonly roots: readonly TracedNode[];
  readonly totals: readonly FunctionTotal[];
  /** Calls by `value`: in the order in which they came to be, over all processes. */
  readonly origins?: readonly ValueOrigin[];
  readonly closest?: readonly ClosestValue[];
  readonly points: readonly PointReport[];
  /** Mode `lines`: the files that were loaded. */
  readonly files: readonly TracedFile[];
  readonly notes: readonly string[];
  /** The reasons why not all that ran was seen, a sentence each. What is said not to have happened may have. */
  readonly gaps?: readonly string[];
}

/** A difference of two trees of calls. `callers`: the names of the functions around it, the outermost first. */
export type CallDifference = { readonly callers: readonly string[] } & (
  | {
      /** The same call with other arguments, with another result, or followed by another number of calls like it. */
      readonly kind: 'arguments' | 'result' | 'repeated';
      readonly one: TracedNode;
      readonly other: TracedNode;
    }
  /** A call that only one of the runs made, or another one in its place. */
  | { readonly kind: 'onlyHere'; readonly one: TracedNode }
  | { readonly kind: 'onlyThere'; readonly other: TracedNode }
  | { readonly kind: 'instead'; readonly one: TracedNode; readonly other: TracedNode }
);

/** A function that was called another number of times. */
export interface CountDifference {
  readonly function: TracedFunction;
  readonly one: number;
  readonly other: number;
}

/** A difference of one point between two runs. */
export interface PointDifference {
  /** The point as the caller gave it. */
  readonly asked: string;
  readonly passes: Sides<number>;
  /** The first kept passes that differ; undefined where a run did not come by. */
  readonly rows: readonly Partial<Sides<TracedHit>>[];
  readonly series: readonly Partial<Sides<TracedSeries>>[];
}

/** The same thing in both runs. */
export interface Sides<T> {
  readonly one: T;
  readonly other: T;
}

/** Two runs, of which `one` is this one. `otherName` is what the other one is called: `trace 3`. `otherGaps`: as those of {@link TraceReport}. */
export type TraceComparison = {
  readonly kind: 'comparison';
  readonly otherName: string;
  readonly otherGaps?: readonly string[];
} & (
  | {
      /** The same function. */
      readonly of: 'frame';
      readonly one: TracedCall;
      readonly other: TracedCall;
      readonly differences: readonly TraceDifference[];
      readonly source: readonly string[];
      /** The file of the other run, which may have been edited since. */
      readonly otherSource: readonly string[];
    }
  | {
      readonly of: 'calls';
      readonly differences: readonly CallDifference[];
      readonly counts: readonly CountDifference[];
      /** Calls of this run that were counted with one like them, and could not be compared. */
      readonly folded: number;
    }
  | { readonly of: 'values'; readonly points: readonly PointDifference[] }
  | {
      readonly of: 'lines';
      /** Each is there in both, where it was loaded by one. */
      readonly files: readonly { readonly one: ShownFile; readonly other: TracedFile }[];
      readonly otherEnded: TracedRunEnd;
    }
);

/** A trace's answer to the question that was put. */
export type TraceFinding =
  | {
      readonly kind: 'frame';
      readonly call: TracedCall;
      /** False: no call was as wanted, and the last one stands in. */
      readonly isWanted: boolean;
      readonly total?: FunctionTotal;
      /** The written lines of its file, the first one first; empty where they may not be shown. */
      readonly source: readonly string[];
    }
  | TraceComparison
  /** The lives of a call, and of those that were made in it: one of each function. */
  | {
      readonly kind: 'lives';
      /** Absent where all of the run is meant. */
      readonly entry?: TracedCall;
      /** The calls, the outer one first, in the order in which they began. */
      readonly calls: readonly TracedCall[];
      /** The written lines of each file. */
      readonly sources: ReadonlyMap<string, readonly string[]>;
    }
  /** The origins of values with the wanted texts, the most likely one first, and what ran before that one. */
  | {
      readonly kind: 'origins';
      readonly texts: readonly string[];
      readonly origins: readonly ValueOrigin[];
      /** The earlier origins of parts of the texts, each with its text. */
      readonly parts: readonly { readonly text: string; readonly origin: ValueOrigin }[];
      /** The closest values to the texts that no value had. */
      readonly closest: readonly ClosestValue[];
      /** The call that the first of them is in; undefined where there is none, or it was not kept. */
      readonly call?: TracedCall;
      /** The wanted call, those around it, and of each other function its last call before: in the order in which they began. */
      readonly calls: readonly TracedCall[];
      /** The written lines of each file. */
      readonly sources: ReadonlyMap<string, readonly string[]>;
    }
  /** Several functions have the name, and more than one of them was called. */
  | { readonly kind: 'ambiguous'; readonly totals: readonly FunctionTotal[] }
  | { readonly kind: 'neverCalled'; readonly functions: readonly TracedFunction[] }
  /** No function of own code that was loaded is the one asked for. */
  | {
      readonly kind: 'unknown';
      /** Written functions with a name like it. */
      readonly near: readonly WrittenFunction[];
      /** The problem with the file that it was looked for in. */
      readonly file?: 'missing' | 'installed' | 'unloaded';
    }
  | { readonly kind: 'calls' }
  | { readonly kind: 'values' }
  | { readonly kind: 'lines'; readonly files: readonly ShownFile[] };
