import type { FrameEvent, TracedEnd } from '../../model/trace/trace-record.ts';
import type { TracedCall } from '../../model/trace/trace-report.ts';

/** Texts and numbers of a value; not the names of its properties and classes. */
const VALUES = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|(?<![\w$])-?\d[\w.]*/g;
const WORDS = /[^\s"'\\,;:<>=()[\]{}|]+/g;
/** Words that come from anywhere. */
const COMMON = /^-?[01]$/;

/** The values that calls made and that did not exist before: the weight of each line. */
export class MadeValues {
  readonly #frames = new Map<string, number>();
  /** The number of calls in which a word seems to come from nowhere: a word of many calls is no news. */
  readonly #makers = new Map<string, number>();
  /** Words of what came of it all. */
  readonly #result: ReadonlySet<string>;
  /** All calls that are known. */
  readonly #own: readonly TracedCall[];

  /** @param written What the program wrote. */
  constructor(calls: readonly TracedCall[], entry: TracedCall | undefined, written: string) {
    const given = new Set(entry?.arguments.flatMap(({ after }) => words(after?.text)));
    const results = [...words(endOf(entry?.end)), ...(written.match(WORDS) ?? [])];
    this.#result = new Set(results.filter((word) => !given.has(word) && !COMMON.test(word)));
    this.#own = calls;
    for (const call of calls) {
      for (const word of wordsOf(call)) count(this.#frames, word);
      for (const word of new Set(this.#madeBy(call).map((made) => made.word))) count(this.#makers, word);
    }
  }

  /** The weight of the new values on each line of a call: 0 for none. */
  scores(call: TracedCall): ReadonlyMap<number, number> {
    const byLine = new Map<number, number>();
    for (const { line, word } of this.#madeBy(call)) {
      byLine.set(line, Math.max(byLine.get(line) ?? 0, this.#worth(word)));
    }
    return byLine;
  }

  /** The words that were not there before, with the lines that they come from. */
  #madeBy(call: TracedCall): readonly { readonly line: number; readonly word: string }[] {
    const known = new Set(call.arguments.flatMap(({ after }) => words(after?.text)));
    const made: { line: number; word: string }[] = [];
    let lastLine = call.function.line;
    const make = (line: number, text: string | undefined): void => {
      for (const word of words(text)) {
        if (!known.has(word)) made.push({ line, word });
        known.add(word);
      }
    };
    for (const event of call.events) {
      if (event.kind === 'call') {
        const end = endOf(event.end);
        // What a known call made is shown there.
        if (end !== undefined && this.#isMadeInside(call, end)) for (const word of words(end)) known.add(word);
        else make(event.line, end);
      } else if (event.kind === 'line') for (const { after } of event.changes ?? []) make(event.line, after?.text);
      if ('line' in event) lastLine = event.line;
    }
    make(lastLine, endOf(call.end));
    return made;
  }

  /** True if a known call that was made later returned the same: what made it is shown there. */
  #isMadeInside(call: TracedCall, end: string): boolean {
    return this.#own.some((each) => each !== call && each.startedAtMs >= call.startedAtMs && endOf(each.end) === end);
  }

  /** The weight of a word: a value that reached other calls matters, and most a value that became part of the result. */
  #worth(word: string): number {
    const frames = this.#frames.get(word) ?? 0;
    const reach = frames > 1 ? 1 + Math.min(1, Math.log2(frames) / 4) : 0.5;
    return (reach + (this.#result.has(word) ? 1.5 : 0)) / Math.sqrt(this.#makers.get(word) ?? 1);
  }
}

function count(counts: Map<string, number>, word: string): void {
  counts.set(word, (counts.get(word) ?? 0) + 1);
}

function wordsOf(call: TracedCall): ReadonlySet<string> {
  const changes = call.events.flatMap((event: FrameEvent) => (event.kind === 'line' ? (event.changes ?? []) : []));
  const texts = [...call.arguments, ...changes].map(({ after }) => after?.text).concat(endOf(call.end));
  return new Set(texts.flatMap((text) => words(text)));
}

function endOf(end: TracedEnd | undefined): string | undefined {
  return end?.kind === 'returned' ? end.value.text : end?.kind === 'threw' ? end.error.text : undefined;
}

function words(text: string | undefined): string[] {
  if (text === undefined || text.startsWith('/')) return [];
  const values = text.match(VALUES) ?? [];
  const found = values.flatMap((value) => value.match(WORDS) ?? []).filter((word) => !COMMON.test(word));
  // A list is also something by itself, whatever is in it.
  return /^[[{(]/.test(text) && found.length > 1 ? [...found, text] : found;
}
