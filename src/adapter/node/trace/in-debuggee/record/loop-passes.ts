import type { Held } from './describe.ts';
import { EventList } from './event-list.ts';
import type { Change } from './object-changes.ts';

/** An event as it is held: as in the records, with values that are described when they are written. */
export interface HeldEvent {
  readonly kind: string;
  readonly line?: number;
  changes?: readonly Change[] | undefined;
  end?: unknown;
  readonly [more: string]: unknown;
  readonly value?: Held;
}

const MAX_SIGNATURES = 30;

interface OpenLoop {
  readonly loop: number;
  readonly line: number;
  readonly seen: Map<number, boolean>;
  readonly into: EventList<HeldEvent>;
  passes: number;
  pass: EventList<HeldEvent>;
  signature: number;
  /** The last pass that was like another one before it. */
  folded: EventList<HeldEvent> | undefined;
  foldedPass: number;
  skipped: number;
}

/**
 * The events of one call. Passes of a loop that are like others before them, in what ran and in the kinds of values, are folded
 * while the loop runs, so that any number of them takes a bounded space.
 */
export class LoopPasses {
  readonly #limit: number;
  readonly #top: EventList<HeldEvent>;
  #open: OpenLoop[] = [];

  constructor(limit: number) {
    this.#limit = limit;
    this.#top = new EventList(limit);
  }

  /** Adds an event inside the loops around it, which ends all others. `mark` tells passes apart. */
  add(event: HeldEvent, loops: readonly number[], mark: number): void {
    this.within(loops);
    this.#add(event, mark);
  }

  /** A pass of a loop begins, inside the loops around it, itself included. */
  pass(loop: number, line: number, loops: readonly number[]): number {
    this.within(loops);
    const depth = this.#open.length - 1;
    let open = this.#open[depth];
    if (open === undefined || open.loop !== loop) {
      open = this.#begin(loop, line);
      this.#open[depth + 1] = open;
    } else this.#endPass(open);
    open.passes++;
    open.pass = new EventList(this.#limit);
    open.signature = 7;
    open.pass.add({ kind: 'pass', line, pass: open.passes });
    return open.passes;
  }

  /** The number of passes of a loop that have begun, if the loop is open. */
  passesOf(loop: number): number {
    for (let at = 0; at < this.#open.length; at++) {
      const open = this.#open[at];
      if (open?.loop === loop) return open.passes;
    }
    return 0;
  }

  /** Ends the loops that are not among these. */
  within(loops: readonly number[]): void {
    while (this.#open.length > 0) {
      const depth = this.#open.length - 1;
      const open = this.#open[depth];
      if (open === undefined || this.#isAround(open.loop, loops)) return;
      this.#end(open);
      this.#open.length = depth;
    }
  }

  /** Marks the running pass as different from others. The passes around it differ by its kind alone. */
  mark(value: number): void {
    const open = this.#open[this.#open.length - 1];
    if (open !== undefined) open.signature = (Math.imul(open.signature, 31) + value) | 0;
  }

  /** All that is kept, as if every loop ended here; it may go on all the same. */
  list(): readonly HeldEvent[] {
    const dropped = (events: number): HeldEvent => ({ kind: 'dropped', events });
    const all = this.#top.list(dropped);
    for (let at = 0; at < this.#open.length; at++) {
      const open = this.#open[at];
      if (open === undefined) continue;
      if (open.skipped > 0) all[all.length] = { kind: 'skipped', line: open.line, passes: open.skipped };
      const pass = open.pass.list(dropped);
      for (let index = 0; index < pass.length; index++) {
        const event = pass[index];
        if (event !== undefined) all[all.length] = event;
      }
    }
    return all;
  }

  #isAround(loop: number, loops: readonly number[]): boolean {
    for (let at = 0; at < loops.length; at++) if (loops[at] === loop) return true;
    return false;
  }

  #begin(loop: number, line: number): OpenLoop {
    return {
      loop,
      line,
      seen: new Map(),
      into: this.#current(),
      passes: 0,
      pass: new EventList(this.#limit),
      signature: 7,
      folded: undefined,
      foldedPass: 0,
      skipped: 0,
    };
  }

  #current(): EventList<HeldEvent> {
    return this.#open[this.#open.length - 1]?.pass ?? this.#top;
  }

  #add(event: HeldEvent, mark: number): void {
    this.#current().add(event);
    const open = this.#open[this.#open.length - 1];
    if (open !== undefined) open.signature = (Math.imul(open.signature, 31) + mark) | 0;
  }

  #endPass(open: OpenLoop): void {
    const isNew = !open.seen.has(open.signature) && open.seen.size < MAX_SIGNATURES;
    if (isNew) {
      open.seen.set(open.signature, true);
      this.#markAround(open);
    }
    if (open.passes > 2 && !isNew) {
      open.folded = open.pass;
      open.foldedPass = open.passes;
      open.skipped++;
      return;
    }
    this.#saveSkipped(open, open.skipped);
    open.skipped = 0;
    open.folded = undefined;
    copy(open.pass, open.into);
  }

  /** A new kind of pass makes the pass around it differ, too; how many there are does not. */
  #markAround(open: OpenLoop): void {
    for (let at = 1; at < this.#open.length; at++) {
      const around = this.#open[at - 1];
      if (this.#open[at] === open && around !== undefined)
        around.signature = (Math.imul(around.signature, 31) + open.signature) | 0;
    }
  }

  #saveSkipped(open: OpenLoop, passes: number): void {
    if (passes > 0) open.into.add({ kind: 'skipped', line: open.line, passes });
  }

  #end(open: OpenLoop): void {
    this.#endPass(open);
    if (open.folded !== undefined) {
      this.#saveSkipped(open, open.skipped - 1);
      copy(open.folded, open.into);
    }
    open.into.add({ kind: 'loopEnd', line: open.line, passes: open.passes });
  }
}

function copy(from: EventList<HeldEvent>, into: EventList<HeldEvent>): void {
  const events = from.list((count) => ({ kind: 'dropped', events: count }));
  for (let at = 0; at < events.length; at++) {
    const event = events[at];
    if (event !== undefined) into.add(event);
  }
}
