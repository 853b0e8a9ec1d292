import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { temporaryFolder } from './temporary-folder.ts';

const run = promisify(execFile);
const POLL_MS = 30;
const TIMEOUT_MS = 15_000;

/** The program to start in a terminal, and the terminal's size. */
interface TerminalStart {
  readonly columns: number;
  readonly rows: number;
  /** A program with its arguments. */
  readonly command: readonly string[];
  /** False: it is typed, and begins with the first Enter. */
  readonly start?: boolean;
  readonly cwd?: string;
  /** Added to the environment of the tests; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * A real terminal (tmux, with a server of its own) with a shell in it that runs a program. The shell is there before and after, so that a
 * test sees what the program leaves behind. Its opener closes it.
 */
export class TmuxTerminal {
  readonly #folder: string;
  readonly #socket: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#socket = join(folder, 'tmux');
  }

  /** @throws Error that names the package when there is no tmux */
  static async open({
    columns,
    rows,
    command,
    start = true,
    cwd = tmpdir(),
    env = {},
  }: TerminalStart): Promise<TmuxTerminal> {
    const terminal = new TmuxTerminal(temporaryFolder('mcp-debugger-tmux-'));
    const size = ['-x', String(columns), '-y', String(rows)];
    const variables = Object.entries({ PS1: 'shell> ', HISTFILE: '', LANG: 'C.UTF-8', ...env });
    const set = variables.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
    const unset = variables.flatMap(([name, value]) => (value === undefined ? ['-u', name] : []));
    const shell = ['env', '-u', 'TMUX', '-u', 'BASH_ENV', ...unset, ...set, 'sh', '-i'];
    try {
      await terminal.#tmux(
        '-f',
        '/dev/null',
        '-u',
        'new-session',
        '-d',
        ...size,
        '-c',
        cwd,
        shell.map(quoted).join(' '),
      );
    } catch (error) {
      rmSync(terminal.#folder, { recursive: true, force: true });
      throw explained(error);
    }
    await terminal.#tmux('set-option', '-s', 'set-clipboard', 'on');
    await terminal.shows('shell>');
    await terminal.type(command.map(quoted).join(' '));
    if (start) await terminal.keys('Enter');
    return terminal;
  }

  /** Presses keys by their tmux names: `Enter`, `Left`, `C-c`, `q`. */
  async keys(...names: string[]): Promise<void> {
    await this.#tmux('send-keys', ...names);
  }

  /** Types a text letter by letter. */
  async type(text: string): Promise<void> {
    await this.#tmux('send-keys', '-l', text);
  }

  /** The text on the screen, one line each, without spaces at the ends of lines. */
  async text(): Promise<string> {
    return (await this.#tmux('capture-pane', '-p')).trimEnd();
  }

  /** The same with the escape sequences of its colours. */
  async colours(): Promise<string> {
    return (await this.#tmux('capture-pane', '-p', '-e')).trimEnd();
  }

  /** The text that the program put on the clipboard last. */
  async clipboard(): Promise<string> {
    return await this.#tmux('show-buffer').catch(() => '');
  }

  /** Waits until the screen shows a text or what matches, or has what a function looks for; returns the screen. Fails with the screen. */
  async shows(wanted: string | RegExp | ((screen: string) => boolean), timeoutMs = TIMEOUT_MS): Promise<string> {
    const has = matcher(wanted);
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const screen = await this.text();
      if (has(screen)) return screen;
      if (Date.now() > deadline) throw new Error(`The terminal never showed ${String(wanted)}, but:\n${screen}`);
      await sleep(POLL_MS);
    }
  }

  async resize(columns: number, rows: number): Promise<void> {
    await this.#tmux('resize-window', '-x', String(columns), '-y', String(rows));
  }

  /** A fact about the terminal, as tmux words it: `#{alternate_on}`, `#{cursor_flag}`. */
  async fact(format: string): Promise<string> {
    return (await this.#tmux('display-message', '-p', format)).trim();
  }

  async close(): Promise<void> {
    await this.#tmux('kill-server').catch(() => {});
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #tmux(...args: string[]): Promise<string> {
    const { stdout } = await run('tmux', ['-S', this.#socket, ...args], { encoding: 'utf8' });
    return stdout;
  }
}

function matcher(wanted: string | RegExp | ((screen: string) => boolean)): (screen: string) => boolean {
  if (typeof wanted === 'function') return wanted;
  return (screen) => (typeof wanted === 'string' ? screen.includes(wanted) : wanted.test(screen));
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function explained(error: unknown): Error {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
    return new Error(
      'There is no tmux, in which the terminal view is tested. Install the package "tmux": apt-get install tmux',
    );
  }
  return error instanceof Error ? error : new Error(String(error));
}
