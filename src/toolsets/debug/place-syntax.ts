import type { BreakpointTarget } from '../../model/breakpoints/breakpoint-record.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { BreakpointRequest } from '../../session/breakpoints/breakpoint-book.ts';

/** Makes a path absolute. */
export type ResolvePath = (path: string) => string;

/**
 * Reads a breakpoint in short form: `app.js:10`, `app.js:10:5`, `total()`, each with ` if <condition>`.
 *
 * @param resolvePath Makes a path absolute.
 * @throws DebugError `invalid_argument`
 */
export function parseBreakpoint(text: string, resolvePath: ResolvePath): BreakpointRequest {
  const whole = text.trim();
  const [separator] = /\sif\s/.exec(whole) ?? [];
  if (separator === undefined) return { target: parsePlace(whole, resolvePath), condition: undefined };
  const at = whole.indexOf(separator);
  const condition = whole.slice(at + separator.length).trimStart();
  return { target: parsePlace(whole.slice(0, at).trimEnd(), resolvePath), condition };
}

/**
 * Reads a place: `app.js:10`, `app.js:10:5`, `total()`.
 *
 * @throws DebugError `invalid_argument`
 */
export function parsePlace(place: string, resolvePath: ResolvePath): BreakpointTarget {
  const functionName = /^([\w$.#]+)\(\)$/.exec(place)?.[1];
  if (functionName !== undefined) return { kind: 'function', name: functionName };
  const [, file, line, column] = /^(.+?):(\d+)(?::(\d+))?$/.exec(place) ?? [];
  if (file === undefined || Number(line) < 1) {
    throw new DebugError('invalid_argument', `"${place}" is not a place in a program.`, {
      advice: 'Write file:line (app.js:10, src/util.js:3) or a function name with parentheses (total()).',
      details: { argument: 'breakpoints' },
    });
  }
  const target = { kind: 'line', path: resolvePath(file), line: Number(line) } as const;
  return column === undefined ? target : { ...target, column: Number(column) };
}
