import type { DapConnection } from '../../../dap/dap-connection.ts';
import type { CallOptions } from '../../../model/call-options.ts';

/** A thread as the adapter numbers it, and the number that it has for us: the adapter's own occur once per session only. */
export interface TargetThread {
  readonly publicId: number;
  readonly dapId: number;
  readonly name: string;
}

/** The threads of one DAP session. */
export class TargetThreads {
  readonly #connection: DapConnection;
  readonly #allot: () => number;
  readonly #byDapId = new Map<number, TargetThread>();
  #isComplete = false;
  #asked: Promise<void> = Promise.resolve();

  /** @param allot Gives the next number for a thread; the same one for all sessions of a debuggee. */
  constructor(connection: DapConnection, allot: () => number) {
    this.#connection = connection;
    this.#allot = allot;
  }

  list(): TargetThread[] {
    return [...this.#byDapId.values()];
  }

  /** The thread of that number of the adapter's; made known when it was not. */
  get(dapId: number): TargetThread {
    const known = this.#byDapId.get(dapId);
    if (known !== undefined) return known;
    this.#isComplete = false;
    const thread = { publicId: this.#allot(), dapId, name: `thread ${dapId}` };
    this.#byDapId.set(dapId, thread);
    return thread;
  }

  byPublicId(publicId: number): TargetThread | undefined {
    return this.list().find((thread) => thread.publicId === publicId);
  }

  /** A thread has ended; undefined when it was never known. */
  remove(dapId: number): TargetThread | undefined {
    const thread = this.#byDapId.get(dapId);
    this.#byDapId.delete(dapId);
    return thread;
  }

  /** Learns names, when there is a thread whose name is not known. One question is under way at a time. */
  async refresh(options?: CallOptions): Promise<void> {
    if (this.#isComplete) return this.#asked;
    this.#isComplete = true;
    this.#asked = this.#ask(options);
    await this.#asked;
  }

  async #ask(options: CallOptions | undefined): Promise<void> {
    const { threads } = await this.#connection.request('threads', {}, options);
    for (const { id, name } of threads) {
      const known = this.#byDapId.get(id);
      // One that is listed and was not reported has not begun, or has ended since.
      if (known !== undefined) this.#byDapId.set(id, { ...known, name });
    }
  }
}
