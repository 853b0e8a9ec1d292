import type { SourceLocation } from '../../../model/source-location.ts';
import type { ScriptNaming } from '../scripts/script-table.ts';

/** An asynchronous caller: it awaits what runs now, and its frame is gone. */
export interface AsyncParent {
  readonly name: string;
  readonly location: SourceLocation;
}

/**
 * Gives the stack of a new error, which names the awaiting callers that the paused frames do not show. Asking V8 for async
 * stacks (`setAsyncCallStackDepth`) would switch async_hooks on and change how the program runs.
 *
 * The program's own settings of the stack's length and format are set aside for the moment, so that none of its code runs.
 */
export const ASYNC_STACK = `function () {
  const names = ['stackTraceLimit', 'prepareStackTrace'];
  const saved = names.map((name) => Object.getOwnPropertyDescriptor(Error, name));
  try {
    Object.defineProperty(Error, 'stackTraceLimit', { value: 200, configurable: true, writable: true });
    if (saved[1]) Object.defineProperty(Error, 'prepareStackTrace', { value: undefined, configurable: true, writable: true });
    return new Error().stack;
  } catch {
    return '';
  } finally {
    names.forEach((name, index) => {
      if (saved[index]) Object.defineProperty(Error, name, saved[index]);
      else delete Error[name];
    });
  }
}`;

/** Reads the asynchronous callers out of a stack, innermost first. */
export function parseAsyncParents(stack: unknown, { nameOf }: Pick<ScriptNaming, 'nameOf'>): AsyncParent[] {
  if (typeof stack !== 'string') return [];
  return stack.split('\n').flatMap((line) => {
    const match = /^\s+at async (?:(.*?) \()?(.+):(\d+):(\d+)\)?$/.exec(line);
    if (!match) return [];
    const [, name = '(anonymous)', url = '', lineText, columnText] = match;
    return { name, location: { path: nameOf(url), line: Number(lineText), column: Number(columnText) } };
  });
}
