import { callBundled, verbatim } from '../../../cdp/function-text.ts';
import { CONSOLE_REQUIRE } from './console-require.ts';
import type { createSummariser } from './in-debuggee/create-summariser.ts';
import summariser from './in-debuggee/create-summariser.ts?in-debuggee';

/**
 * The expression that makes the summariser: evaluate it once in each debuggee, in its main context, and keep the remote
 * object. It defines nothing that the program can see.
 *
 * @see CDP Runtime.evaluate, with `includeCommandLineAPI: true` for the `require` that Node before 20.16 needs
 */
export const SUMMARISER_EXPRESSION = summariserExpression(CONSOLE_REQUIRE);

/** The same for a JavaScript world with a `require` of its own, which is not called. */
export const SUMMARISER_WITHOUT_REQUIRE = summariserExpression(verbatim('undefined'));

/** Makes the views of Node's objects: evaluated in a debuggee when it first shows an object that needs them. */
export { default as VIEWS_EXPRESSION } from './views/in-debuggee/views.ts?in-debuggee';

function summariserExpression(consoleRequire: typeof CONSOLE_REQUIRE): string {
  return callBundled<typeof createSummariser>(summariser, consoleRequire);
}
