import type { CallOptions } from '../model/call-options.ts';
import type { DataAccess } from '../model/data-breakpoint.ts';
import type { DataId, FrameId, ThreadId } from '../model/ids.ts';

/**
 * True if the accesses to a place can be seen.
 *
 * @see DAP dataBreakpointInfo
 */
export type WatchablePlace =
  /** @property note Which of its writes are seen, if not all, or what that costs: words that follow "writes". */
  | { readonly kind: 'watchable'; readonly dataId: DataId; readonly note?: string | undefined }
  /** @property why A sentence without its full stop. */
  | { readonly kind: 'refused'; readonly why: string };

/** The answer if the debugger of a frame's language watches no place. */
export const CANNOT_WATCH = {
  kind: 'refused',
  why: 'the debugger of this language cannot',
} as const satisfies WatchablePlace;

/** A question about a place. @property expression As it names the place in the frame. */
export interface PlaceQuestion {
  readonly expression: string;
  readonly frameId: FrameId;
  readonly access: DataAccess;
}

/** The accesses to a place that are wanted. */
export interface DataBreakpoint {
  readonly dataId: DataId;
  readonly access: DataAccess;
  /** An expression over `old` and `new`, or over the `value` that is read; left out, every change and every read counts. */
  readonly condition?: string | undefined;
  /** True if changes are reported instead of stopping the program. */
  readonly isLogged: boolean;
}

/** The outcome for a watched place. */
export interface WatchedPlace {
  readonly dataId: DataId;
  /**
   * True if the place was changed in a way that is not seen: a collection's content, not by its methods; or by code that is not
   * in the language.
   */
  readonly hasUnseen?: boolean | undefined;
  /** The reason why the debugger does not see the place's writes any more; a part of a sentence. */
  readonly gone?: string | undefined;
}

/** Stops, or reports, where a place in the program's memory is written, or read. */
export interface WriteWatches {
  /**
   * True if the place that an expression names at a stop can be watched.
   *
   * @throws DebugError `stale_reference`
   * @see DAP dataBreakpointInfo
   */
  dataBreakpointInfo(question: PlaceQuestion, options?: CallOptions): Promise<WatchablePlace>;
  /**
   * Replaces all data breakpoints; the places left out are as if they had never been watched.
   *
   * @throws DebugError `invalid_argument` for a condition that does not parse
   * @see DAP setDataBreakpoints
   */
  setDataBreakpoints(wanted: readonly DataBreakpoint[], options?: CallOptions): Promise<readonly WatchedPlace[]>;
  /** The watched places, as a stopped thread has been found. */
  watched(threadId: ThreadId, options?: CallOptions): Promise<readonly WatchedPlace[]>;
}
