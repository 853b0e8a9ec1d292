import type { LeftProcess, RestoredProcess } from './reports.ts';

/** How long a shell line takes at most from its start to the `node` in it. What is held longer is said. */
const HOLD_MS = 1_000;

/**
 * Notes about processes whose NODE_OPTIONS are replaced, held back for as long as the `node` on PATH may put them back. The owner must
 * call `close` exactly once.
 */
export class HeldNotes {
  readonly #say: (text: string) => void;
  readonly #held = new Map<number, { readonly text: string; readonly timer: NodeJS.Timeout }>();

  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  /** @param note What is said of the process unless it is restored. */
  hold({ child }: LeftProcess, note: string): void {
    if (child === undefined) this.#say(note);
    else this.#held.set(child, { text: note, timer: setTimeout(() => this.#release(child), HOLD_MS).unref() });
  }

  /** A shell becomes its last command, or waits for it as its parent. */
  restored({ pid, ppid }: RestoredProcess): void {
    for (const id of [pid, ppid]) {
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
    this.#say(held.text);
  }
}
