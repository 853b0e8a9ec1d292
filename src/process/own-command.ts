import { basename } from 'node:path';
import { findCommand } from './find-command.ts';

/**
 * The command line that starts this program as it was started now, with further arguments, for a person to paste into a shell:
 * with npx, or from a clone, there is no `mcp-debugger` on the PATH.
 */
export function ownCommand(args: readonly string[], started: string = process.argv[1] ?? ''): string {
  return [...ownProgram(started), ...args].map(shellWord).join(' ');
}

function ownProgram(started: string): readonly string[] {
  if (/[\\/]_npx[\\/]/.test(started)) return ['npx', '-y', 'mcp-debugger'];
  const place = { cwd: process.cwd(), env: process.env };
  const isInstalled = findCommand('mcp-debugger', place) !== undefined;
  // Anything else than our own entry has loaded us: a test, a script.
  return isInstalled || !/^mcp-debugger\.[jt]s$/.test(basename(started)) ? ['mcp-debugger'] : ['node', started];
}

/** A word as a POSIX shell takes it for one. Controls are shown, not sent to the reader's terminal. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return /[\p{Cc}\p{Cf}]/u.test(word) ? JSON.stringify(word) : `'${word.replaceAll("'", `'\\''`)}'`;
}
