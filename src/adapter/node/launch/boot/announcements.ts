import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DebugError, messageOf } from '../../../../model/debug-error.ts';
import { bootEnvironment } from './boot-environment.ts';

const CLOSE_GRACE_MS = 1_000;

/** A Node process of the launched tree that waits for a debugger at `url`, before any of its own code has run. */
export interface Announcement {
  readonly pid: number;
  readonly ppid: number;
  /** The node binary, the script and its arguments; cut from the end when very long. */
  readonly argv: readonly string[];
  /** `ws://127.0.0.1:…`. Attach and send `Runtime.runIfWaitingForDebugger`, or the process waits for ever. */
  readonly url: string;
}

/**
 * The server's end of the bootloader: a FIFO in a folder of its own, at which every Node process started with {@link env}
 * announces itself. One per launched tree, owned by the adapter that launched it.
 *
 * Does not keep this process alive.
 */
export class Announcements {
  readonly #folder: string;
  readonly #fifo: string;
  readonly #reader: Socket;
  /** A writer of our own: without one, the reader would see the end of file whenever no process is announcing itself. */
  #keeper: number | undefined;
  readonly #ended: Promise<void>;
  #listener: ((announcement: Announcement) => void) | undefined;
  #early: Announcement[] = [];
  #incomplete = '';

  private constructor(folder: string, fifo: string) {
    this.#folder = folder;
    this.#fifo = fifo;
    const fd = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
    this.#keeper = openSync(fifo, constants.O_WRONLY | constants.O_NONBLOCK);
    // A socket is polled; fs.read on a FIFO would block one of the four threads that all file access shares.
    this.#reader = new Socket({ fd, readable: true, writable: false });
    this.#reader.setEncoding('utf8');
    this.#reader.on('data', (text: string) => this.#receive(text));
    this.#reader.on('error', () => this.#reader.destroy());
    this.#ended = new Promise((resolve) => this.#reader.once('close', () => resolve()));
    this.#reader.unref();
  }

  /** @throws DebugError `unsupported` where there are no FIFOs (Windows), `launch_failed` when none can be made */
  static async open(): Promise<Announcements> {
    if (process.platform === 'win32') {
      throw new DebugError('unsupported', 'Process trees cannot be followed on Windows.', {
        advice: 'Launch the script directly with node.',
      });
    }
    const folder = await mkdtemp(join(tmpdir(), 'mcp-debugger-'));
    const fifo = join(folder, 'announce');
    try {
      await promisify(execFile)('mkfifo', ['-m', '600', fifo]);
      return new Announcements(folder, fifo);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw new DebugError('launch_failed', `No FIFO could be made in ${folder}: ${messageOf(error)}`, {
        advice: 'Check that mkfifo is installed and that the temporary folder is writable.',
        cause: error,
      });
    }
  }

  /** The environment to start the tree with: `base` plus the bootloader. */
  env(base: Readonly<Record<string, string | undefined>>): Record<string, string> {
    return bootEnvironment(base, this.#fifo);
  }

  /** Sets the one listener. What was announced before is delivered at once. */
  onAnnounce(listener: (announcement: Announcement) => void): void {
    this.#listener = listener;
    const early = this.#early;
    this.#early = [];
    for (const announcement of early) listener(announcement);
  }

  /**
   * Takes the FIFO away: processes that start from now on run undebugged. A process that is in the middle of announcing
   * itself is still delivered before this resolves (at most 1 s), because nobody else could let it run.
   */
  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
    if (this.#keeper !== undefined) closeSync(this.#keeper);
    this.#keeper = undefined;
    // The end of file comes when the last process has closed its end.
    const timer = setTimeout(() => this.#reader.destroy(), CLOSE_GRACE_MS);
    this.#reader.ref();
    await this.#ended;
    clearTimeout(timer);
  }

  #receive(text: string): void {
    const lines = (this.#incomplete + text).split('\n');
    this.#incomplete = lines.pop() ?? '';
    for (const line of lines) {
      const announcement = parseAnnouncement(line);
      if (announcement === undefined) continue;
      if (this.#listener === undefined) this.#early.push(announcement);
      else this.#listener(announcement);
    }
  }
}

/** Undefined for anything but the bootloader's own line: every process of this user can write into the FIFO. */
function parseAnnouncement(line: string): Announcement | undefined {
  let facts: unknown;
  try {
    facts = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof facts !== 'object' || facts === null) return undefined;
  if (!('pid' in facts && 'ppid' in facts && 'argv' in facts && 'url' in facts)) return undefined;
  const { pid, ppid, argv, url } = facts;
  if (typeof pid !== 'number' || typeof ppid !== 'number' || typeof url !== 'string' || !Array.isArray(argv))
    return undefined;
  return { pid, ppid, argv: argv.map(String), url };
}
