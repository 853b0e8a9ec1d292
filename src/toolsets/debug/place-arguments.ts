import type { BreakpointTarget } from '../../model/breakpoints/breakpoint-record.ts';
import { DebugError } from '../../model/debug-error.ts';
import { assertLineSays, lineOfStatement } from '../../session/statement-address.ts';
import { parsePlace, type ResolvePath } from './place-syntax.ts';

/** The arguments that name a place: a file with a line or a statement, or a function. */
export interface PlaceArguments {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly statement?: string | undefined;
  readonly nearLine?: number | undefined;
  /** The text that the caller expects on the line. */
  readonly expect?: string | undefined;
  readonly function?: string | undefined;
}

/**
 * The place that arguments name; undefined when they name none.
 *
 * @param running The text of the file that runs, where it was edited since it was loaded.
 * @throws DebugError `invalid_argument` for a place that is half given, or is not what the caller takes it for;
 *   `source_not_found`
 */
export function targetOf(
  args: PlaceArguments,
  resolvePath: ResolvePath,
  running?: string,
): BreakpointTarget | undefined {
  const { line, statement, nearLine, expect } = args;
  if (args.function !== undefined) return { kind: 'function', name: args.function.replace(/\(\)$/, '') };
  if (args.file === undefined) {
    if (line === undefined && statement === undefined) return undefined;
    throw placeMissing(`${line === undefined ? 'A statement' : `Line ${line}`} was given without its file.`);
  }
  if (statement !== undefined) {
    const path = resolvePath(args.file);
    const address = { path, statement, nearLine: nearLine ?? line, running };
    return { kind: 'line', path, line: lineOfStatement(address), statement };
  }
  const target = lineTarget(args.file, args, resolvePath);
  if (expect === undefined || target.kind !== 'line') return target;
  assertLineSays(target.path, target.line, expect, running);
  return { ...target, statement: expect };
}

function lineTarget(file: string, { line, column }: PlaceArguments, resolvePath: ResolvePath): BreakpointTarget {
  if (line !== undefined) return { kind: 'line', path: resolvePath(file), line, ...(column && { column }) };
  if (!/:\d+$/.test(file)) throw placeMissing(`"${file}" was given without a line.`);
  return parsePlace(file, resolvePath);
}

/** A place that is not, or only half, given. */
export function placeMissing(message: string): DebugError {
  return new DebugError('invalid_argument', message, {
    advice:
      'Give file and line (or statement), or function, or the number of a breakpoint; without arguments they are listed.',
    details: { argument: 'file' },
  });
}
