import { DebugError } from '../model/debug-error.ts';
import type { SavedTrace } from '../model/trace/saved-trace.ts';

const MAX_TRACES = 20;
/** The most characters of the JSON texts of all traces. */
const MAX_CHARS = 64 * 1024 * 1024;

interface Kept {
  readonly trace: SavedTrace;
  readonly chars: number;
}

/** The last traces of this server, by number. They live as long as it does, in memory only: values of programs are in them. */
export class SavedTraces {
  readonly #kept = new Map<number, Kept>();
  #count = 0;
  #chars = 0;

  /** Keeps a trace under the next number; the oldest ones go where there are too many, or too much. */
  keep(trace: SavedTrace): number {
    const number = ++this.#count;
    const chars = JSON.stringify(trace).length;
    this.#kept.set(number, { trace, chars });
    this.#chars += chars;
    for (const [oldest, kept] of this.#kept) {
      if ((this.#kept.size <= MAX_TRACES && this.#chars <= MAX_CHARS) || oldest === number) break;
      this.#kept.delete(oldest);
      this.#chars -= kept.chars;
    }
    return number;
  }

  /** @throws DebugError `invalid_argument` for one that is not kept, naming those that are */
  get(number: number): SavedTrace {
    const found = this.#kept.get(number);
    if (found) return found.trace;
    const numbers = [...this.#kept.keys()];
    const known = numbers.length === 0 ? 'None is kept yet' : `Kept are ${numbers.join(', ')}`;
    throw new DebugError('invalid_argument', `There is no trace ${number}.`, {
      advice: `${known}: each answer names its own, for as long as the server runs.`,
      details: { argument: 'compareWith', known: numbers },
    });
  }
}
