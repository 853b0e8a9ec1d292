import { join } from 'node:path';
import { readText } from '../../files/read-file.ts';
import type { Configuration } from './configuration.ts';
import { type Fields, fieldsOf, listOfFields, textIn, textsIn } from './fields.ts';
import { parseJsonWithComments } from './json-with-comments.ts';
import { scriptCommand } from './package-scripts.ts';

const MAX_FILE_BYTES = 1_000_000;
const DEFAULT_BUILD = `$\{defaultBuildTask}`;

/** The commands of a task of `tasks.json`, those of the tasks that it depends on first; none where it is not there. */
export function taskCommands(task: unknown, configuration: Configuration): string[] {
  const path = join(configuration.workspaceFolder, '.vscode', 'tasks.json');
  configuration.checkFile(path);
  const text = readText(path, MAX_FILE_BYTES);
  const read = text === undefined ? undefined : parseJsonWithComments(text);
  const tasks = read?.kind === 'value' ? listOfFields(fieldsOf(read.value)?.tasks) : [];
  const name = typeof task === 'string' ? task : labelOf(fieldsOf(task) ?? {});
  return commandsOf(name, { tasks, folder: configuration.workspaceFolder, seen: new Set() });
}

interface Tasks {
  readonly tasks: readonly Fields[];
  readonly folder: string;
  readonly seen: Set<string>;
}

function commandsOf(name: string, all: Tasks): string[] {
  if (all.seen.has(name)) return [];
  all.seen.add(name);
  const task = all.tasks.find((each) => labelOf(each) === name || (name === DEFAULT_BUILD && isDefaultBuild(each)));
  const command = task ? commandOf(task, all.folder) : foundByEditor(name, all.folder);
  const before = task ? namesIn(task.dependsOn).flatMap((each) => commandsOf(each, all)) : [];
  return command === undefined ? before : [...before, command];
}

function labelOf({ label, taskName, type, script }: Fields): string {
  return textIn(label) ?? textIn(taskName) ?? (type === 'npm' ? `npm: ${String(script)}` : '');
}

function isDefaultBuild({ group }: Fields): boolean {
  return group === 'build' || (fieldsOf(group)?.kind === 'build' && fieldsOf(group)?.isDefault !== false);
}

function namesIn(dependsOn: unknown): string[] {
  return typeof dependsOn === 'string' ? [dependsOn] : textsIn(dependsOn);
}

function commandOf(task: Fields, folder: string): string | undefined {
  if (task.type === 'npm') return scriptCommand(String(task.script), folder);
  if (task.type === 'typescript') return `npx tsc -p ${String(task.tsconfig ?? 'tsconfig.json')}`;
  const command = textIn(task.command) ?? textIn(fieldsOf(task.command)?.value);
  return command === undefined ? undefined : [command, ...textsIn(task.args)].join(' ');
}

/** Tasks that no file defines: the editor finds them. */
function foundByEditor(name: string, folder: string): string | undefined {
  const script = /^npm: ([\s\S]+?)(?: - [\s\S]*)?$/.exec(name)?.[1];
  if (script !== undefined) return scriptCommand(script, folder);
  const config = /^tsc: (?:build|watch) - (.+)$/.exec(name)?.[1];
  return config === undefined ? undefined : `npx tsc -p ${config}`;
}
