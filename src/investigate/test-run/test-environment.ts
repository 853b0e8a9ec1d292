import { nodeOptions } from '../../adapter/commands/node-options.ts';
import type { LaunchRequest, ValueLimits } from '../../adapter/debug-adapter.ts';
import type { TestSelection } from '../../model/tests/test-selection.ts';
import type { TraceFolder } from '../trace/trace-folder.ts';
import { runnerFile } from './runner-files.ts';
import { TEST_RUNNERS } from './runners/runners.ts';
import { selectionEnvironment } from './selection/selection-environment.ts';

/** Settings of the hooks in a command's environment, beside the command's own. */
interface HookSettings {
  /** Absolute path of the file for their results. */
  readonly results: string;
  /** Limits of the hooks' descriptions of variables. */
  readonly limits: ValueLimits;
  /** The environment that hooks need to describe variables: DebugEngine.describingEnvironment. */
  readonly describing: Readonly<Record<string, string>>;
  /** Left out, all tests run. */
  readonly selection?: TestSelection | undefined;
  /** True: a tracer is in the processes, beside which nothing else can listen to Python's code. */
  readonly isTraced?: boolean;
  /** The folder in which hooks count the code that ran in each test; `mayTrace`: also if counting takes long. */
  readonly lines?: { readonly folder: TraceFolder; readonly mayTrace: boolean };
}

/** The environment of a command in which every runner writes down its results. */
export function testEnvironment(
  launch: LaunchRequest,
  { results, limits, describing, selection, lines, isTraced }: HookSettings,
): Readonly<Record<string, string>> {
  const { depth, maxChildren: children, maxTextLength: text } = limits;
  const hooks = TEST_RUNNERS.flatMap(({ id, hook }) => (hook ? [{ ...hook, id, file: runnerFile(hook.file) }] : []));
  let env: Record<string, string> = {
    // npx installs what is missing, without asking, where no person can be asked.
    npm_config_yes: 'false',
    // Silent, it would not even say that.
    ...(process.env.npm_config_loglevel === 'silent' && { npm_config_loglevel: 'error' }),
    ...launch.env,
    ...describing,
    ...selectionEnvironment(selection, launch.cwd),
    MCP_DEBUGGER_TEST_RESULTS: results,
    MCP_DEBUGGER_TEST_LIMITS: JSON.stringify({ depth, children, text }),
    MCP_DEBUGGER_TEST_HOOKS: JSON.stringify(hooks),
    ...(isTraced && { MCP_DEBUGGER_TEST_TRACED: '1' }),
    ...(lines && { MCP_DEBUGGER_TEST_LINES: linesSettings(lines) }),
    ...nodeOptions({ ...process.env, ...launch.env }, ['--require', runnerFile('test-preload.cjs')]),
  };
  for (const runner of TEST_RUNNERS) {
    env = { ...env, ...runner.environment?.(launch, { ...process.env, ...env }) };
  }
  return env;
}

function linesSettings({ folder, mayTrace }: NonNullable<HookSettings['lines']>): string {
  return JSON.stringify({ directory: folder.path, mayTrace, module: runnerFile('mcp_debugger_lines.py') });
}
