import type { LaunchRequest, ValueLimits } from '../../adapter/debug-adapter.ts';
import { nodeOptions, runnerFile } from './runner-files.ts';
import { TEST_RUNNERS } from './runners/runners.ts';

/** What a command's environment says to the hooks in it, beside the command's own. */
interface HookSettings {
  /** Absolute path of the file for their results. */
  readonly results: string;
  /** How they describe variables, where they do. */
  readonly limits: ValueLimits;
  /** What they describe them with: DebugEngine.describingEnvironment. */
  readonly describing: Readonly<Record<string, string>>;
}

/** The environment of a command in which every runner writes down its results. */
export function testEnvironment(
  launch: LaunchRequest,
  { results, limits, describing }: HookSettings,
): Readonly<Record<string, string>> {
  const { depth, maxChildren: children, maxTextLength: text } = limits;
  const hooks = TEST_RUNNERS.flatMap(({ id, hook }) =>
    hook ? [{ id, scripts: hook.scripts, file: runnerFile(hook.file) }] : [],
  );
  let env: Record<string, string> = {
    // npx installs what is missing, unasked, where nobody is there to be asked.
    npm_config_yes: 'false',
    // Silent, it would not even say that.
    ...(process.env.npm_config_loglevel === 'silent' && { npm_config_loglevel: 'error' }),
    ...launch.env,
    ...describing,
    MCP_DEBUGGER_TEST_RESULTS: results,
    MCP_DEBUGGER_TEST_LIMITS: JSON.stringify({ depth, children, text }),
    MCP_DEBUGGER_TEST_HOOKS: JSON.stringify(hooks),
    ...nodeOptions({ ...process.env, ...launch.env }, ['--require', runnerFile('test-preload.cjs')]),
  };
  for (const runner of TEST_RUNNERS) {
    env = { ...env, ...runner.environment?.(launch, { ...process.env, ...env }) };
  }
  return env;
}
