import { callBundled } from '../../../cdp/function-text.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import type { ScriptNaming, ScriptTable } from '../scripts/script-table.ts';
import { readStackLine } from '../scripts/stack-line.ts';
import type { createAsyncStack } from './in-debuggee/async-stack.ts';
import asyncStack from './in-debuggee/async-stack.ts?in-debuggee';

/** An asynchronous caller: it awaits what runs now, and its frame is gone. */
export interface AsyncParent {
  readonly name: string;
  /** In the script that runs, which may have been compiled from another file. */
  readonly location: SourceLocation;
}

/** The function that gives a stack with the awaiting callers, to be called on the summariser. */
export const ASYNC_STACK = callBundled<typeof createAsyncStack>(asyncStack);

/** Reads the asynchronous callers out of a stack, innermost first. */
export function parseAsyncParents(stack: unknown, { nameOf }: Pick<ScriptNaming, 'nameOf'>): AsyncParent[] {
  if (typeof stack !== 'string') return [];
  return stack.split('\n').flatMap((line) => {
    const read = readStackLine(line, 'at async ');
    if (!read) return [];
    const { name = '(anonymous)', url, line: at, column } = read;
    return { name, location: { path: nameOf(url), line: at, column } };
  });
}

/** The place at which an asynchronous caller awaits, in written lines. */
export function writtenLocation({ location }: AsyncParent, scripts: ScriptTable): SourceLocation {
  const { path, line, column } = location;
  // Of several that were compiled from one file, the last one is most likely the one that runs.
  const script = scripts.withUrl(scripts.naming.urlsOf(path)).at(-1) ?? scripts.named(path).at(-1);
  if (!script) return location;
  const place = scripts.locate({ scriptId: script.id, lineNumber: line - 1, columnNumber: column - 1 });
  return { path: place.path, line: place.line, column: place.column };
}
