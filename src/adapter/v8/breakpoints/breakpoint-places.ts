import { DebugError } from '../../../model/debug-error.ts';
import type { GeneratedPosition, SourceMap } from '../../../sourcemap/source-map.ts';
import { inGeneratedNames } from '../scripts/renamed-variables.ts';
import type { CdpLocation } from '../scripts/script-table.ts';
import { metExpression } from './conditions/condition-expression.ts';
import type { ThreadBreakpoint } from './thread-breakpoint.ts';

/** The reply, or undefined when V8 has a breakpoint at that place: two spellings of one file may name the same. */
export async function tolerateTaken<T>(reply: Promise<T>): Promise<T | undefined> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof DebugError && error.code === 'protocol_error') return undefined;
    throw error;
  }
}

/**
 * The places of a breakpoint in code that was compiled from its file: the line asked for, or the next one that has code.
 *
 * @param line The line of its statement in the text that was compiled.
 */
export function generatedPlaces(
  map: SourceMap,
  { path, wanted }: ThreadBreakpoint,
  line = wanted.line,
): GeneratedPosition[] {
  const places = map.generatedOf(path, line, wanted.column);
  if (places.length > 0) return places;
  const next = map.mappedLineFrom(path, line);
  return next === undefined ? [] : map.generatedOf(path, next);
}

/** The number of lines above a line without code in which code is looked for. */
const MAX_ABOVE_LINES = 50;

/** The end of the code of the lines above, for a line that has no code and none below it. */
export function placeAbove(map: SourceMap | undefined, { path, wanted }: ThreadBreakpoint): GeneratedPosition {
  for (let line = wanted.line - 1; line >= Math.max(1, wanted.line - MAX_ABOVE_LINES); line--) {
    const place = map?.generatedOf(path, line).at(-1);
    if (place) return place;
  }
  return { lineNumber: 0, columnNumber: 0 };
}

/** The place of a breakpoint in code that is its file as written. @param line As {@link generatedPlaces}. */
export function writtenPlace({ wanted }: ThreadBreakpoint, line = wanted.line): GeneratedPosition {
  return { lineNumber: line - 1, columnNumber: (wanted.column ?? 1) - 1 };
}

/** A place that V8 can be asked for once. */
export function placeKey(script: string, { lineNumber, columnNumber }: GeneratedPosition): string {
  return `${lineNumber}:${columnNumber}:${script}`;
}

/** True if two places of scripts are the same one; a place without a column is the start of its line. */
export function isSamePlace(a: CdpLocation | undefined, b: CdpLocation): boolean {
  return a?.scriptId === b.scriptId && a.lineNumber === b.lineNumber && (a.columnNumber ?? 0) === (b.columnNumber ?? 0);
}

/** The names if no variable has another name than its author gave it. */
export const NO_NAMES: ReadonlyMap<string, string> = new Map();

/**
 * A breakpoint's condition as a parameter of a CDP command.
 *
 * @param names What the program's variables are called there, where that is not as their author called them.
 */
export function metConditionOf(bound: ThreadBreakpoint, names = NO_NAMES): { condition?: string } {
  const { condition } = conditionOf(bound, names);
  return condition === undefined ? {} : { condition: metExpression(bound.wanted, bound.localId, condition) };
}

/** The condition alone, which is true only where a pass counts. @param names As {@link metConditionOf}. */
export function conditionOf({ condition }: ThreadBreakpoint, names = NO_NAMES): { condition?: string } {
  if (condition === undefined) return {};
  return { condition: names.size === 0 ? condition : inGeneratedNames(condition, names) };
}
