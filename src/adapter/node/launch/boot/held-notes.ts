import { readProcEntry } from '../../../../process/process-table.ts';
import type { LeftProcess, RestoredProcess } from './reports.ts';

/** The longest time of a shell line from its start to the `node` in it. A process that is held longer gets a note. */
const HOLD_MS = 1_000;
/** A busy machine may need more. */
const MAX_HOLDS = 10;

/**
 * Notes about processes whose NODE_OPTIONS are replaced, held back for as long as the `node` on PATH may put them back. The owner must
 * call `close` exactly once.
 */
export class HeldNotes {
  readonly #say: (text: string) => void;
  /** Processes that got their note. */
  readonly #said = new Set<number>();
  readonly #held = new Map<number, { readonly text: string; readonly timer: NodeJS.Timeout }>();

  readonly #isUndecided: (pid: number) => Promise<boolean>;

  /** @param isUndecided Whether a process, or one that it has started, may still come to the `node` on PATH. */
  constructor(say: (text: string) => void, isUndecided: (pid: number) => Promise<boolean>) {
    this.#say = say;
    this.#isUndecided = isUndecided;
  }

  /** @param note What is said of the process unless it is restored. */
  hold({ child, pid }: LeftProcess, note: string): void {
    // One that is waited for has no pid yet: it is held as a child of the one that waits.
    const key = child ?? pid;
    this.#hold(key, note, 1);
  }

  #hold(key: number, text: string, times: number): void {
    const look = async () => {
      const isUndecided = times < MAX_HOLDS && (await this.#isUndecided(key).catch(() => false));
      // It may have been restored meanwhile.
      if (this.#held.get(key)?.timer !== timer) return;
      if (isUndecided) this.#hold(key, text, times + 1);
      else this.#release(key);
    };
    const timer = setTimeout(() => void look(), HOLD_MS).unref();
    this.#held.set(key, { text, timer });
  }

  /** True if the note was given, or will be, for some of these processes. */
  knows(pids: readonly number[]): boolean {
    return pids.some((pid) => this.#said.has(pid) || this.#held.has(pid));
  }

  /** A shell becomes its last command, or waits for it as its parent. */
  restored({ pid, ppid }: RestoredProcess): void {
    for (const id of [pid, ppid, readProcEntry(ppid)?.ppid ?? ppid]) {
      clearTimeout(this.#held.get(id)?.timer);
      this.#held.delete(id);
    }
  }

  /** Says what is held. */
  close(): void {
    for (const child of [...this.#held.keys()]) this.#release(child);
  }

  #release(child: number): void {
    const held = this.#held.get(child);
    if (held === undefined) return;
    clearTimeout(held.timer);
    this.#held.delete(child);
    this.#said.add(child);
    this.#say(held.text);
  }
}
