import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import { delimiter } from 'node:path';
import { DebugError } from '../../../../model/debug-error.ts';
import { definedOnly } from '../../../../process/defined-only.ts';
import { ADDED_OPTIONS } from '../../../commands/node-options.ts';
import type { WantedCode } from '../../../v8/threads/v8-threads.ts';
import { BOOT_VARIABLE, type BootOptions, bootOptions, bootVariables } from './boot-environment.ts';
import { BootFolder } from './boot-folder.ts';
import { fixedSettings, wantedSettings } from './boot-settings.ts';
import { writeNodeByName } from './node-by-name.ts';
import { type ProcessReport, parseReport } from './reports.ts';
import { WakeCalls } from './wake-calls.ts';

const CLOSE_GRACE_MS = 1_000;

/**
 * The server's end of the bootloader: every Node process started with {@link variables} reports here. One per launched tree, owned by
 * the adapter that launched it.
 *
 * Does not keep this process alive.
 */
export class Announcements {
  readonly #folder = new BootFolder();
  readonly #options: Omit<BootOptions, 'folder'>;
  readonly #wakes: WakeCalls;
  #opened: Promise<void> | undefined;
  #reader: Socket | undefined;
  /** A writer of our own: without one, the reader would see the end of file whenever no process is announcing itself. */
  #keeper: number | undefined;
  #ended: Promise<void> = Promise.resolve();
  #listener: ((report: ProcessReport) => void) | undefined;
  #early: ProcessReport[] = [];
  #incomplete = '';
  #isClosed = false;
  #wanted: WantedCode;
  #version = 1;
  #isByName = false;

  private constructor(wanted: WantedCode, options: Omit<BootOptions, 'folder'>) {
    this.#wanted = wanted;
    this.#options = options;
    this.#wakes = new WakeCalls(this.#folder);
    this.#writeSettings();
  }

  /**
   * Makes what processes find. @param wanted What is wanted so far.
   *
   * @throws DebugError `unsupported` where there are no FIFOs (Windows)
   */
  static begin(wanted: WantedCode, options: Omit<BootOptions, 'folder'> = {}): Announcements {
    if (!canFollow()) {
      throw new DebugError('unsupported', 'Process trees cannot be followed on Windows.', {
        advice: 'Launch the script directly with node.',
      });
    }
    return new Announcements(wanted, options);
  }

  /**
   * Begins to listen; once, however often it is called. Processes may be started before, but none may be let run.
   *
   * @throws DebugError `launch_failed` where no FIFO can be made
   */
  open(): Promise<void> {
    if (this.#opened === undefined) {
      this.#opened = this.#open();
      // Reported to the call that waits for it.
      this.#opened.catch(() => {});
    }
    return this.#opened;
  }

  /** The environment to start the tree with: `base` with {@link variables}. */
  env(base: Readonly<Record<string, string | undefined>>): Record<string, string> {
    return { ...definedOnly(base), ...this.variables(base) };
  }

  /** The same for a tree in which scripts replace NODE_OPTIONS: a `node` that is found on PATH puts ours back. */
  envByName(base: Readonly<Record<string, string | undefined>>): Record<string, string> {
    const env = this.env(base);
    const options = [base[ADDED_OPTIONS], bootOptions().options].filter((each) => each !== undefined).join(' ');
    const { path, reports } = this.#folder;
    const own = writeNodeByName(path, { options, switchedOn: BOOT_VARIABLE, reports });
    this.#isByName = true;
    return { ...env, PATH: [own, env.PATH ?? ''].join(delimiter) };
  }

  /** The variables with which each Node process of a tree reports itself. */
  variables(base: Readonly<Record<string, string | undefined>>): Record<string, string> {
    return bootVariables(base, { folder: this.#folder.path, ...this.#options });
  }

  /** True if {@link envByName} was asked for. */
  get isByName(): boolean {
    return this.#isByName;
  }

  /** Sets the one listener. What was reported before is delivered at once. */
  onReport(listener: (report: ProcessReport) => void): void {
    this.#listener = listener;
    const early = this.#early;
    this.#early = [];
    for (const report of early) listener(report);
  }

  /** The version of the settings; a process that has read it knows all that is wanted. */
  get version(): number {
    return this.#version;
  }

  /** Has processes that start from now on know what is wanted. @returns false when that has not changed */
  want(wanted: WantedCode): boolean {
    if (this.#isClosed || JSON.stringify(wanted) === JSON.stringify(this.#wanted)) return false;
    this.#wanted = wanted;
    this.#version += 1;
    this.#writeSettings();
    return true;
  }

  /** Has processes that run without a debugger read again what is wanted. */
  async wake(): Promise<void> {
    if (this.#isClosed) return;
    await this.open();
    if (!this.#isClosed) await this.#wakes.wake(() => this.#writeSettings());
  }

  /**
   * Takes the FIFO away: processes that start from now on run undebugged. A process that is in the middle of announcing
   * itself is still delivered before this resolves (at most 1 s), because no other debugger could let it run.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opened?.catch(() => {});
    await this.#folder.remove();
    await this.#wakes.close();
    if (this.#keeper !== undefined) closeSync(this.#keeper);
    this.#keeper = undefined;
    // The end of file comes when the last process has closed its end.
    const timer = setTimeout(() => this.#reader?.destroy(), CLOSE_GRACE_MS);
    this.#reader?.ref();
    await this.#ended;
    clearTimeout(timer);
  }

  async #open(): Promise<void> {
    try {
      await this.#folder.makeFifos(this.#wakes.firstNames, true);
      this.#wakes.begin();
      this.#listen();
    } catch (error) {
      await this.#folder.remove();
      throw error;
    }
  }

  #listen(): void {
    const { reader: fd, writer } = this.#folder.openBothEnds(this.#folder.reports);
    this.#keeper = writer;
    // A socket is polled; fs.read on a FIFO would block one of the four threads that all file access shares.
    const reader = new Socket({ fd, readable: true, writable: false });
    reader.setEncoding('utf8');
    reader.on('data', (text: string) => this.#receive(text));
    reader.on('error', () => reader.destroy());
    this.#ended = new Promise((resolve) => reader.once('close', () => resolve()));
    reader.unref();
    this.#reader = reader;
  }

  #writeSettings(): void {
    const fixed = fixedSettings(this.#options.isFlagged === true);
    const wanted = wantedSettings(this.#wanted);
    this.#folder.writeSettings({ version: this.#version, ...fixed, ...wanted, wake: this.#wakes.name });
  }

  #receive(text: string): void {
    const lines = (this.#incomplete + text).split('\n');
    this.#incomplete = lines.pop() ?? '';
    for (const line of lines) {
      const report = parseReport(line);
      if (report === undefined) continue;
      if (this.#listener === undefined) this.#early.push(report);
      else this.#listener(report);
    }
  }
}

/** True if processes can be followed on this system. */
export function canFollow(): boolean {
  return process.platform !== 'win32';
}
