import { callText, functionArgument } from '../../../cdp/function-text.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import type { ScriptNaming } from '../scripts/script-table.ts';
import { createAsyncStack } from './in-debuggee/async-stack.ts';
import { createStackReader } from './in-debuggee/stack-reader.ts';

/** An asynchronous caller: it awaits what runs now, and its frame is gone. */
export interface AsyncParent {
  readonly name: string;
  readonly location: SourceLocation;
}

/** The function that gives a stack with the awaiting callers, to be called on the summariser. */
export const ASYNC_STACK = callText(createAsyncStack, functionArgument(createStackReader));

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
