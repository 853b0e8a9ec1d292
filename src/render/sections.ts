import { CHARS_PER_TOKEN } from './budget.ts';
import { type Cost, remembered, roughCost } from './tokens/line-cost.ts';

/** A line of an answer, with what decides whether it is in. It may hold line breaks of its own. */
export interface SectionLine {
  readonly text: string;
  /** Lower is admitted earlier, over all sections; equal ones in the order of display. 0 goes before any note. */
  readonly tier: number;
  /** The number of things (variables, frames, watches) that the line stands for; 1 when left out. */
  readonly weight?: number;
}

/** The lines that had to stay out of a section. */
export interface LeftOut {
  readonly lines: number;
  readonly weight: number;
  readonly chars: number;
}

/** A part of an answer under one title. */
export interface Section {
  readonly title?: string;
  readonly lines: readonly SectionLine[];
  /** True if the first line that does not fit keeps out the lines after it (in order of admission): no holes. */
  readonly contiguous?: boolean;
  /** Names what is left out and the way to get it; `undefined` when there is nothing to say. */
  readonly note?: (left: LeftOut) => string | undefined;
  /** The place of the note; `end` when left out. */
  readonly notePlace?: 'start' | 'end';
}

/** A line that asks to be let in. */
interface Offer {
  readonly block: Block;
  readonly index: number;
  readonly line: SectionLine;
}

/** A section while it is being filled. */
class Block {
  readonly section: Section;
  /** True if the section is without its note: there is no room even for that. */
  muted = false;
  #closed = false;
  readonly #admitted = new Set<number>();
  readonly #costOf: Cost;
  #bodyCost = 0;
  #left: LeftOut;

  constructor(section: Section, costOf: Cost) {
    this.section = section;
    this.#costOf = costOf;
    this.#left = section.lines.reduce<LeftOut>((sum, line) => shift(sum, line, 1), { lines: 0, weight: 0, chars: 0 });
  }

  get cost(): number {
    return this.#costFor(this.#bodyCost, this.#left);
  }

  get firstTier(): number {
    return this.section.lines.reduce((least, line) => Math.min(least, line.tier), Number.MAX_VALUE);
  }

  /**
   * Takes the line in if the section then costs at most `room` more than it does.
   *
   * @returns by how much its cost has changed; undefined when the line stays out
   */
  offer({ index, line }: Offer, room: number): number | undefined {
    if (this.#closed) return undefined;
    const body = this.#bodyCost + this.#costOf(line.text);
    const left = shift(this.#left, line, -1);
    const change = this.#costFor(body, left) - this.cost;
    if (change > room) {
      this.#closed = this.section.contiguous === true;
      return undefined;
    }
    this.#admitted.add(index);
    this.#bodyCost = body;
    this.#left = left;
    return change;
  }

  lines(): string[] {
    const admitted = this.section.lines.filter((_, index) => this.#admitted.has(index));
    return linesWith(this.section, admitted, this.#note(this.#left));
  }

  #costFor(bodyCost: number, left: LeftOut): number {
    const note = this.#note(left);
    if (bodyCost === 0 && note === undefined) return 0;
    return this.#costOf(this.section.title) + bodyCost + this.#costOf(note);
  }

  #note(left: LeftOut): string | undefined {
    return this.muted ? undefined : this.section.note?.(left);
  }
}

function shift(sum: LeftOut, line: SectionLine, sign: 1 | -1): LeftOut {
  return {
    lines: sum.lines + sign,
    weight: sum.weight + sign * (line.weight ?? 1),
    chars: sum.chars + sign * line.text.length,
  };
}

/**
 * Lays sections out below a header within a budget of estimated tokens. Lines are admitted by tier over all sections; what
 * stays out is named by its section's note, for which room is kept from the start. Only the header may break the budget.
 *
 * @param lineCost How lines are estimated; by their lengths when left out.
 */
export function layOut(
  header: string | undefined,
  sections: readonly Section[],
  budgetTokens: number,
  lineCost = roughCost,
): string {
  const costOf = remembered(lineCost);
  const start = header === undefined ? [] : [header];
  // The last line has no line break after it, hence one character more.
  const room = budgetTokens + 1 / CHARS_PER_TOKEN - costOf(header);
  const whole = sections.flatMap(wholeLines);
  if (whole.reduce((sum, line) => sum + costOf(line), 0) <= room) return [...start, ...whole].join('\n');
  return [...start, ...fitted(sections, room, costOf)].join('\n');
}

/** A section of which nothing stays out. Its note may still speak of what was not fetched. */
function wholeLines(section: Section): string[] {
  return linesWith(section, section.lines, section.note?.({ lines: 0, weight: 0, chars: 0 }));
}

/** A section's text with some of its lines and its note; nothing where there is neither. */
function linesWith({ title, notePlace }: Section, lines: readonly SectionLine[], note: string | undefined): string[] {
  if (lines.length === 0 && note === undefined) return [];
  const body = lines.map((line) => line.text);
  const parts = notePlace === 'start' ? [title, note, ...body] : [title, ...body, note];
  return parts.filter((line) => line !== undefined);
}

/** As much of the sections as there is room for. */
function fitted(sections: readonly Section[], room: number, costOf: Cost): string[] {
  const blocks = sections.map((section) => new Block(section, costOf));
  muteNotes(blocks, room, costOf);
  admit(admissionOrder(blocks), room, total(blocks));
  unmuteNotes(blocks, room);
  return blocks.flatMap((block) => block.lines());
}

/** Lets in what there is room for, in order. */
function admit(offers: readonly Offer[], room: number, spentBefore: number): void {
  let spent = spentBefore;
  let refused: Offer[] = [];
  for (const offer of offers) {
    const change = offer.block.offer(offer, room - spent);
    if (change === undefined) refused.push(offer);
    spent += change ?? 0;
    if (change === undefined || change >= 0) continue;
    // A note that has nothing more to say has given its room back: what was refused for want of it comes before the next.
    refused = refused.filter((each) => {
      const again = each.block.offer(each, room - spent);
      spent += again ?? 0;
      return again === undefined;
    });
  }
}

function total(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + block.cost, 0);
}

function admissionOrder(blocks: readonly Block[]): Offer[] {
  return blocks
    .flatMap((block) => block.section.lines.map((line, index) => ({ block, index, line })))
    .sort((a, b) => a.line.tier - b.line.tier);
}

/** Gives up notes, the least important section's first, until the lines of tier 0 have room. */
function muteNotes(blocks: readonly Block[], room: number, costOf: Cost): void {
  const indispensable = blocks
    .map(({ section: { lines, title } }) => ({ title, needed: lines.filter(({ tier }) => tier === 0) }))
    .flatMap(({ title, needed }) => (needed.length > 0 ? [title, ...needed.map(({ text }) => text)] : []))
    .reduce((sum, line) => sum + costOf(line), 0);
  for (const block of [...blocks].sort((a, b) => b.firstTier - a.firstTier)) {
    if (total(blocks) + indispensable <= room) return;
    block.muted = true;
  }
}

function unmuteNotes(blocks: readonly Block[], room: number): void {
  for (const block of [...blocks].sort((a, b) => a.firstTier - b.firstTier)) {
    if (!block.muted) continue;
    block.muted = false;
    if (total(blocks) > room) block.muted = true;
  }
}
