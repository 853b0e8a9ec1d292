import { accessSync, constants } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { statOf } from '../../files/read-file.ts';
import type { Configuration, RunOverrides } from './configuration.ts';
import type { ProgramSettings } from './named-start.ts';

const NODE = /^node(js)?(\.exe)?$/;
const PLAIN_WORD = /^[\w@%+:,./-]+$/;

/**
 * The program of a configuration of type `node`: a file, or any `runtimeExecutable` (`npm`, `tsx`).
 *
 * @see https://code.visualstudio.com/docs/nodejs/nodejs-debugging
 * @throws DebugError `invalid_argument`
 */
export function nodeProgram(configuration: Configuration, given: RunOverrides): ProgramSettings {
  const executable = given.runtimeExecutable ?? configuration.text('runtimeExecutable');
  const runtimeArgs = given.runtimeArgs ?? configuration.words('runtimeArgs') ?? [];
  const file = configuration.path('program');
  const args = given.args ?? configuration.words('args') ?? [];
  if (executable === undefined || NODE.test(basename(executable))) {
    const node = {
      runtimeArgs,
      ...(executable === undefined || executable === 'node' ? {} : { runtimeExecutable: executable }),
    };
    if (file !== undefined) return { ...scriptOf(file, args), ...node };
    // A module, or code: `node --run start`.
    if (runtimeArgs.length > 0) return { ...node, ...command('node', [...runtimeArgs, ...args]), runtimeArgs: [] };
    throw configuration.refused('It has neither program nor runtimeExecutable.', {
      advice: 'Give the file to run as program.',
    });
  }
  return command(installed(executable, configuration), [
    ...runtimeArgs,
    ...(file === undefined ? [] : [file]),
    ...args,
  ]);
}

/** Node runs any file that it is given, with or without its ending; one without is run here if the system can. */
function scriptOf(file: string, args: readonly string[]): ProgramSettings {
  const isFile = (path: string) => statOf(path)?.isFile() ?? false;
  if (!isFile(file) && isFile(`${file}.js`)) return { program: `${file}.js`, args };
  if (extname(file) !== '' || !isFile(file) || isExecutable(file)) return { program: file, args };
  return { program: 'node', args: [file, ...args] };
}

/** A bare name may be that of a tool of the project, which is no command of the system. */
function installed(executable: string, { workspaceFolder }: Configuration): string {
  const tool = join(workspaceFolder, 'node_modules', '.bin', executable);
  return !/[\\/]/.test(executable) && isExecutable(tool) ? tool : executable;
}

/** The words that cannot be misread stand in the program, by which the session is called. */
function command(executable: string, words: readonly string[]): ProgramSettings {
  const plain = words.findIndex((word) => !PLAIN_WORD.test(word));
  const shown = PLAIN_WORD.test(executable) ? words.slice(0, plain < 0 ? words.length : plain) : [];
  return { program: [executable, ...shown].join(' '), args: words.slice(shown.length) };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
