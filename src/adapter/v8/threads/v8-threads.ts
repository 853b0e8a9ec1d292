import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { ExceptionBreakMode } from '../../../model/breakpoint.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { ProgramFiles } from '../scripts/program-files.ts';
import type { ScriptNaming } from '../scripts/script-table.ts';
import { type TakeControl, type ThreadIdentity, V8Thread } from '../thread/v8-thread.ts';
import { TreeBreakpoints } from './tree-breakpoints.ts';

/** What all threads of a debuggee have in common. */
export interface ThreadSettings {
  readonly naming: ScriptNaming;
  /** False: conditions of breakpoints are never edited into the program. */
  readonly liveEdit?: boolean | undefined;
}

/** What a host knows of a thread that it has found. Without a name it is called by its number. */
export type FoundThread = Pick<ThreadIdentity, 'pid' | 'inspectorUrl' | 'isWorker' | 'close'> & {
  readonly name?: string | undefined;
};

/** The threads of a debuggee that are connected, by their numbers, and what is wanted in each of them, present and to come. */
export class V8Threads {
  /** The files of the program, as far as they are known before it runs. */
  program: ProgramFiles;
  readonly breakpoints: TreeBreakpoints;
  readonly #settings: ThreadSettings;
  readonly #onAdded: (thread: V8Thread) => void;
  readonly #threads = new Map<number, V8Thread>();
  #exceptionMode: ExceptionBreakMode = 'uncaught';
  #nextThreadId = 1;

  /** @param onAdded Hears of each thread before anything is sent to it. */
  constructor(program: ProgramFiles, settings: ThreadSettings, onAdded: (thread: V8Thread) => void) {
    this.program = program;
    this.#settings = settings;
    this.#onAdded = onAdded;
    this.breakpoints = new TreeBreakpoints({ threads: () => this.all, program: () => this.program });
  }

  get all(): readonly V8Thread[] {
    return [...this.#threads.values()];
  }

  /** @throws DebugError `connection_closed` */
  get(threadId: number): V8Thread {
    const thread = this.#threads.get(threadId);
    if (thread) return thread;
    throw new DebugError('connection_closed', `Thread ${threadId} of the program has ended.`, {
      advice: [{ action: 'sessions' }, ' shows what is left.'],
    });
  }

  /** Takes in a thread that is connected; it is dropped when it ends. */
  add(session: CdpSession, { name, ...found }: FoundThread): V8Thread {
    const threadId = this.#nextThreadId++;
    const thread = new V8Thread(session, {
      ...found,
      ...this.#settings,
      threadId,
      name: name ?? `thread ${threadId}`,
      program: this.program,
    });
    this.#threads.set(threadId, thread);
    thread.events.on('ended', () => this.#threads.delete(threadId));
    this.#onAdded(thread);
    return thread;
  }

  /**
   * Takes a thread under control, with all that is wanted in it in place before its first line.
   *
   * @param entry A script at whose first statement it is to stop.
   */
  start(
    thread: V8Thread,
    { control, entry }: { readonly control: TakeControl; readonly entry?: string | undefined },
    options: CallOptions,
  ): Promise<void> {
    const prepare = () =>
      Promise.all([
        ...this.breakpoints.sendAll(thread, options),
        ...(entry === undefined ? [] : [thread.stopAtEntry(entry, options)]),
      ]);
    return thread.start(prepare, { exceptionMode: this.#exceptionMode, control }, options);
  }

  async setExceptionMode(mode: ExceptionBreakMode, options?: CallOptions): Promise<void> {
    this.#exceptionMode = mode;
    await Promise.all(this.all.map((thread) => thread.setExceptionMode(mode, options)));
  }
}
