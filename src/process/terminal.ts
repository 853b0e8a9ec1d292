import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { DebugError } from '../model/debug-error.ts';
import { findCommand } from './find-command.ts';

/** The size of a terminal without a window, unless the program's environment says another one. */
const COLUMNS = '80';
const LINES = '24';
const SHELL = '/bin/sh';
/** Advice to install `script`, which opens the pseudoterminal; its two forms have nothing in common but the name. */
const INSTALL: Readonly<Record<string, string>> = {
  linux: 'Install it: apt-get install bsdutils, dnf install util-linux-script, or apk add util-linux-misc.',
};

/** A command with its whole environment. */
export interface TerminalCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The same command below `script`, which gives it a terminal: what it writes to both streams comes as one, what is written to its
 * input is typed, and its exit code is that of the command.
 *
 * @throws DebugError `unsupported` where there is no such program
 */
export function inTerminal(what: TerminalCommand, platform: string = process.platform): TerminalCommand {
  const script = findScript(what, platform);
  const { env, cwd } = what;
  const line = terminalLine(what);
  // The shell of the user need not read what is written for this one; the program gets its own variable back.
  const below = { TERM: 'xterm', ...env, SHELL };
  if (platform === 'linux') return { command: script, args: ['-qefc', line, '/dev/null'], cwd, env: below };
  return { command: script, args: ['-q', '/dev/null', SHELL, '-c', line], cwd, env: below };
}

/** Sets the terminal up, and becomes the program. A newline stays one: the reader here is no terminal. */
function terminalLine({ command, args, env }: TerminalCommand): string {
  const size = `stty cols ${sizeOf(env.COLUMNS, COLUMNS)} rows ${sizeOf(env.LINES, LINES)} -onlcr 2>/dev/null`;
  const shell = env.SHELL === undefined ? 'unset SHELL' : `export SHELL=${quoted(env.SHELL)}`;
  return `${size}; ${shell}; exec ${[command, ...args].map(quoted).join(' ')}`;
}

function sizeOf(given: string | undefined, otherwise: string): string {
  return given !== undefined && /^[1-9]\d{0,3}$/.test(given) ? given : otherwise;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function findScript({ cwd, env }: TerminalCommand, platform: string): string {
  const found = platform === 'win32' ? undefined : findCommand('script', { cwd, env });
  // That of busybox has no exit code, and takes other arguments.
  if (found !== undefined && !/busybox|toybox/.test(basename(realpathSync(found)))) return found;
  const why = platform === 'win32' ? 'it is not there on Windows' : 'there is none on PATH';
  throw new DebugError('unsupported', `A terminal is opened by the program "script" of util-linux, and ${why}.`, {
    advice: `${INSTALL[platform] ?? ''} Or start it without tty: its input and output are pipes then.`.trim(),
    details: { argument: 'tty' },
  });
}
