import { attachTarget } from './attach-configuration.ts';
import type { Configuration, RunOverrides } from './configuration.ts';
import type { NamedStart, ProgramSettings } from './named-start.ts';
import { nodeProgram } from './node-configuration.ts';
import { pythonProgram } from './python-configuration.ts';
import { taskCommands } from './tasks.ts';

/** The types of configurations that are run here, and the language of each. */
const LANGUAGES: ReadonlyMap<string, 'node' | 'python'> = new Map([
  ['node', 'node'],
  ['pwa-node', 'node'],
  ['node2', 'node'],
  ['node-terminal', 'node'],
  ['python', 'python'],
  ['debugpy', 'python'],
]);

/**
 * A configuration of `launch.json` as a start.
 *
 * @throws DebugError `invalid_argument` where it cannot be run here, with what can be done instead
 */
export function startOf(configuration: Configuration, given: RunOverrides): NamedStart {
  const type = String(configuration.value('type') ?? '');
  configuration.value('console');
  // What the caller gives instead is used.
  for (const key of Object.keys(given)) configuration.value(key);
  const language = LANGUAGES.get(type);
  if (language === undefined) {
    throw configuration.refused(
      `Its type is ${JSON.stringify(type)}; run here are ${[...LANGUAGES.keys()].join(', ')}.`,
      {
        advice: 'Give what it runs as program, where a language of this debugger runs it.',
      },
    );
  }
  if (configuration.value('request') === 'attach') {
    const target = attachTarget(configuration, language);
    const label = target.kind === 'port' ? `${target.host}:${target.port}` : configuration.name;
    return { kind: 'attach', language, target, label, notes: notesOf(configuration) };
  }
  const run = launchOf(configuration, given, type, language);
  refuseTask(configuration, run);
  return { kind: 'launch', language, ...run, notes: notesOf(configuration) };
}

type Launch = Pick<Extract<NamedStart, { kind: 'launch' }>, 'launch' | 'stopOnEntry'>;

function launchOf(
  configuration: Configuration,
  given: RunOverrides,
  type: string,
  language: 'node' | 'python',
): Launch {
  const cwd = given.cwd ?? configuration.path('cwd') ?? configuration.workspaceFolder;
  const settings = programOf(configuration, given, type, language);
  const follows = configuration.flag(language === 'python' ? 'subProcess' : 'autoAttachChildProcesses');
  const justMyCode = configuration.flag('justMyCode');
  if (!given.tty) sayConsole(configuration);
  return {
    launch: {
      ...settings,
      cwd,
      env: { ...configuration.env(), ...given.env },
      ...(follows === false ? { followChildren: false } : {}),
      ...(justMyCode === undefined ? {} : { justMyCode }),
    },
    stopOnEntry: configuration.flag('stopOnEntry'),
  };
}

function programOf(
  configuration: Configuration,
  given: RunOverrides,
  type: string,
  language: 'node' | 'python',
): ProgramSettings {
  if (language === 'python') return pythonProgram(configuration, given);
  if (type !== 'node-terminal') return nodeProgram(configuration, given);
  const command = configuration.text('command');
  if (command !== undefined) return { program: command, args: given.args ?? [] };
  throw configuration.refused('It has no command.', { advice: 'Give the command as program.' });
}

function sayConsole(configuration: Configuration): void {
  const console = configuration.value('console');
  if (console === 'integratedTerminal' || console === 'externalTerminal') {
    configuration.notes.push(`Its console (${console}) is pipes here; tty gives it a terminal.`);
  }
}

/** Refuses a configuration with a task that must run before: running a task unasked may take long, and fail. */
function refuseTask(configuration: Configuration, { launch }: Launch): void {
  const task = configuration.value('preLaunchTask');
  if (task === undefined || task === '') return;
  const commands = taskCommands(task, configuration);
  const first =
    commands.length === 0
      ? 'Do what the task does'
      : `Run ${commands.map((each) => JSON.stringify(each)).join(', then ')}`;
  const { program, args, cwd, env, runtimeArgs = [], runtimeExecutable } = launch;
  const call = {
    program,
    ...(args.length > 0 ? { args } : {}),
    cwd,
    ...(Object.keys(env).length > 0 ? { env } : {}),
    ...(runtimeArgs.length > 0 ? { runtimeArgs } : {}),
    ...(runtimeExecutable === undefined ? {} : { runtimeExecutable }),
  };
  throw configuration.refused(`Before it, its task ${JSON.stringify(task)} has to run (preLaunchTask).`, {
    advice: `${first}, and then start what it starts: ${JSON.stringify(call)}`,
  });
}

function notesOf(configuration: Configuration): string[] {
  const ignored = configuration.ignored();
  return [...configuration.notes, ...(ignored.length > 0 ? [`Not used of it: ${ignored.join(', ')}.`] : [])];
}
