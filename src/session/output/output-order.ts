import type { WrittenBytes, WrittenMark } from '../../model/output-chunk.ts';

/** A stream of the program. */
export type OutputStream = 'stdout' | 'stderr';

/** A place in the program's output: bytes of each stream that come before it. */
export type OutputPlace = Readonly<Record<OutputStream, number>>;

/** The number of milliseconds of which the bytes that had come until then are known. */
const MAX_ARRIVALS = 10_000;

/** The bytes that have come of one stream, and their times. */
class Arrivals {
  total = 0;
  /** Each with the bytes that had come by the end of its millisecond. */
  readonly #known: { readonly atMs: number; bytes: number }[] = [];

  add(bytes: number, atMs: number): void {
    this.total += bytes;
    const last = this.#known.at(-1);
    // A clock that was set back must not disturb the order.
    if (last && last.atMs >= atMs) last.bytes = this.total;
    else this.#known.push({ atMs, bytes: this.total });
    if (this.#known.length > MAX_ARRIVALS) this.#known.splice(0, MAX_ARRIVALS / 2);
  }

  /** Bytes that had surely come before a time. */
  before(atMs: number): number {
    let [low, high] = [0, this.#known.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#known[middle]?.atMs ?? 0) < atMs) low = middle + 1;
      else high = middle;
    }
    return this.#known[low - 1]?.bytes ?? 0;
  }
}

/** A process as a writer of one stream. */
interface Writer {
  /** Bytes of others that came before its own. */
  readonly othersBytes: number;
  /** Another process writes there meanwhile, so that its own count says nothing of the stream. */
  isOneOfSeveral: boolean;
}

/**
 * Finds where in the program's output a line belongs that came another way: at the bytes that its process had written by then. What had come
 * before that moment cannot stand behind it, which shows where others write to the same stream; then the order of arrival is all there is.
 */
export class OutputOrder {
  readonly #arrivals: Record<OutputStream, Arrivals> = { stdout: new Arrivals(), stderr: new Arrivals() };
  readonly #writers = new Map<string, Writer>();

  /** Bytes that have come of a stream. */
  total(stream: OutputStream): number {
    return this.#arrivals[stream].total;
  }

  receive(stream: OutputStream, bytes: number, atMs: number): void {
    this.#arrivals[stream].add(bytes, atMs);
  }

  /** The end of what has come. */
  get end(): OutputPlace {
    return { stdout: this.total('stdout'), stderr: this.total('stderr') };
  }

  /** The place of a mark; it may be beyond the bytes that have come. */
  placeOf(mark: WrittenMark): OutputPlace {
    return { stdout: this.#placeIn('stdout', mark), stderr: this.#placeIn('stderr', mark) };
  }

  #placeIn(stream: OutputStream, mark: WrittenMark): number {
    const arrivals = this.#arrivals[stream];
    const written = mark[stream];
    if (written === undefined) return arrivals.total;
    const writer = this.#writer(stream, mark.pid, written);
    const place = writer.othersBytes + written.bytes;
    if (place < arrivals.before(mark.atMs)) writer.isOneOfSeveral = true;
    return writer.isOneOfSeveral ? arrivals.total : place;
  }

  #writer(stream: OutputStream, pid: number, { sinceMs, sinceBytes }: WrittenBytes): Writer {
    const key = `${stream} ${pid}`;
    const known = this.#writers.get(key);
    if (known) return known;
    const others = Math.max(0, this.#arrivals[stream].before(sinceMs) - sinceBytes);
    const writer = { othersBytes: others, isOneOfSeveral: false };
    this.#writers.set(key, writer);
    return writer;
  }
}
