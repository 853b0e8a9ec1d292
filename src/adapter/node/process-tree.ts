import type { ProcessIdentity } from '../../model/session-summary.ts';
import { isAlive } from '../../process/is-alive.ts';
import type { LaunchRequest } from '../debug-adapter.ts';
import type { WantedCode } from '../v8/threads/v8-threads.ts';
import { Announcements } from './launch/boot/announcements.ts';
import { type BootOptions, bootPath } from './launch/boot/boot-environment.ts';
import { HeldNotes } from './launch/boot/held-notes.ts';
import { missedInWorker, noteOf } from './launch/boot/report-notes.ts';
import type { Announcement, ProcessReport } from './launch/boot/reports.ts';
import { identityOf, UnadoptedProcesses } from './launch/boot/unadopted-processes.ts';
import { unfollowedNodes } from './launch/boot/unfollowed-nodes.ts';
import { UnfollowedWatch, whereSet } from './launch/boot/unfollowed-watch.ts';

/** Limit of a change's wait for processes that run without a debugger, so that its answer knows which files they have loaded. */
const REACH_MS = 300;

interface TreeListeners {
  /** Takes a process under control. */
  adopt(announcement: Announcement): Promise<void>;
  /** Is called with a process that is let be. */
  leave(process: ProcessIdentity): void;
  /** A file was loaded where no breakpoint in it is hit. */
  miss(path: string, why: string): void;
  /** Takes what the person who debugs is to know. */
  note(text: string): void;
  /** Takes the same of a process that runs where no debugger gets to. */
  unfollowed(text: string): void;
}

/**
 * The processes that report themselves below a program, of which those come under control in which something matters.
 *
 * Invariant: a process waits for a debugger only while it is being adopted.
 */
export class ProcessTree {
  readonly announcements: Announcements;
  readonly #listeners: TreeListeners;
  readonly #wanted: () => WantedCode;
  readonly #unadopted = new UnadoptedProcesses();
  /** Processes that did not take in a change at once. */
  readonly #busy = new Set<number>();
  /** Files that workers have loaded out of our sight, with their processes. */
  readonly #missed = new Set<string>();
  readonly #adoptions = new Set<Promise<void>>();
  readonly #closed = new AbortController();
  readonly #held: HeldNotes;
  #unfollowed: UnfollowedWatch | undefined;
  #request: LaunchRequest | undefined;

  /**
   * @param wanted What is wanted in all processes, at any time. It is asked once the first process has started ({@link wantedChanged}):
   *   to look for what is compiled from a source may take as long as that does.
   */
  constructor(wanted: () => WantedCode, options: Omit<BootOptions, 'folder'>, listeners: TreeListeners) {
    this.#wanted = wanted;
    this.#listeners = listeners;
    this.#held = new HeldNotes((text) => {
      const note = text + (this.#request ? whereSet(this.#request, text) : '');
      // At the end, no call waits for anything else any more.
      if (this.#closed.signal.aborted) listeners.note(note);
      else listeners.unfollowed(note);
    }, isUndecided);
    this.announcements = Announcements.begin({ adopt: 'all', paths: [] }, options);
  }

  hear(report: ProcessReport): void {
    if (report.kind === 'worker') {
      this.#hearOfWorker(report.pid, report.text);
      return;
    }
    if (report.kind === 'restored') {
      this.#held.restored(report);
      return;
    }
    this.#note(report);
    if (report.kind === 'waiting' || report.kind === 'running' || report.kind === 'begun') this.#unfollowed?.stop();
    if (report.kind === 'waiting' || report.kind === 'running') {
      const adopted = this.#listeners.adopt(report).finally(() => this.#adoptions.delete(adopted));
      this.#adoptions.add(adopted);
      adopted.catch(() => {});
    }
    this.#unadopted.hear(report);
    if (report.kind === 'begun') this.#listeners.leave(identityOf(report));
    // It began while that changed.
    if (report.kind === 'begun' && report.version < this.announcements.version) void this.#wake();
  }

  #note(report: ProcessReport): void {
    const note = noteOf(report);
    if (note === undefined) return;
    const mayBeRestored = report.kind === 'left' && report.reason === 'environment' && this.announcements.isByName;
    if (mayBeRestored) this.#held.hold(report, note);
    else this.#listeners.note(note);
  }

  /**
   * Takes the report of a worker. In a process that is under control, workers are met in another way. A pool is reported once.
   */
  #hearOfWorker(pid: number, file: string): void {
    const unadopted = this.#unadopted.get(pid);
    const where = `${pid} ${file}`;
    if (unadopted === undefined || this.#missed.has(where)) return;
    this.#missed.add(where);
    const { reason, note } = missedInWorker(file, unadopted);
    this.#listeners.miss(file, reason);
    this.#listeners.note(note);
  }

  /** The processes that run without a debugger. */
  get unadopted(): readonly ProcessIdentity[] {
    return this.#unadopted.list();
  }

  /** To be called when something else may be wanted: resolves when processes that run already have taken it in, or are too busy to. */
  async wantedChanged(): Promise<void> {
    const { announcements } = this;
    if (!announcements.want(this.#wanted()) || !this.#unadopted.areBehind(announcements.version)) return;
    await this.#wake();
    const { signal } = this.#closed;
    await this.#unadopted.reach(announcements.version, { timeoutMs: REACH_MS, signal });
    for (const busy of this.#unadopted.behind(announcements.version)) this.#noteBusy(busy);
    await Promise.allSettled(this.#adoptions);
  }

  #noteBusy({ pid, name }: ProcessIdentity): void {
    if (this.#busy.has(pid) || this.#closed.signal.aborted) return;
    this.#busy.add(pid);
    const text = `Process ${pid} (${name}) is busy: what it has loaded before stops at no new breakpoint until it comes back to its event loop.\n`;
    this.#listeners.note(text);
  }

  /** To be called with the command that was started: what nothing in its tree reports is looked for until a process has reported itself. */
  watch(root: number, request: LaunchRequest): void {
    if (this.#closed.signal.aborted) return;
    this.#request = request;
    this.#unfollowed = new UnfollowedWatch({ root, request, option: bootPath() }, (text, { pid, parents }) => {
      if (!this.#held.knows([pid, ...parents])) this.#listeners.unfollowed(text);
    });
  }

  async close(): Promise<void> {
    this.#unfollowed?.stop();
    this.#closed.abort();
    this.#held.close();
    await this.announcements.close();
  }

  /** Wakes processes. Without it they go on as they are; the next change is another attempt. */
  #wake(): Promise<void> {
    return this.announcements.wake().catch(() => {});
  }
}

/** A process below which no Node process began without what reports it, as far as the system shows such. */
async function isUndecided(pid: number): Promise<boolean> {
  if (process.platform !== 'linux' || !isAlive(pid)) return false;
  return (await unfollowedNodes(pid, bootPath())).every(({ waitsBy }) => waitsBy !== undefined);
}
