import { createStackReader, type StackBuiltIns } from './stack-reader.ts';

/** Built-ins that the summariser saved before the program began. */
interface SavedBuiltIns extends Omit<StackBuiltIns, 'isProxy'> {
  readonly types: { readonly isProxy: (value: unknown) => boolean } | undefined;
}

/**
 * Makes the function that gives the stack of a new error, which names the awaiting callers that the paused frames do not show.
 * Asking V8 for async stacks (`setAsyncCallStackDepth`) would switch async_hooks on and change how the program runs.
 *
 * It is put together of V8's call sites: what a stack's own text says may have been mapped to sources by what runs the
 * program (`--enable-source-maps`, a test runner) or not, and nothing in it says which.
 *
 * Runs in the debuggee, with built-ins that were saved before the program began.
 */
export function createAsyncStack() {
  const limit = 200;
  return ({ descriptor, defineProperty, deleteProperty, errorClass, global, types }: SavedBuiltIns): string => {
    const isProxy = types?.isProxy;
    const read = createStackReader({ descriptor, defineProperty, deleteProperty, errorClass, global, isProxy });
    const stack = read(limit, (_error, sites) => {
      let text = 'Error';
      for (let at = 0; at < sites.length; at++) text += `\n    at ${sites[at]?.toString()}`;
      return text;
    });
    return typeof stack === 'string' ? stack : '';
  };
}
