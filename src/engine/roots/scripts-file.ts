import { join } from 'node:path';
import type { LaunchRequest } from '../../adapter/debug-adapter.ts';
import { foldersUpward } from '../../files/folders-upward.ts';
import { kindOf, launchedCommands } from '../launch-files.ts';

const MANAGER = /^(npm|yarn|pnpm|bun)$/;
/** Their commands that run no script of a project. */
const NO_SCRIPT = /^(exec|x|dlx|create|init|node|install|i|ci|add)$/;
/** Another folder than that of the launch, which the words are checked for. */
const ELSEWHERE = /^(--prefix|-C|--cwd|--dir)(=|$)/;

/** The package.json whose script a package manager runs: the nearest one, which may lie above the folder of the launch. */
export function scriptsFile(request: LaunchRequest): string | undefined {
  const [
    {
      words: [name = '', ...words],
      cwd,
    } = { words: [], cwd: request.cwd },
  ] = launchedCommands(request);
  const command = words.find((word) => !word.startsWith('-'));
  if (!MANAGER.test(name) || command === undefined || NO_SCRIPT.test(command)) return undefined;
  return words.some((word) => ELSEWHERE.test(word)) ? undefined : packageFile(cwd);
}

/** The nearest package.json of a folder, in it or above. */
export function packageFile(folder: string): string | undefined {
  return foldersUpward(folder)
    .map((each) => join(each, 'package.json'))
    .find((file) => kindOf(file) === 'file');
}
