import { createStackReader, stackText } from './stack-reader.ts';

/**
 * Makes the function that gives the stack of a new error, which names the awaiting callers that the paused frames do not show.
 * Asking V8 for async stacks (`setAsyncCallStackDepth`) would switch async_hooks on and change how the program runs.
 *
 * It is put together of V8's call sites: what a stack's own text says may have been mapped to sources by what runs the
 * program (`--enable-source-maps`, a test runner) or not, and nothing in it says which.
 *
 * Runs in the debuggee.
 */
export function createAsyncStack() {
  const limit = 200;
  return ({ isAlone }: { readonly isAlone: boolean }): string => createStackReader(isAlone)(limit, stackText) ?? '';
}
