import type { OutputChunk } from '../model/output-chunk.ts';
import type { SessionEvent, SessionRef } from '../model/session-event.ts';
import type { ToolEvent } from '../model/tool-event.ts';

/** Characters of output of one kind in a row that are kept until they are written; a flood must not fill memory or disk. */
const MAX_OUTPUT_CHARS = 4_000;
/** Outputs of one session that wait at most. */
const MAX_OUTPUTS = 100;
/** Entries that wait at most. */
const MAX_PENDING = 5_000;

/** Something that happened and is not written yet. The model's objects are never changed, so they can be recorded later. */
export type Pending = { readonly atMs: number } & (
  | {
      readonly kind: 'tool';
      readonly event: ToolEvent;
      readonly session: SessionRef | undefined;
    }
  | {
      readonly kind: 'session';
      readonly session: SessionRef;
      readonly event: Exclude<SessionEvent, { kind: 'output' }>;
    }
  | PendingOutput
);

/** Output in a row, as one. */
export interface PendingOutput {
  readonly kind: 'output';
  readonly atMs: number;
  readonly session: SessionRef;
  readonly category: OutputChunk['category'];
  readonly parts: string[];
  /** Characters of all `parts`. */
  chars: number;
  /** Characters that came after `parts` and were too many. */
  omitted: number;
}

/** Entries that wait to be written: in order, bounded, frequent ones put together. */
export class PendingEntries {
  #items: Pending[] = [];
  /** The waiting entry of the last pass of each breakpoint. */
  readonly #hits = new Map<string, number>();
  /** The waiting output of each session. */
  readonly #outputs = new Map<string, readonly PendingOutput[]>();
  /** The number of entries for which there was no room. */
  #dropped = 0;

  get isEmpty(): boolean {
    return this.#items.length === 0 && this.#dropped === 0;
  }

  add(item: Exclude<Pending, PendingOutput>): void {
    if (item.kind === 'session' && item.event.kind === 'breakpoint' && item.event.change === 'hit') {
      const key = `${item.session.uuid} ${item.event.breakpoint.id}`;
      const waiting = this.#hits.get(key);
      // A breakpoint that only counts may be passed a thousand times a second: its last pass says how often.
      if (waiting !== undefined) this.#items[waiting] = item;
      else {
        this.#hits.set(key, this.#items.length);
        this.#push(item);
      }
      return;
    }
    // A pass that stopped the program is one of its own.
    if (item.kind === 'session' && item.event.kind === 'state') this.#hits.clear();
    this.#push(item);
  }

  addOutput(session: SessionRef, { category, text }: OutputChunk, atMs: number): void {
    const last = this.#items.at(-1);
    const waiting = this.#outputs.get(session.uuid) ?? [];
    let output = last?.kind === 'output' && waiting.at(-1) === last && last.category === category ? last : undefined;
    // A program that writes to both of its streams by turns would make an entry of each line.
    if (!output && waiting.length >= MAX_OUTPUTS) output = waiting.at(-1);
    if (!output) {
      output = { kind: 'output', atMs, session, category, parts: [], chars: 0, omitted: 0 };
      this.#outputs.set(session.uuid, [...waiting, output]);
      this.#push(output);
    }
    const isFull = output.omitted > 0 || output.category !== category;
    const taken = isFull ? '' : fitting(text, MAX_OUTPUT_CHARS - output.chars);
    if (taken !== '') output.parts.push(taken);
    output.chars += taken.length;
    output.omitted += text.length - taken.length;
  }

  /** Hands over all that waits, and how much more there was. */
  take(): { readonly items: readonly Pending[]; readonly dropped: number } {
    const taken = { items: this.#items, dropped: this.#dropped };
    this.#items = [];
    this.#hits.clear();
    this.#outputs.clear();
    this.#dropped = 0;
    return taken;
  }

  #push(item: Pending): void {
    if (this.#items.length < MAX_PENDING) this.#items.push(item);
    else this.#dropped += 1;
  }
}

/** As much of a text as there is room for, up to the end of a line: half a word could be half a secret, which no pattern knows. */
function fitting(text: string, room: number): string {
  if (text.length <= room) return text;
  return text.slice(0, text.lastIndexOf('\n', room - 1) + 1);
}
