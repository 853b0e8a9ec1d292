import { basename } from 'node:path';
import { splitCommandLine } from '../../adapter/commands/command-line.ts';
import { shellLineOf } from '../../adapter/commands/shell-line.ts';
import type { LaunchRequest } from '../../adapter/debug-adapter.ts';
import { TEST_RUNNERS } from './runners/runners.ts';

/** Commands that run scripts, of which any may be a test runner. */
const LAUNCHERS: ReadonlySet<string> = new Set(['npm', 'npx', 'yarn', 'pnpm', 'pnpx', 'make', 'node']);

/** True if a command names a runner that sees by itself what fails, and none beside it that does not: no debugger has to be there. */
export function needsNoDebugger(launch: LaunchRequest): boolean {
  const { program, args } = launch;
  const line = lineOf([...splitCommandLine(program), ...args]);
  const isNamed = TEST_RUNNERS.some(({ seesFailures, commands }) => seesFailures && isAnyIn(commands, line));
  if (!isNamed) return false;
  const commands = shellLineOf(launch)?.commands ?? [];
  return !commands.some(({ words }) => mayRunOthers(words.map(({ text }) => text)));
}

function mayRunOthers(words: readonly string[]): boolean {
  const [name = ''] = words;
  const line = lineOf(words);
  if (LAUNCHERS.has(basename(name))) return true;
  return TEST_RUNNERS.some(({ seesFailures, commands }) => !seesFailures && isAnyIn(commands, line));
}

/** A command of several words is these words in a row. */
function isAnyIn(commands: readonly string[], line: string): boolean {
  return commands.some((command) => line.includes(` ${command} `));
}

function lineOf(words: readonly string[]): string {
  return ` ${words.map((word) => basename(word).replace(/\.exe$/, '')).join(' ')} `;
}
