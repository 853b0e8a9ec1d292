import type { DapConnection } from '../../../dap/dap-connection.ts';
import type { DapThreadId } from '../../../dap/ids.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { ThreadId } from '../../../model/ids.ts';

/** A thread as the adapter numbers it, and the number that it has for us: the adapter's own occur once per session only. */
export interface TargetThread {
  readonly publicId: ThreadId;
  readonly dapId: DapThreadId;
  readonly name: string;
}

/** The thread number that adapters accept where no thread in particular is meant. */
const ANY_THREAD = 1;

/** The threads of one DAP session. */
export class TargetThreads {
  readonly #connection: DapConnection;
  readonly #allot: () => ThreadId;
  readonly #nameOf: (given: string) => string;
  #byDapId = new Map<DapThreadId, TargetThread>();
  /** The thread of a running program of which the adapter has named no thread yet. */
  #unnamed: TargetThread | undefined;
  #reportsThreads = false;
  #isComplete = false;
  #asked: Promise<void> = Promise.resolve();

  /**
   * @param allot Gives the next number for a thread; the same one for all sessions of a debuggee.
   * @param nameOf What a thread is called that the adapter gives this name.
   */
  constructor(connection: DapConnection, allot: () => ThreadId, nameOf: (given: string) => string) {
    this.#connection = connection;
    this.#allot = allot;
    this.#nameOf = nameOf;
    connection.on('thread', () => {
      this.#reportsThreads = true;
    });
  }

  /** The adapter says when threads begin and end; otherwise they are known at stops only. */
  get areReported(): boolean {
    return this.#reportsThreads;
  }

  /** The program runs: it has a thread, also where the adapter names none before a stop. */
  begun(): void {
    if (this.#byDapId.size > 0) return;
    this.#unnamed = { publicId: this.#allot(), dapId: ANY_THREAD, name: 'main thread' };
  }

  list(): TargetThread[] {
    return this.#unnamed === undefined ? [...this.#byDapId.values()] : [this.#unnamed];
  }

  /** The thread of that number of the adapter's; made known when it was not. */
  get(dapId: DapThreadId): TargetThread {
    const known = this.#byDapId.get(dapId);
    if (known !== undefined) return known;
    this.#isComplete = false;
    const publicId = this.#unnamed?.publicId ?? this.#allot();
    this.#unnamed = undefined;
    const thread = { publicId, dapId, name: `thread ${dapId}` };
    this.#byDapId.set(dapId, thread);
    return thread;
  }

  byPublicId(publicId: ThreadId): TargetThread | undefined {
    return this.list().find((thread) => thread.publicId === publicId);
  }

  /** A thread has ended; undefined when it was never known. */
  remove(dapId: DapThreadId): TargetThread | undefined {
    const thread = this.#byDapId.get(dapId);
    this.#byDapId.delete(dapId);
    return thread;
  }

  /** A number that the adapter takes for a thread while the program runs. */
  async running(options?: CallOptions): Promise<number> {
    const { threads } = await this.#connection.request('threads', {}, options);
    return threads[0]?.id ?? ANY_THREAD;
  }

  /**
   * Learns names, when there is a thread whose name is not known, and the threads themselves where the adapter does not report them. One
   * question is under way at a time.
   *
   * @param stopped The thread that a stop is about: it is there, whatever is listed.
   */
  async refresh(options?: CallOptions, stopped?: TargetThread): Promise<void> {
    if (this.#isComplete && this.#reportsThreads) return this.#asked;
    this.#isComplete = true;
    this.#asked = this.#ask(options, stopped);
    await this.#asked;
  }

  async #ask(options: CallOptions | undefined, stopped: TargetThread | undefined): Promise<void> {
    const { threads } = await this.#connection.request('threads', {}, options);
    if (!this.#reportsThreads) {
      const listed = threads.map(({ id }) => this.get(id));
      const all = stopped === undefined || listed.includes(stopped) ? listed : [stopped, ...listed];
      if (all.length > 0) this.#byDapId = new Map(all.map((thread) => [thread.dapId, thread]));
    }
    for (const { id, name } of threads) {
      const known = this.#byDapId.get(id);
      // One that is listed and was not reported has not begun, or has ended since.
      if (known !== undefined) this.#byDapId.set(id, { ...known, name: this.#nameOf(name) });
    }
  }
}
