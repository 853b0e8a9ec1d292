import type { CdpPosition } from '../../../cdp/positions.ts';
import type { ExactPosition } from '../source/source-lines.ts';

/** A conditional breakpoint that wants to become part of the running source. */
export interface WantedEdit {
  /** The caller's number for it. */
  readonly id: number;
  /** 0-based, in the text of the script as V8 has it. */
  readonly lineNumber: number;
  /** 0-based. Where V8 stops for the breakpoint on that line; an edit that would lead elsewhere is unsafe. Left out: anywhere. */
  readonly columnNumber?: number | undefined;
  /** The place is the first on its line where V8 can stop; no column was asked for. */
  readonly isFirstOnLine?: boolean;
  readonly condition: string;
  /** What to do when the condition throws: a statement with its error as `e`, without blanks. Left out: nothing. */
  readonly failure?: string | undefined;
  /** The running text has this edit already, so keeping it changes nothing, however far the script has run. */
  readonly inPlace?: boolean;
}

/** A script and the conditions to edit into it. */
export interface LiveEditRequest {
  /** What `Debugger.getScriptSource` answers: for CommonJS that is without Node's wrapper. */
  readonly source: string;
  /** `module` when `Debugger.scriptParsed` says `isModule`. */
  readonly sourceType: 'module' | 'commonjs';
  /** False only while the script is paused at its very first statement, or was parsed and not run yet. */
  readonly started: boolean;
  /** Where it is paused then: V8 has asked the conditions that stand there, and would ask them again. */
  readonly pausedAt?: ExactPosition | undefined;
  readonly edits: readonly WantedEdit[];
}

/** An edit that is part of the plan's source. */
export interface PlacedEdit {
  readonly id: number;
  /** 0-based. Where V8 says that it is paused when the condition was true: `reason` `other`, no `hitBreakpoints`. */
  readonly debuggerAt: ExactPosition;
  /** 0-based column at which the inserted text begins, on the line of `debuggerAt`; nothing but it and comments follow. */
  readonly startColumn: number;
  /** 0-based column after the inserted text. */
  readonly endColumn: number;
  /** The inserted text. */
  readonly text: string;
  /** 0-based line of the statement that the breakpoint is meant for, one step later. */
  readonly targetLineNumber: number;
  /** 0-based column at which a breakpoint on that line stops. */
  readonly targetColumnNumber: number;
  /** The function that holds the breakpoint: its name or, without one, ''; undefined at the top level of a CommonJS module. */
  readonly insideFunction: string | undefined;
  /** The expression for the function that holds it, by {@link textReader}; undefined: the edit must not be made. */
  readonly reader: string | undefined;
}

/** An edit that cannot be made without a risk: use a CDP condition. */
export interface UnsafeEdit {
  readonly id: number;
  readonly reason: string;
}

/** What to hand to `applyLiveEdit`. */
export interface LiveEditPlan {
  /** The whole text of the script with all placed edits: the same lines, every token where it was. */
  readonly source: string;
  readonly placed: readonly PlacedEdit[];
  readonly unsafe: readonly UnsafeEdit[];
  /** The module's own frame runs edited code: V8 must restart it, which is right only at its first statement. */
  readonly restartsTopFrame: boolean;
}

/** The edit inside whose inserted text a 0-based position lies: a place that the program does not have, to be stepped over. */
export function placedEditAt(placed: readonly PlacedEdit[], position: CdpPosition): PlacedEdit | undefined {
  const column = position.columnNumber ?? 0;
  return placed.find(
    ({ debuggerAt, startColumn, endColumn }) =>
      debuggerAt.lineNumber === position.lineNumber && startColumn <= column && column < endColumn,
  );
}
