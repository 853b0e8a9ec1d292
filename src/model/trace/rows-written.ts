/** A file of all rows of a trace. */
export interface RowsWritten {
  /** Absolute. */
  readonly path: string;
  readonly rows: number;
  /** Rows that came beyond `maxRows` or `maxBytes`. */
  readonly left: number;
  readonly maxRows: number;
  readonly maxBytes: number;
}
