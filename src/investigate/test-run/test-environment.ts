import type { LaunchRequest } from '../../adapter/debug-adapter.ts';
import { nodeOptions, runnerFile } from './runner-files.ts';
import { TEST_RUNNERS } from './runners/runners.ts';

/** The environment of a command in which every runner writes down its results. @param results Absolute path of the file. */
export function testEnvironment(launch: LaunchRequest, results: string): Readonly<Record<string, string>> {
  const hooks = TEST_RUNNERS.flatMap(({ id, hook }) =>
    hook ? [{ id, scripts: hook.scripts, file: runnerFile(hook.file) }] : [],
  );
  let env: Record<string, string> = {
    // npx installs what is missing, unasked, where nobody is there to be asked.
    npm_config_yes: 'false',
    // Silent, it would not even say that.
    ...(process.env.npm_config_loglevel === 'silent' && { npm_config_loglevel: 'error' }),
    ...launch.env,
    MCP_DEBUGGER_TEST_RESULTS: results,
    MCP_DEBUGGER_TEST_HOOKS: JSON.stringify(hooks),
    ...nodeOptions({ ...process.env, ...launch.env }, ['--require', runnerFile('test-preload.cjs')]),
  };
  for (const runner of TEST_RUNNERS) {
    env = { ...env, ...runner.environment?.(launch, { ...process.env, ...env }) };
  }
  return env;
}
