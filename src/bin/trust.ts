import { resolve } from 'node:path';
import { trustFolder } from '../adapter/languages/configured/trust-folder.ts';
import { wordAdvice } from '../model/advice.ts';
import { DebugError, messageOf } from '../model/debug-error.ts';

interface Outlets {
  readonly out: (text: string) => void;
  readonly log: (line: string) => void;
}

const FAILURE = 1;

/**
 * Lets the mcp-debugger.json of a folder take effect as it is now, and says what it will run.
 *
 * @returns The exit code
 */
export function runTrust(folder: string = '.', { out, log }: Outlets): number {
  try {
    const { path, starts } = trustFolder(resolve(folder));
    const lines = starts.map(({ id, start }) => `  ${id}: debugging it will ${start}`);
    out([`Trusted as it is now: ${path}`, ...lines, ''].join('\n'));
    return 0;
  } catch (error) {
    const advice = error instanceof DebugError ? wordAdvice(error.advice, {}) : undefined;
    log([messageOf(error), advice ?? []].flat().join(' '));
    return FAILURE;
  }
}
