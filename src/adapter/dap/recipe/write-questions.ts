import type { DapThreadId } from '../../../dap/ids.ts';
import type { SourceLocation } from '../../../model/source-location.ts';

/** A place that is to be watched, by the debuggee's own number for it. */
export interface WantedPlace {
  readonly number: number;
  readonly condition?: string | undefined;
  readonly isLogged: boolean;
}

/** The outcome of an asked place. */
export type PlaceAnswer =
  /** @property note As of a `WatchablePlace`. */
  | { readonly kind: 'place'; readonly number: number; readonly note?: string | undefined }
  /** @property why A sentence without its full stop. */
  | { readonly kind: 'refused'; readonly why: string };

/** The outcome for watched places. `conditionError`: none is watched that was not before. */
export type PlacesAnswer =
  | { readonly kind: 'places'; readonly places: readonly WatchedNumber[] }
  | { readonly kind: 'conditionError'; readonly message: string };

/** A watched place, as `WatchedPlace` says of it. */
export interface WatchedNumber {
  readonly number: number;
  readonly hasUnseen: boolean;
  readonly gone: string | undefined;
}

/** A write that the debuggee reports; where it stops for it, the stop comes next. */
export interface ReportedWrite {
  readonly dapThreadId: DapThreadId;
  readonly isLogged: boolean;
  readonly before: string;
  readonly after: string;
  readonly changes: number;
  readonly location: SourceLocation;
  readonly functionName: string;
}

/** Code of the language that watches the writes of places in a debuggee. */
export interface WriteQuestions {
  /** The code to evaluate once, without a frame, before anything else. */
  installation(): string;
  /** The reason why the installation failed, as a sentence without its full stop; empty if it did not. */
  installationProblem(result: string): string;
  /** Asks about the place that an expression names in the frame of the evaluation. */
  place(expression: string): string;
  /** Watches these places and no others. */
  set(wanted: readonly WantedPlace[]): string;
  /** Asks what became of the watched places. */
  watched(): string;
  /** Leaves nothing in the program. */
  end(): string;
  /** Reads an answer; undefined where that was none. */
  readPlace(result: string): PlaceAnswer | undefined;
  readPlaces(result: string): PlacesAnswer | undefined;
  /** Reads what comes as output under the mark `written`. */
  readWrite(text: string): ReportedWrite | undefined;
}
