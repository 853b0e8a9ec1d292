import type { FrameEvent, TracedChange } from '../../../model/trace/trace-record.ts';
import { foldPasses } from './fold-passes.ts';
import type { LoopLines } from './loop-lines.ts';

/** A statement that ran: its line, what it changed and which calls are known to have been made in it. */
export interface LineVisit {
  readonly line: number;
  /** The same place on the line had been reached since the line was: a loop that stands on one line. */
  readonly isRepeated: boolean;
  readonly changes: readonly TracedChange[];
  readonly calls: readonly FrameEvent[];
}

/** A loop that the events are in. */
interface OpenLoop {
  readonly head: number;
  /** The events around the loop. */
  readonly into: FrameEvent[];
  readonly passes: FrameEvent[][];
  /** The pass that runs; undefined while its head does. */
  pass: FrameEvent[] | undefined;
  /** The head's events since the last pass. */
  headEvents: FrameEvent[];
}

/** Puts the lines that ran in a call together as the events of its record, loops folded. */
export class FrameStory {
  readonly #top: FrameEvent[] = [];
  readonly #lines: LoopLines;
  readonly #open: OpenLoop[] = [];
  #last = 0;

  constructor(lines: LoopLines) {
    this.#lines = lines;
  }

  /** The pass of the innermost loop to which the last line belongs, for saying how far a call has come. */
  get pass(): { readonly line: number; readonly pass: number } | undefined {
    const loop = this.#open.at(-1);
    return loop && loop.passes.length > 0 ? { line: loop.head, pass: loop.passes.length } : undefined;
  }

  add(visit: LineVisit): void {
    const { line } = visit;
    this.#leaveLoops(line);
    const loop = this.#open.at(-1);
    const events = eventsOf(visit);
    if (loop?.head === line) this.#atHead(loop, visit, events);
    else if (line < this.#last && !this.#lines.isHead(line)) this.#jumpedBack(line, events);
    else this.#current().push(...events);
    if (loop?.head !== line && this.#lines.isHead(line)) this.#begin(line);
    this.#last = line;
  }

  /** All events; loops that are open end here. */
  end(): FrameEvent[] {
    while (this.#open.length > 0) this.#close();
    return this.#top;
  }

  #leaveLoops(line: number): void {
    for (let loop = this.#open.at(-1); loop; loop = this.#open.at(-1)) {
      if (loop.head === line || this.#lines.isInside(loop.head, line)) return;
      this.#close();
    }
  }

  #atHead(loop: OpenLoop, visit: LineVisit, events: FrameEvent[]): void {
    if (visit.isRepeated && loop.passes.length === 0) loop.passes.push([]);
    loop.pass = undefined;
    if (visit.isRepeated) loop.passes.push(withChanges(events));
    else loop.headEvents = withChanges(events);
  }

  /** To a statement that is no loop: a loop whose head is never stopped at, such as `do`, or a statement of several lines. */
  #jumpedBack(line: number, events: FrameEvent[]): void {
    const head = this.#lines.headAround(line);
    const loop = this.#open.at(-1);
    if (head === undefined || !this.#lines.isInside(head, this.#last)) {
      this.#current().push(...events);
      return;
    }
    if (loop?.head === head) {
      loop.pass = [...events];
      loop.passes.push(loop.pass);
      return;
    }
    const into = this.#current();
    const begin = into.findLastIndex((event) => event.kind === 'line' && event.line === line);
    const first = begin === -1 ? [] : into.splice(begin);
    this.#open.push({ head, into, passes: [first, events], pass: events, headEvents: [] });
  }

  #begin(head: number): void {
    this.#open.push({ head, into: this.#current(), passes: [], pass: undefined, headEvents: [] });
  }

  /** The list for the next events. In a loop whose head has run, a new pass. */
  #current(): FrameEvent[] {
    const loop = this.#open.at(-1);
    if (!loop) return this.#top;
    if (loop.pass === undefined) {
      loop.pass = loop.headEvents;
      loop.headEvents = [];
      loop.passes.push(loop.pass);
    }
    return loop.pass;
  }

  #close(): void {
    const loop = this.#open.pop();
    if (!loop) return;
    // The condition was asked once more, and was not true.
    const isEmpty = loop.pass === undefined && loop.passes.length > 1 && loop.passes.at(-1)?.length === 0;
    const passes = isEmpty ? loop.passes.slice(0, -1) : loop.passes;
    if (passes.length > 0) loop.into.push(...foldPasses(loop.head, passes));
    // A counter's last step is no news.
    if (passes.length === 0 || !this.#lines.isCounting(loop.head)) loop.into.push(...loop.headEvents);
  }
}

function eventsOf({ line, changes, calls }: LineVisit): FrameEvent[] {
  return [{ kind: 'line', line, ...(changes.length > 0 ? { changes } : {}) }, ...calls];
}

/** The head of a loop runs in each pass: a line of its own only where it did something. */
function withChanges(events: FrameEvent[]): FrameEvent[] {
  return events.length === 1 && events[0]?.kind === 'line' && events[0].changes === undefined ? [] : events;
}
