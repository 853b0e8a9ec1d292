import type { Position } from '../model/source-location.ts';

/** A position as CDP writes it: both numbers 0-based. */
export interface CdpPosition {
  readonly lineNumber: number;
  /** Left out: the line's start. */
  readonly columnNumber?: number | undefined;
}

/** From CDP's 0-based position to the engine's 1-based one. */
export function toSourcePosition(position: CdpPosition): Position {
  return { line: position.lineNumber + 1, column: (position.columnNumber ?? 0) + 1 };
}

/** From the engine's 1-based position to CDP's 0-based one; without a column it stays without. */
export function toCdpPosition(position: { readonly line: number; readonly column: number }): Required<CdpPosition>;
export function toCdpPosition(position: { readonly line: number; readonly column?: number | undefined }): CdpPosition;
export function toCdpPosition(position: { readonly line: number; readonly column?: number | undefined }): CdpPosition {
  const lineNumber = position.line - 1;
  return position.column === undefined ? { lineNumber } : { lineNumber, columnNumber: position.column - 1 };
}
