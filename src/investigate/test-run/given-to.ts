import { readText } from '../../files/read-file.ts';
import { linesOfText } from '../../files/text-lines.ts';
import type { TestError } from '../../model/tests/test-report.ts';

/** Characters before an error that its call is looked for in. */
const MAX_CALL_CHARS = 200;
const MAX_FILE_BYTES = 2_000_000;

/** Names the call that an error was made for, `done()`, from the line that it was made on; undefined where it is no argument there. */
export function givenTo({ stack }: TestError): string | undefined {
  const [made] = stack;
  const text = made && readText(made.location.path, MAX_FILE_BYTES);
  if (!made || text === undefined) return undefined;
  const line = linesOfText(text, made.location.path)[made.location.line - 1] ?? '';
  const end = made.location.column - 1;
  const before = line.slice(Math.max(0, end - MAX_CALL_CHARS), end);
  const call = /([\w$.]+)\($/.exec(before.trimEnd())?.[1];
  return call === undefined || !/^\w/.test(line.slice(end)) ? undefined : `${call}()`;
}
