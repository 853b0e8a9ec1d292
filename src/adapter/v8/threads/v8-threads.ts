import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { ExceptionBreakMode } from '../../../model/breakpoints/breakpoint.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { ThreadId } from '../../../model/ids.ts';
import { LATE_LIMIT_MS, withPatience } from '../../deadline.ts';
import type { ProgramFiles } from '../scripts/program-files.ts';
import type { ScriptNaming } from '../scripts/script-table.ts';
import type { ThreadIdentity } from '../thread/thread-identity.ts';
import { type TakeControl, V8Thread } from '../thread/v8-thread.ts';
import { TreeBreakpoints } from './tree-breakpoints.ts';

/** The settings that all threads of a debuggee have in common. */
export interface ThreadSettings {
  readonly naming: ScriptNaming;
}

/** The code in which a stop is wanted: all that a process runs, or what comes from these files. */
export interface WantedCode {
  readonly adopt: 'all' | 'files';
  /** Absolute paths of sources, and of what is known to be compiled from them. */
  readonly paths: readonly string[];
}

/** A thread that a host has found. Without a name, the thread is called by its number. */
export type FoundThread = Pick<
  ThreadIdentity,
  'pid' | 'process' | 'inspectorUrl' | 'isWorker' | 'countWritten' | 'close'
> & {
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

  /** @param onAdded Called with each thread before anything is sent to it. */
  constructor(program: ProgramFiles, settings: ThreadSettings, onAdded: (thread: V8Thread) => void) {
    this.program = program;
    this.#settings = settings;
    this.#onAdded = onAdded;
    this.breakpoints = new TreeBreakpoints({ threads: () => this.all, program: () => this.program });
  }

  get exceptionMode(): ExceptionBreakMode {
    return this.#exceptionMode;
  }

  get all(): readonly V8Thread[] {
    return [...this.#threads.values()];
  }

  /** @throws DebugError `connection_closed` */
  get(threadId: ThreadId): V8Thread {
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
      edits: (thread) => this.breakpoints.editsFor(thread),
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

  /**
   * The code that a process must hold to matter, as far as its names say.
   *
   * @param least The way in which processes are taken under control where only breakpoints in files are wanted.
   */
  wantedCode(least: WantedCode['adopt']): WantedCode {
    const { paths, hasFunctions } = this.breakpoints.wanted;
    const isEverywhere = hasFunctions || /^(all|userUnhandled)$/.test(this.#exceptionMode);
    const compiled = paths.flatMap((path) => this.program.generatedFrom(path).map((file) => file.path));
    return { adopt: isEverywhere ? 'all' : least, paths: [...paths, ...compiled] };
  }

  async setExceptionMode(mode: ExceptionBreakMode, options?: CallOptions): Promise<void> {
    this.#exceptionMode = mode;
    const call = { ...options, timeoutMs: LATE_LIMIT_MS };
    await Promise.all(this.all.map((thread) => withPatience(thread.setExceptionMode(mode, call), undefined, options)));
  }
}
