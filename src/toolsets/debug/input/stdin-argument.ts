import { resolve } from 'node:path';
import type { ProgramInput } from '../../../adapter/debuggee-input.ts';

/** For a program that is written to while it runs. */
const OPEN = 'open';
/** A text of input ends with a newline as a rule, so that a name without one can be told from it. */
const FILE = /^@([^\n]+)$/;

/** The argument `stdin`: a text, `@file`, or `open`. @param cwd Where a relative file starts from. */
export function programInput(stdin: string | undefined, cwd: string): ProgramInput | undefined {
  if (stdin === undefined) return undefined;
  if (stdin === OPEN) return { kind: 'open' };
  const file = FILE.exec(stdin)?.[1];
  return file === undefined ? { kind: 'text', text: stdin } : { kind: 'file', path: resolve(cwd, file) };
}
