import { basename } from 'node:path';
import type { CallOptions } from '../../../model/call-options.ts';
import type { TraceRecord } from '../../../model/trace/trace-record.ts';
import { withPatience } from '../../deadline.ts';
import {
  IN_A_CALL,
  type LiveTraceRequest,
  type LiveTracing,
  notRecorded,
  type ThreadRecords,
} from '../../live-tracing.ts';
import type { ThreadRecording } from '../pauses/pause-reader.ts';
import type { V8Thread } from '../thread/v8-thread.ts';
import { CallRecording } from './call-recording.ts';
import { LineRecording } from './line-recording.ts';
import { ownScripts } from './own-functions.ts';
import { WantedCalls } from './written-calls.ts';

/** Files named in a note. */
const MAX_NAMED = 3;

/** {@link LiveTracing} by breakpoints of its own in each thread, whose pauses only it sees. No code of the program is changed. */
export class V8Tracing implements LiveTracing {
  readonly #threads: () => readonly V8Thread[];
  readonly #recordings = new Map<V8Thread, ThreadRecording>();
  /** The scripts that each thread had loaded when the trace began, by their ids. */
  readonly #loaded = new Map<V8Thread, ReadonlySet<string>>();
  /** Notes on threads of which nothing can be recorded. */
  #notes: readonly TraceRecord[] = [];
  #roots: readonly string[] = [];

  constructor(threads: () => readonly V8Thread[]) {
    this.#threads = threads;
  }

  async begin(request: LiveTraceRequest, options: CallOptions = {}): Promise<void> {
    this.#roots = request.roots;
    this.#notes = [];
    for (const thread of this.#threads()) {
      this.#recordings.set(thread, recordingOf(thread, request));
      this.#loaded.set(thread, new Set(ownScripts(thread, this.#roots).map(({ id }) => id)));
    }
    await Promise.all([...this.#recordings].map((each) => this.#beginIn(...each, options)));
  }

  /** Begins the recording of a thread; of several, a thread that takes no message for now is left out. */
  async #beginIn(thread: V8Thread, recording: ThreadRecording, options: CallOptions): Promise<void> {
    const begun = thread.readers.record(recording, options);
    if (this.#recordings.size === 1) return begun;
    if (await withPatience(begun, () => void thread.readers.endRecording(options).catch(() => {}), options)) return;
    this.#recordings.delete(thread);
    this.#notes = [...this.#notes, notRecorded([thread.name], IN_A_CALL)];
  }

  async end(options: CallOptions = {}): Promise<readonly ThreadRecords[]> {
    const recordings = [...this.#recordings];
    this.#recordings.clear();
    await Promise.all(recordings.map(([thread]) => thread.readers.endRecording(options)));
    const others = this.#threads().filter((thread) => !this.#loaded.has(thread)).length;
    const unseen =
      others > 0 ? [`${others === 1 ? 'A worker' : `${others} workers`} started meanwhile: not seen.`] : [];
    const found = recordings.map(([thread, recording], index): ThreadRecords => {
      const { records, ...more } = recording.recorded();
      const texts = [...this.#loadedMeanwhile(thread), ...(index === 0 ? unseen : [])];
      return { ...more, records: [...records, ...texts.map((text) => ({ kind: 'note', text, isGap: true }) as const)] };
    });
    return this.#notes.length === 0 ? found : [{ records: this.#notes }, ...found];
  }

  /** Breakpoints stand only where code was loaded as they were set. */
  #loadedMeanwhile(thread: V8Thread): string[] {
    const known = this.#loaded.get(thread);
    const files = ownScripts(thread, this.#roots).flatMap(({ id, path }) => (known?.has(id) ? [] : basename(path)));
    const shown = [...new Set(files)];
    if (shown.length === 0) return [];
    const named = shown.slice(0, MAX_NAMED).join(', ');
    const more = shown.length > MAX_NAMED ? ` and ${shown.length - MAX_NAMED} more` : '';
    return [`What ran in files that were loaded meanwhile is not seen: ${named}${more}.`];
  }
}

function recordingOf(thread: V8Thread, request: LiveTraceRequest): ThreadRecording {
  const { wanted } = request;
  if (wanted.kind === 'lines') return new LineRecording(thread, request);
  return new CallRecording(thread, request, new WantedCalls(wanted));
}
