import { verbatim } from '../../../cdp/function-text.ts';

/**
 * The console's `require`, for Node before 20.16, which has no `process.getBuiltinModule`.
 *
 * @see CDP Runtime.evaluate, with `includeCommandLineAPI: true`
 */
export const CONSOLE_REQUIRE = verbatim("typeof require === 'function' ? require : undefined");
