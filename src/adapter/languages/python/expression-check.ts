import { execFile } from 'node:child_process';
import type { CallOptions } from '../../../model/call-options.ts';
import { debuggeeText } from './debuggee-files.ts';

const TIMEOUT_MS = 5_000;

const known = new Map<string, string | undefined>();

/**
 * The parse errors of Python expressions, in their order, undefined for those that parse in one of their forms. When Python cannot be asked,
 * that is nothing against an expression.
 *
 * @param python Path of the interpreter.
 */
export async function pythonExpressionErrors(
  python: string,
  expressions: readonly (readonly string[])[],
  options: CallOptions,
): Promise<readonly (string | undefined)[]> {
  const unknown = expressions.filter((each) => !known.has(keyOf(python, each)));
  if (unknown.length > 0) {
    const errors = await ask(python, unknown, options);
    for (const [index, each] of unknown.entries()) known.set(keyOf(python, each), errors[index]);
  }
  return expressions.map((each) => known.get(keyOf(python, each)));
}

function keyOf(python: string, forms: readonly string[]): string {
  return [python, ...forms].join('\0');
}

function ask(
  python: string,
  expressions: readonly (readonly string[])[],
  { timeoutMs = TIMEOUT_MS, signal }: CallOptions,
): Promise<readonly (string | undefined)[]> {
  return new Promise((resolve) => {
    const options = { timeout: timeoutMs, signal, killSignal: 'SIGKILL', windowsHide: true } as const;
    const child = execFile(python, ['-I', '-S', '-c', debuggeeText('check_expressions.py')], options, (_, stdout) =>
      resolve(errorsIn(stdout)),
    );
    child.stdin?.on('error', () => {});
    child.stdin?.end(asciiJson(expressions));
  });
}

function errorsIn(stdout: string): (string | undefined)[] {
  try {
    const errors: unknown = JSON.parse(stdout);
    return Array.isArray(errors) ? errors.map((each) => (typeof each === 'string' ? each : undefined)) : [];
  } catch {
    return [];
  }
}

/** Whatever encoding Python reads its input in. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
