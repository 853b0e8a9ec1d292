import { readText } from '../../../files/read-file.ts';
import { linesOfText } from '../../../files/text-lines.ts';
import type { BreakpointPlaces } from '../../dap/recipe/adapter-quirks.ts';

/** Delve refuses lines without a statement: a breakpoint on one goes to the next that may have one. */
export function goPlaces(path: string): BreakpointPlaces | undefined {
  const text = readText(path);
  if (text === undefined) return undefined;
  const lines = linesOfText(text, path);
  const isCode = (line: number) => !/^\s*(?:\/\/.*|[)\]},;][)\]},;\s]*)?$/.test(lines[line - 1] ?? '');
  return {
    forLine(wanted) {
      if (isCode(wanted) || /^\s*\}\s*$/.test(lines[wanted - 1] ?? '')) return [{ line: wanted, fromLine: 1 }];
      const next = lines.findIndex((_, index) => index >= wanted && isCode(index + 1));
      return [{ line: next < 0 ? wanted : next + 1, fromLine: 1 }];
    },
    warning: () => undefined,
  };
}

/** The reason why a breakpoint that delve refused is never hit; undefined if a plugin may still bring its code. */
export function goRejection(message: string): string | undefined {
  if (/could not find statement/.test(message))
    return 'no code of the program is on that line: there is no statement, or the program does not use its function';
  if (/could not find file/.test(message)) return 'its file is not part of the program';
  return undefined;
}
