import { join } from 'node:path';
import { readText, statOf } from '../../files/read-file.ts';
import { type Fields, fieldsOf, textIn } from './fields.ts';

const MAX_FILE_BYTES = 10_000_000;
const PLAIN_NAME = /^[\w:.@/-]+$/;
/** Package managers by the file that each keeps. */
const LOCK_FILES: readonly (readonly [file: string, manager: string])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
];

/** The scripts of a `package.json`, by name; undefined where there is none that can be read. */
export function scriptsIn(folder: string): ReadonlyMap<string, string> | undefined {
  const scripts = fieldsOf(packageOf(folder)?.scripts);
  if (scripts === undefined) return undefined;
  const entries = Object.entries(scripts).flatMap(([name, line]) => {
    const text = textIn(line);
    return text === undefined ? [] : [[name, text] as const];
  });
  return new Map(entries);
}

/** The command that runs a script, as a person types it: `npm run dev`. */
export function scriptCommand(name: string, folder: string): string {
  return `${managerOf(folder)} run ${PLAIN_NAME.test(name) ? name : JSON.stringify(name)}`;
}

/** The same as a program with its arguments, among which are those for the script. */
export function scriptProgram(
  name: string,
  folder: string,
  args: readonly string[],
): { readonly program: string; readonly args: readonly string[] } {
  // npm takes what comes behind it for its own, up to the two dashes.
  const rest = args.length > 0 && managerOf(folder) === 'npm' ? ['--', ...args] : args;
  if (PLAIN_NAME.test(name)) return { program: scriptCommand(name, folder), args: rest };
  return { program: managerOf(folder), args: ['run', name, ...rest] };
}

/** The package manager of a project: what it says itself, or else whose lock file it has. */
function managerOf(folder: string): string {
  const said = /^(npm|pnpm|yarn|bun)@/.exec(textIn(packageOf(folder)?.packageManager) ?? '')?.[1];
  return said ?? LOCK_FILES.find(([file]) => statOf(join(folder, file))?.isFile())?.[1] ?? 'npm';
}

function packageOf(folder: string): Fields | undefined {
  const text = readText(join(folder, 'package.json'), MAX_FILE_BYTES);
  if (text === undefined) return undefined;
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    // A program that needs it will say what is wrong with it.
    return undefined;
  }
}
