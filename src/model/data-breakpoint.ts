import type { DataId } from './ids.ts';
import type { SourceLocation } from './source-location.ts';

/** The wanted kind of access to a watched place: changes or reads. */
export type DataAccess = 'read' | 'write';

/**
 * A write that changed a watched place, or a read of one: the one that a thread stopped at, or one that was only recorded. Of a read, what was
 * read is both before and after.
 */
export interface SeenWrite {
  /** Names the place, as the adapter gave it out. */
  readonly dataId: DataId;
  /** One-line texts of the value before and after. */
  readonly before: string;
  readonly after: string;
  /** The number of times it was written, or read, since it is watched, this time included; undefined where only changes are seen. */
  readonly writes?: number | undefined;
  /** The number of these that changed it, or read it. */
  readonly changes: number;
  /** The place of the access, where the program stands on another line already. */
  readonly madeAt?: SourceLocation | undefined;
}

/** A write that was recorded without a stop. */
export interface RecordedWrite extends SeenWrite {
  readonly location: SourceLocation;
  readonly functionName: string;
}

/** All recorded writes that one line made. */
export interface Writer {
  readonly location: SourceLocation;
  readonly functionName: string;
  readonly count: number;
  /** The value before the first of them, and after the last. */
  readonly before: string;
  readonly after: string;
}

/** A place whose writes, or reads, are watched. */
export interface WriteWatch {
  readonly id: number;
  readonly access: DataAccess;
  readonly expression: string;
  readonly condition?: string | undefined;
  /** The writes that are seen, if not all, or their cost: words that follow "writes". */
  readonly note?: string | undefined;
  /** The part of the program that is not seen, to stand in a sentence. */
  readonly unseen?: string;
  /** Its writers are listed, and do not stop the program. */
  readonly isLogged: boolean;
  /** As the last change that was seen says; undefined where only changes are seen. */
  readonly writes: number | undefined;
  readonly changes: number;
  readonly writers: readonly Writer[];
  /** The reason why no further writes are seen; a part of a sentence. */
  readonly gone?: string | undefined;
}

/** A stop at a write, with the watch that saw it. */
export interface WatchedWrite extends SeenWrite {
  readonly id: number;
  readonly access: DataAccess;
  readonly expression: string;
}
