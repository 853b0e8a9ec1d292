import { verbatim } from '../../../cdp/function-text.ts';

/**
 * The console's `require`, for Node before 20.16, which has no `process.getBuiltinModule`, and for JavaScript worlds without a `process`.
 *
 * @see CDP Runtime.evaluate, with `includeCommandLineAPI: true`
 */
export const CONSOLE_REQUIRE = verbatim("typeof require === 'function' ? require : undefined");

/** True if a JavaScript world has a `require` of its own, which takes the place of the console's. @see CDP Runtime.evaluate, without it */
export const HAS_OWN_REQUIRE = "typeof require !== 'undefined'";
