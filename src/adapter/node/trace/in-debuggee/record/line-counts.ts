import { clockMs, inBackground } from '../agent/program.ts';
import type { LineTable } from '../code/line-table.ts';
import type { CodeTable } from '../code/table.ts';

const { max } = Math;
/** Counters of a text whose code ran before it was known what they stand for. */
const MAX_UNKNOWN = 65_536;
/** 32 bits of a counter are full after as many passes as a processor makes in two seconds. */
const FULL = 2 ** 30;
/** Between two looks at the clock, at most so many ticks. */
const MAX_TICKS = 16_384;
const WRITE_MS = 50;
/** Between two messages at which it is written. */
const MESSAGE_MS = 5;

interface Counted {
  readonly id: number;
  readonly counts: Uint32Array;
  /** The counts that were written, and the part that no longer fits into `counts`. */
  readonly written: Float64Array;
  readonly high: Float64Array;
  /** See LineTable; empty until the text is known. */
  differences: readonly number[];
  isKnown: boolean;
}

/** Takes the records. */
interface Sink {
  write(record: object): void;
  flush(): void;
}

/**
 * The counters of all texts of a thread. What has changed is written every 50 ms: by a timer that keeps nothing alive, and by
 * calls and loops of busy code. A process that is killed loses at most that much.
 */
export class LineCounts {
  readonly #texts = new Map<number, Counted>();
  readonly #sink: Sink;
  #list: Counted[] = [];
  #left = 1;
  #ticks = 1;
  #lookedMs = clockMs();
  #writtenMs = clockMs();

  constructor(sink: Sink) {
    this.#sink = sink;
    inBackground(() => this.#sink.flush(), WRITE_MS, setInterval);
  }

  /** The counters of a text. */
  of(key: number): Uint32Array {
    return this.#made(key, MAX_UNKNOWN).counts;
  }

  /** A text was loaded. One that is loaded again counts on. */
  define({ key, lines }: CodeTable): void {
    if (lines === undefined) return;
    const made = this.#made(key, lines.counters);
    if (made.isKnown) return;
    made.isKnown = true;
    made.differences = lines.differences;
    this.#writeCode(made.id, lines);
  }

  /** Called by the code after some calls of a function, or passes of a loop. */
  tick(): void {
    if (--this.#left > 0) return;
    const now = clockMs();
    const sinceMs = now - this.#lookedMs;
    this.#lookedMs = now;
    if (sinceMs < 2 && this.#ticks < MAX_TICKS) this.#ticks *= 2;
    else if (sinceMs > 20) this.#ticks = sinceMs > 100 ? 1 : Math.trunc(this.#ticks / 2) || 1;
    this.#left = this.#ticks;
    if (now - this.#writtenMs >= WRITE_MS) this.#sink.flush();
  }

  /** A message leaves for who started the process or worker, and may end it then: test runners do so with their workers. */
  sends(): void {
    if (clockMs() - this.#writtenMs >= MESSAGE_MS) this.#sink.flush();
    else inBackground(() => this.#sink.flush(), 0);
  }

  /** Writes the counters that have changed. */
  write(): void {
    this.#writtenMs = clockMs();
    for (let at = 0; at < this.#list.length; at++) {
      const each = this.#list[at];
      if (each !== undefined) this.#writeCounts(each);
    }
  }

  #made(key: number, counters: number): Counted {
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const counts = new Uint32Array(counters);
    const [written, high] = [new Float64Array(counters), new Float64Array(counters)];
    const made = { id: this.#list.length + 1, counts, written, high, differences: [], isKnown: false };
    this.#texts.set(key, made);
    this.#list[this.#list.length] = made;
    return made;
  }

  #writeCode(text: number, { files }: LineTable): void {
    for (let at = 0; at < files.length; at++) {
      const file = files[at];
      if (file === undefined) continue;
      const { path, functions, statements, branches, unfinished } = file;
      this.#sink.write({ kind: 'code', text, path, functions, statements, branches, unfinished });
    }
  }

  #writeCounts(text: Counted): void {
    const { id, counts, written, high } = text;
    const values: number[] = [];
    subtract(text);
    for (let at = 0; at < counts.length; at++) {
      const count = counts[at] ?? 0;
      const all = (high[at] ?? 0) + count;
      if (all === written[at]) continue;
      written[at] = all;
      values[values.length] = at;
      values[values.length] = all;
      if (count < FULL) continue;
      high[at] = all;
      counts[at] = 0;
    }
    if (values.length > 0) this.#sink.write({ kind: 'counts', text: id, values });
  }
}

/** Brings the counters up to date that are the difference of two others. */
function subtract({ counts, high, differences }: Counted): void {
  for (let at = 0; at + 2 < differences.length; at += 3) {
    const [number, of, less] = [differences[at] ?? 0, differences[at + 1] ?? 0, differences[at + 2] ?? 0];
    const all = (high[of] ?? 0) + (counts[of] ?? 0) - (high[less] ?? 0) - (counts[less] ?? 0);
    high[number] = max(all, 0);
  }
}
