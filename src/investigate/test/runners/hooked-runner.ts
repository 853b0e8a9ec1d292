import type { TestRunner } from '../test-runner.ts';
import { fileFor, nodeOptions } from './node-options.ts';

/** What the preloaded script is told. */
const VARIABLE = 'MCP_DEBUGGER_TESTS';

/** A runner of Node.js whose main process is known by its script, and is hooked there. */
interface HookedRunner extends Pick<TestRunner, 'id' | 'commands'> {
  /** Ends of the real path of the script. */
  readonly scripts: readonly string[];
  /** File beside `test-preload.cjs` that is loaded into the process. */
  readonly hook: string;
}

interface HookConfig {
  readonly results: string;
  readonly hooks: readonly { readonly id: string; readonly scripts: readonly string[]; readonly hook: string }[];
}

/** The row of a hooked runner. All of them share one preloaded script. */
export function hookedRunner({ id, commands, scripts, hook }: HookedRunner): TestRunner {
  return {
    id,
    commands,
    install: `npm install --save-dev ${id}`,
    environment: (_launch, env, results) => {
      const { hooks } = hookConfig(env[VARIABLE], results);
      const config: HookConfig = { results, hooks: [...hooks, { id, scripts, hook: fileFor(hook) }] };
      const preload = hooks.length === 0 ? nodeOptions(env, ['--require', fileFor('test-preload.cjs')]) : {};
      return { [VARIABLE]: JSON.stringify(config), ...preload };
    },
  };
}

/** The configuration so far. One of another server, whose debuggee this server is, is not ours. */
export function hookConfig(given: string | undefined, results: string): HookConfig {
  const none = { results, hooks: [] };
  if (given === undefined) return none;
  const config: HookConfig = JSON.parse(given);
  return config.results === results ? config : none;
}
