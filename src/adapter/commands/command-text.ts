import { join, relative, resolve } from 'node:path';
import { foldersUpward } from '../../files/folders-upward.ts';
import { readText, statOf } from '../../files/read-file.ts';
import type { LaunchRequest } from '../debug-adapter.ts';
import { splitCommandLine } from './command-line.ts';

const MAX_SCRIPT_BYTES = 1_000_000;
const MAX_LINE = 200;
/** Files that say which commands run, beside the words of the command itself. */
const PROJECT_FILES = ['package.json', 'Makefile', 'makefile', 'GNUmakefile', 'justfile', 'tox.ini'];
/** The files of them that a command reads come first. */
const FILES_OF_COMMAND: Readonly<Record<string, RegExp>> = { make: /makefile$/i, just: /^justfile$/, tox: /^tox/ };

type Command = Pick<LaunchRequest, 'program' | 'args' | 'cwd'>;

/** True if a word stands in a command's own text, in a script that it names, or in a file of the project that holds commands. */
export function isInCommand(sought: string, request: Command): boolean {
  return (
    wordsOf(request).some((word) => word.includes(sought)) || filesOf(request).some(({ text }) => text.includes(sought))
  );
}

/** The texts that say what a command runs, as far as they can be read: its own, and those of the files in which a word stands. */
export function textsWith(sought: string, request: Command): string[] {
  const files = filesOf(request).flatMap(({ text }) => (text.includes(sought) ? [text] : []));
  return [wordsOf(request).join(' '), ...files];
}

/**
 * The line of a file of the project that has a word in it: `package.json:3`, and its text. Undefined where none has.
 *
 * @param started A command that was started with others: the line that has most of its words is meant.
 */
export function lineOfProject(
  sought: string,
  request: Command,
  started = '',
): { readonly place: string; readonly line: string } | undefined {
  for (const { path, text } of filesOf(request)) {
    const lines = text.split('\n');
    const words = started.split(/\s+/);
    const shared = lines.map((line) =>
      line.includes(sought) ? words.filter((word) => line.includes(word)).length : -1,
    );
    const most = shared.reduce((best, each) => Math.max(best, each), -1);
    const at = shared.indexOf(most);
    if (most >= 0)
      return { place: `${relative(request.cwd, path)}:${at + 1}`, line: (lines[at] ?? '').trim().slice(0, MAX_LINE) };
  }
  return undefined;
}

/** The scripts that a command names, and the files of the project and around it. */
function filesOf(request: Command): { readonly path: string; readonly text: string }[] {
  const { cwd } = request;
  const words = wordsOf(request);
  const own = FILES_OF_COMMAND[words[0] ?? ''] ?? /^$/;
  const names = [...PROJECT_FILES.filter((name) => own.test(name)), ...PROJECT_FILES.filter((name) => !own.test(name))];
  const paths = [
    ...words.map((word) => resolve(cwd, word)),
    ...foldersUpward(cwd).flatMap((folder) => names.map((name) => join(folder, name))),
  ];
  return paths
    .filter((path) => statOf(path)?.isFile())
    .map((path) => ({ path, text: readText(path, MAX_SCRIPT_BYTES) ?? '' }));
}

function wordsOf({ program, args }: Pick<LaunchRequest, 'program' | 'args'>): string[] {
  return [...splitCommandLine(program), ...args];
}
