import { takenPythonPath } from '../../adapter/commands/python-path.ts';
import type { LaunchRequest } from '../../adapter/debug-adapter.ts';
import { DebugError } from '../../model/debug-error.ts';
import { PYTEST_PLUGIN } from './runners/pytest.ts';
import { TEST_RUNNERS } from './runners/runners.ts';

/** The words in which shells and package managers say that a command is missing; the name is in the first group. */
const NOT_FOUND: readonly RegExp[] = [
  /npx canceled due to missing packages and no YES option: \["([^"@\s]+)/,
  // npx asks the registry for what is not installed, and there may be no way to it.
  /npm (?:error|ERR!) request to https?:\/\/[^\s/]+\/(?:\S*\/)?([\w.-]+) failed/,
  /command not found: ([\w.-]+)/,
  /(?:^|\n)(?:\S*sh: )?(?:line )?(?:\d+: )?([\w.-]+): (?:command )?not found/,
  /[Cc]ommand "([\w.-]+)" not found/,
  /'([\w.-]+)' is not recognized as an internal or external command/,
  /Cannot find module '[^']*[\\/]node_modules[\\/](?:\.bin[\\/])?([\w.-]+)/,
  /No module named '?([\w.-]+)/,
];

type Command = Pick<LaunchRequest, 'program' | 'args' | 'cwd'>;

/**
 * The error for a run that began no test because its runner is not installed; undefined when the output does not say so.
 *
 * @returns DebugError `launch_failed`
 */
export function missingRunner(output: string, launch: Command): DebugError | undefined {
  const { program, args, cwd } = launch;
  const command = [program, ...args].join(' ');
  const name = NOT_FOUND.map((pattern) => pattern.exec(output)?.[1]).find((each) => each !== undefined);
  if (name === undefined) return undefined;
  if (name === PYTEST_PLUGIN) return withoutPlugin(launch);
  const install = TEST_RUNNERS.find(({ commands }) => commands.includes(name))?.install;
  return new DebugError('launch_failed', `"${command}" cannot run: ${name} is not installed in ${cwd}.`, {
    advice: `${install === undefined ? 'Install it' : `Install it there with "${install}"`}, or give the command that runs the tests of this project.`,
    details: { program: command },
  });
}

/** pytest does not find what reports its tests. */
function withoutPlugin(launch: Command): DebugError {
  const { program, args } = launch;
  const command = [program, ...args].join(' ');
  return new DebugError('launch_failed', `"${command}" sets PYTHONPATH for pytest, so nothing reports its tests.`, {
    advice:
      takenPythonPath(launch)[0] ?? 'Give the command that starts pytest itself as program, with PYTHONPATH in env.',
    details: { program: command },
  });
}
