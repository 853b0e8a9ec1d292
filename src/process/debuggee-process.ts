import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, constants as flags, fstatSync, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DebugError, messageOf } from '../model/debug-error.ts';
import type { ExitInfo } from '../model/stop-outcome.ts';
import { findCommand } from './find-command.ts';
import { killTree } from './kill-tree.ts';
import { newMark, withMark } from './program-mark.ts';
import { inTerminal } from './terminal.ts';
import { watchdog } from './watchdog.ts';

const DRAIN_MS = 200;
const KILL_MS = 2_000;
/** Ctrl-D, as a terminal sends it. */
const END_OF_INPUT = '\u0004';
/** The character that the key sends. A terminal makes a newline of it, unless the program reads keys. */
const ENTER = '\r';

/** Flags that keep an open from waiting, even if something else took the file's place meanwhile. */
const INPUT_FLAGS = flags.O_RDONLY | (flags.O_NONBLOCK ?? 0) | (flags.O_NOCTTY ?? 0);

/** A program to start, without a shell. */
export interface StartOptions {
  /** A path, or a name that is looked for in `env.PATH`. */
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** The whole environment; nothing is added to it but the mark by which its descendants are found. */
  readonly env: Readonly<Record<string, string>>;
  /** `empty` (the default): reading gives the end of file at once. `open`: for {@link DebuggeeProcess.writeStdin}. Else what there is to read. */
  readonly stdin?: 'empty' | 'open' | { readonly text: string } | { readonly file: string } | undefined;
  /**
   * True for a terminal of the program's own: its output comes as one stream, and a given text is typed, without an end behind
   * it.
   */
  readonly tty?: boolean | undefined;
}

type OutputListener = (stream: 'stdout' | 'stderr', text: string) => void;

/**
 * Starts a program in a process group and session of its own. It is guarded by the {@link watchdog} until it ends, and ends
 * with this process at the latest. Owned by the adapter that started it, which ends it with `kill`.
 *
 * @throws DebugError `launch_failed` when there is no such program or folder, or it may not be run
 */
export function startProcess(options: StartOptions): DebuggeeProcess {
  const { stdin, tty = false } = options;
  const mark = newMark();
  const marked = { ...options, env: withMark(options.env, mark) };
  const { command, args, cwd, env } = tty ? inTerminal(marked) : marked;
  const input = inputFile(stdin);
  let child: ChildProcess;
  try {
    const first = input ?? (stdin === undefined || stdin === 'empty' ? 'ignore' : 'pipe');
    child = spawn(command, [...args], { cwd, env, detached: true, windowsHide: true, stdio: [first, 'pipe', 'pipe'] });
  } catch (error) {
    throw launchFailed(options, messageOf(error), 'Check the command, its arguments and its environment.', error);
  } finally {
    if (input !== undefined) closeSync(input);
  }
  // Without a listener, a failure to start would end this process.
  child.on('error', () => {});
  if (child.pid === undefined) throw explained(options);
  watchdog().guard(child.pid);
  const started = new DebuggeeProcess(child, child.pid, { mark, tty });
  if (typeof stdin === 'object' && 'text' in stdin) {
    if (stdin.text !== '') started.writeStdin(stdin.text);
    if (!tty) started.closeStdin();
  }
  return started;
}

/** Opens what is to be read. The system reads it for the program, so a name that stands for a FIFO or a device must not get there. */
function inputFile(stdin: StartOptions['stdin']): number | undefined {
  if (typeof stdin !== 'object' || !('file' in stdin)) return undefined;
  let file: number | undefined;
  try {
    // Looked at first: opening alone does something to some devices.
    if (statSync(stdin.file).isFile()) file = openSync(stdin.file, INPUT_FLAGS);
    if (file !== undefined && fstatSync(file).isFile()) return file;
  } catch {
    // Said below.
  }
  if (file !== undefined) closeSync(file);
  throw new DebugError('source_not_found', `There is no file ${stdin.file} to read as standard input.`, {
    advice:
      'Correct its path: a relative one starts from cwd. A text that begins with @ is given with a newline at its end.',
    details: { path: stdin.file },
  });
}

/** Not for a name that no folder can have, either: one that is too long. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Node reports the reason only later, and says ENOENT both for a missing command and for a missing folder. */
function explained(options: StartOptions): DebugError {
  const { command, cwd, env } = options;
  if (!isFolder(cwd)) {
    return launchFailed(options, `the working directory ${cwd} does not exist`, 'Pass an existing directory as cwd.');
  }
  if (findCommand(command, { cwd, env }) === undefined) {
    const isPath = command.includes('/');
    if (isPath && existsSync(resolve(cwd, command))) {
      return launchFailed(
        options,
        'it is not an executable file',
        `Make it executable (chmod +x ${command}), or name the interpreter that runs it.`,
      );
    }
    const where = isPath ? `there is no such file (seen from ${cwd})` : 'it was not found on the PATH';
    return launchFailed(options, where, 'Check the spelling, or pass the absolute path of the program.');
  }
  return launchFailed(
    options,
    'the system refused to start it',
    'Check the interpreter in its first line, and the limits on processes and open files.',
  );
}

function launchFailed({ command }: StartOptions, why: string, advice: string, cause?: unknown): DebugError {
  return new DebugError('launch_failed', `Could not start "${command}": ${why}.`, {
    advice,
    details: { program: command },
    cause,
  });
}

/** A program that {@link startProcess} started. */
export class DebuggeeProcess {
  /** Also the number of its process group. */
  readonly pid: number;
  /**
   * The exit of the program. Resolves after all its output was delivered; if a child of the program keeps the pipes open, 200 ms
   * after the program's end.
   */
  readonly exited: Promise<ExitInfo>;
  readonly #child: ChildProcess;
  readonly #mark: string;
  readonly #tty: boolean;
  #endsLine = true;
  #listener: OutputListener | undefined;
  #early: Parameters<OutputListener>[] = [];
  #state: 'running' | 'exited' | 'killed' = 'running';

  /** For {@link startProcess} only. */
  constructor(child: ChildProcess, pid: number, { mark, tty }: { readonly mark: string; readonly tty: boolean }) {
    this.#child = child;
    this.#mark = mark;
    this.#tty = tty;
    this.pid = pid;
    child.stdin?.on('error', () => {});
    // Node discards unread output when the program ends; so reading cannot wait for the listener.
    child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#receive('stdout', text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => this.#receive('stderr', text));
    this.exited = this.#watchExit();
  }

  /** Sets the only listener to the program's output, decoded as UTF-8. Earlier output is delivered to it, too. */
  onOutput(listener: OutputListener): void {
    const early = this.#early;
    this.#early = [];
    this.#listener = listener;
    for (const [stream, text] of early) listener(stream, text);
  }

  /** @throws DebugError `unsupported` when it was started without `stdin: 'open'`, `already_exited` */
  writeStdin(text: string): void {
    const { stdin } = this.#child;
    if (stdin === null) throw new DebugError('unsupported', 'The program was started with an empty standard input.');
    if (!stdin.writable) {
      const { exitCode, signalCode: signal } = this.#child;
      throw new DebugError('already_exited', 'The program does not read its standard input any more.', {
        details: { exitCode, signal },
      });
    }
    stdin.write(this.#tty ? text.replaceAll('\n', ENTER) : text);
    if (text !== '') this.#endsLine = /[\r\n]$/.test(text);
  }

  /** The program reads the end of file. In a terminal that is Ctrl-D, behind a line that is not ended twice: the first one sends it. */
  closeStdin(): void {
    if (this.#tty) this.#child.stdin?.write(this.#endsLine ? END_OF_INPUT : END_OF_INPUT.repeat(2));
    else this.#child.stdin?.end();
  }

  /**
   * Kills it with everything that descends from it, also what it left behind when it has ended already, and daemons. Resolves when they are
   * gone, within 2.5 s in any case.
   */
  async kill(): Promise<void> {
    if (this.#state === 'killed') return;
    const leaderExited = this.#state === 'exited';
    this.#state = 'killed';
    await killTree(this.pid, { timeoutMs: KILL_MS, leaderExited, mark: this.#mark });
    await Promise.race([this.exited, sleep(DRAIN_MS * 2, undefined, { ref: false })]);
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  #receive(stream: 'stdout' | 'stderr', text: string): void {
    if (this.#listener === undefined) this.#early.push([stream, text]);
    else this.#listener(stream, text);
  }

  #watchExit(): Promise<ExitInfo> {
    return new Promise((resolve) => {
      this.#child.once('exit', (exitCode, signal) => {
        watchdog().release(this.pid);
        if (this.#state === 'running') this.#state = 'exited';
        const done = () => {
          clearTimeout(timer);
          resolve({ exitCode, signal });
        };
        const timer = setTimeout(done, DRAIN_MS);
        this.#child.once('close', done);
      });
    });
  }
}
