import { resolve } from 'node:path';
import { statOf } from '../files/read-file.ts';
import type { ThreadId } from '../model/ids.ts';
import type { Thread } from '../model/stack-frame.ts';
import type { OutputBuffer } from './output/output-buffer.ts';

/** Characters of output in which a watcher is looked for. */
const MAX_OUTPUT_CHARS = 4_000;

/** The words in which watchers name the changed file; for other watchers, the times of the files decide. */
const CHANGED: readonly RegExp[] = [
  // uvicorn, tsx: "detected changes in 'app.py'. Reloading", "change in ./app.js Rerunning"
  /\bchanges? in '?([^\s',]+)/i,
  // Django: "/site/views.py changed, reloading."
  /^(\S+) changed, reloading/m,
];

/** A process of the program that ended and was started again, because a file has changed. */
export interface ProcessRestart {
  /** As a watcher names it, or absolute. */
  readonly file: string;
}

interface Start {
  readonly name: string;
  readonly atMs: number;
  /** The end of the output at that moment. */
  readonly output: number;
}

/** The members of a session that the notice uses. */
interface RestartHost {
  readonly cwd: string;
  readonly output: OutputBuffer;
  /** Files that the caller is interested in. Absolute. */
  files(): readonly string[];
}

/** Notices that a watcher has started a process of the program again. A process that ends and comes again for no file's sake is none. */
export class ProcessRestarts {
  readonly #host: RestartHost;
  readonly #running = new Map<number, Start>();
  readonly #ended = new Map<string, Start>();
  #news: ProcessRestart | undefined;

  constructor(host: RestartHost) {
    this.#host = host;
  }

  /** To be called for each thread that comes; those without a pid of their own are parts of a process. */
  started({ id, name: threadName, pid, process }: Thread): void {
    if (pid === undefined) return;
    // A process keeps its name, while its threads are called by it only where there are several.
    const name = process?.name ?? threadName;
    const earlier = this.#ended.get(name);
    this.#ended.delete(name);
    this.#running.set(id, { name, atMs: Date.now(), output: this.#host.output.end });
    const file = earlier && this.#changedSince(earlier);
    if (file !== undefined) this.#news = { file };
  }

  exited(threadId: ThreadId): void {
    const start = this.#running.get(threadId);
    this.#running.delete(threadId);
    if (start) this.#ended.set(start.name, start);
  }

  /** True if there is one that no answer has reported. */
  get hasNews(): boolean {
    return this.#news !== undefined;
  }

  /** The last restart that no answer has reported. */
  take(): ProcessRestart | undefined {
    const news = this.#news;
    this.#news = undefined;
    return news;
  }

  /** The session itself restarts the whole program, which its caller knows. */
  reset(): void {
    this.#running.clear();
    this.#ended.clear();
    this.#news = undefined;
  }

  #changedSince({ name, atMs, output }: Start): string | undefined {
    const { cwd } = this.#host;
    const changed = [...this.#host.files(), resolve(cwd, name)].find((path) => (statOf(path)?.mtimeMs ?? 0) > atMs);
    if (changed !== undefined) return changed;
    const written = this.#host.output.since(output, MAX_OUTPUT_CHARS).chunks.map(({ text }) => text);
    return CHANGED.flatMap((pattern) => pattern.exec(written.join(''))?.[1] ?? [])[0];
  }
}
