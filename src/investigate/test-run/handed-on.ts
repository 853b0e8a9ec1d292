import { readText } from '../../files/read-file.ts';
import { linesOfText } from '../../files/text-lines.ts';
import type { TestError } from '../../model/tests/test-report.ts';

/** Characters before an error that its call is looked for in. */
const MAX_CALL_CHARS = 200;
const MAX_FILE_BYTES = 2_000_000;
/** An expression that makes an error: `new TypeError(…)`, `Error(…)`. */
const MAKES_ERROR = /^(?:new\s|[A-Z][\w$]*\()/;

/**
 * The outcome for an error that was never seen thrown, as a clause, from the text around the place where it was made: it was given to a call,
 * or kept. Undefined where it was not made there, or is thrown there.
 */
export function handedOn({ stack }: Pick<TestError, 'stack'>): string | undefined {
  const [made] = stack;
  const text = made && readText(made.location.path, MAX_FILE_BYTES);
  if (!made || text === undefined) return undefined;
  const { path, line, column } = made.location;
  const lines = linesOfText(text, path);
  const own = lines[line - 1] ?? '';
  if (!MAKES_ERROR.test(own.slice(column - 1))) return undefined;
  // A formatter puts a long argument on a line of its own.
  const before = `${lines[line - 2] ?? ''}\n${own.slice(0, column - 1)}`.slice(-MAX_CALL_CHARS).trimEnd();
  if (/\bthrow$/.test(before)) return undefined;
  const call = /(?<![\w$.])([\w$.]+)\($/.exec(before)?.[1];
  return call === undefined ? 'the error was made here and handed on' : `the error was given to ${call}()`;
}
