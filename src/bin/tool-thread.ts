import { SHARE_ENV, Worker } from 'node:worker_threads';
import type { CallOutcome } from '../calls/call-outcome.ts';
import type { ListedTool, OfferedTools } from '../calls/tool-calls.ts';
import type { ToolCall } from '../toolsets/tool.ts';
import type { ThreadReport, ThreadRequest, ThreadStart } from './thread-messages.ts';

/** More than what the tools take, so that they still say what is wrong with it. */
const MAX_POSTED_DEPTH = 60;

interface OpenCall {
  readonly call: ToolCall;
  readonly resolve: (outcome: CallOutcome) => void;
}

/**
 * The tools, on a thread of their own. Whatever they compute (a map, a text of the program's, a heap), the main thread goes on reading what
 * the client sends: the end of stdin and signals are heard at once. No other thread of a process receives them while JavaScript runs.
 */
export class ToolThread implements OfferedTools {
  readonly #start: ThreadStart;
  readonly #onLost: (error: Error | undefined) => void;
  readonly #calls = new Map<number, OpenCall>();
  #tools: readonly ListedTool[] = [];
  #worker: Worker | undefined;
  #lastId = 0;
  #waiting: { readonly kind: ThreadReport['kind']; readonly resolve: () => void }[] = [];

  /** @param onLost Called when the thread ends by itself: it has no memory left, or a defect. */
  constructor(start: ThreadStart, onLost: (error: Error | undefined) => void) {
    this.#start = start;
    this.#onLost = onLost;
  }

  /** Starts the thread; the tools are there then. Called once. */
  async load(): Promise<this> {
    // Variables are shared because a copy of them would tell upper and lower case apart on Windows.
    const worker = new Worker(new URL('./tool-thread-entry.js', import.meta.url), {
      workerData: this.#start,
      env: SHARE_ENV,
      // Node would warn of descriptors that the other thread has opened.
      trackUnmanagedFds: false,
    });
    this.#worker = worker;
    worker.on('message', (report: ThreadReport) => this.#receive(report));
    let cause: Error | undefined;
    worker.on('error', (error: Error) => (cause = error));
    worker.on('exit', () => {
      if (this.#worker === undefined) return;
      this.#worker = undefined;
      this.#onLost(cause);
    });
    await this.#told('ready');
    return this;
  }

  list(): ListedTool[] {
    return [...this.#tools];
  }

  call(name: string, args: unknown, call: ToolCall): Promise<CallOutcome> {
    const id = ++this.#lastId;
    const abort = () => this.#post({ kind: 'abort', id });
    const outcome = new Promise<CallOutcome>((resolve) => this.#calls.set(id, { call, resolve }));
    try {
      this.#post({ kind: 'call', id, name, args });
    } catch {
      // What is nested thousandfold cannot be copied.
      this.#post({ kind: 'call', id, name, args: cutBelow(args, MAX_POSTED_DEPTH) });
    }
    if (call.signal.aborted) abort();
    call.signal.addEventListener('abort', abort, { once: true });
    return outcome.finally(() => call.signal.removeEventListener('abort', abort));
  }

  /** Ends the engine and all that it started. */
  async close(): Promise<void> {
    if (this.#worker === undefined) return;
    this.#post({ kind: 'close' });
    await this.#told('closed');
  }

  /** Ends the thread wherever it is; a function of V8's own that is under way may hold it up for ever. */
  async terminate(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #post(request: ThreadRequest): void {
    this.#worker?.postMessage(request);
  }

  #told(kind: ThreadReport['kind']): Promise<void> {
    return new Promise((resolve) => this.#waiting.push({ kind, resolve }));
  }

  #receive(report: ThreadReport): void {
    if (report.kind === 'progress') {
      this.#calls.get(report.id)?.call.progress(report.message);
      return;
    }
    if (report.kind === 'outcome') {
      this.#calls.get(report.id)?.resolve(report.outcome);
      this.#calls.delete(report.id);
      return;
    }
    if (report.kind === 'ready') this.#tools = report.tools;
    const told = this.#waiting.filter(({ kind }) => kind === report.kind);
    this.#waiting = this.#waiting.filter(({ kind }) => kind !== report.kind);
    for (const { resolve } of told) resolve();
  }
}

/** A value as it is, as far as so many lists and objects inside of each other. */
function cutBelow(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return {};
  if (Array.isArray(value)) return value.map((each) => cutBelow(each, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cutBelow(each, depth - 1)]));
}
