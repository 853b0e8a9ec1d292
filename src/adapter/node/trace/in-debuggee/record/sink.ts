import type { CodeTable } from '../code/table.ts';

/** Takes records, and knows the time. */
export interface RecordSink {
  /** An error that has not been caught so far may be about to end the process. */
  readonly isEscaping: boolean;
  write(record: object): void;
  /** Something happened: time may have come to write. */
  tick(): void;
  /** Something is to be written soon. */
  wake(): void;
  /** Writes at once: a wanted record is there, which must not be lost. */
  flush(): void;
  /** Milliseconds since the process began, of a moment or now. */
  sinceStart(moment?: number): number;
  /** A call of the code ended with an error that is not known; the next error that is met is it, unless code has gone on. */
  awaitsError(table: CodeTable, known: (error: unknown) => void): void;
  /** A call that is only counted has ended with an error. */
  countedError(table: CodeTable): void;
  /** A call returned. */
  wentOn(): void;
  met(error: unknown): void;
}
