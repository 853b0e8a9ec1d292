import type { FrameEvent } from '../../model/trace/trace-record.ts';
import { changeText, durationText, endText, invocationText, valueText } from './facts.ts';
import { SameObjects } from './same-objects.ts';

/** So many kinds of passes the tracers tell apart: later ones need not be like those that are kept. */
const MANY_KINDS = 30;

/** A line of the story of a call. */
export interface FrameRow {
  /** The number of loops around the row. */
  readonly depth: number;
  /** 1-based; undefined for a remark about a loop. */
  readonly line?: number;
  /** `pass 2`: what a row of a whole pass begins with. */
  readonly title?: string;
  readonly facts: string[];
  /** Something went wrong there. */
  isAlarming?: boolean;
}

/** A loop that the events are in. */
interface OpenLoop {
  readonly line: number;
  /** The row of the statement that it is. */
  readonly head: FrameRow | undefined;
  /** Lines of the loop's first pass, in order. */
  readonly firstPath: number[];
  /** The outcome of the conditions of its first pass, by their lines. */
  readonly firstBranches: Map<number, boolean>;
  pass: number;
  /** Passes that were recorded. */
  kept: number;
  /** The row of a pass after the first: it takes in all that the pass did. */
  row: FrameRow | undefined;
  path: number[];
}

/** The events of a call as rows: each statement with what it did; of a loop the first pass so, and each further one in a row. */
export function frameRows(events: readonly FrameEvent[], same: SameObjects = new SameObjects()): readonly FrameRow[] {
  const story = new Story(same);
  for (const event of events) story.add(event);
  story.end();
  return story.rows;
}

class Story {
  readonly rows: FrameRow[] = [];
  readonly #loops: OpenLoop[] = [];
  #current: FrameRow | undefined;
  /** Changes of the statement: said after its other facts. */
  #changes: string[] = [];
  readonly #same: SameObjects;

  /** @param same Knows the arguments already. */
  constructor(same: SameObjects) {
    this.#same = same;
  }

  add(event: FrameEvent): void {
    switch (event.kind) {
      case 'line':
        this.#line(event.line, event.changes?.map((each) => changeText(each) + this.#same.remark(each)) ?? []);
        break;
      case 'branch':
        this.#branch(event);
        break;
      case 'pass':
        this.#pass(event.line, event.pass);
        break;
      case 'skipped':
        this.#skipped(event.line, event.passes);
        break;
      case 'loopEnd':
        this.#loopEnd(event.line, event.passes);
        break;
      case 'dropped':
        this.end();
        this.rows.push({ depth: this.#loops.length, facts: [`… ${event.events} events not kept here`] });
        break;
      default: {
        const text = factText(event);
        if (text !== undefined) this.#fact(event.line, text, isAlarming(event));
      }
    }
  }

  /** No statement is open any more. */
  end(): void {
    this.#settle();
    this.#current = undefined;
  }

  #line(line: number, changes: string[]): void {
    this.#settle();
    const loop = this.#loops.at(-1);
    // Its head runs in each pass.
    if (loop && loop.line !== line) loop.path.push(line);
    const inRow = this.#passRow();
    if (inRow) {
      this.#current = inRow;
      this.#changes = changes.map((text) => `${line}: ${text}`);
      return;
    }
    this.#current = { depth: this.#loops.length, line, facts: [] };
    this.#changes = changes;
    this.rows.push(this.#current);
  }

  /** In the row of a pass, only what came out differently from the first pass is said. */
  #branch({ line, what, taken }: Extract<FrameEvent, { kind: 'branch' }>): void {
    const loop = this.#loops.find(({ row }) => row) ?? this.#loops.at(-1);
    if (loop?.row && loop.firstBranches.get(line) === taken) return;
    if (loop?.pass === 1) loop.firstBranches.set(line, taken);
    this.#fact(line, `${what}: ${taken ? 'taken' : 'not taken'}`);
  }

  /** The row of the outermost pass that is told in one. */
  #passRow(): FrameRow | undefined {
    return this.#loops.find(({ row }) => row)?.row;
  }

  #fact(line: number, text: string, alarms = false): void {
    const row = this.#passRow() ?? this.#current;
    if (row === undefined || (row.line !== undefined && row.line !== line)) {
      this.#line(line, []);
      this.#fact(line, text, alarms);
      return;
    }
    row.facts.push(row.line === undefined ? `${line}: ${text}` : text);
    if (alarms) row.isAlarming = true;
  }

  /** Adds the changes of the statement before, which are known now, as its last facts. */
  #settle(): void {
    this.#current?.facts.push(...this.#changes);
    this.#changes = [];
  }

  #pass(line: number, pass: number): void {
    this.#settle();
    let loop = this.#loops.findLast((each) => each.line === line);
    if (loop) while (this.#loops.at(-1) !== loop) this.#loops.pop();
    const isWithin = this.#passRow() !== undefined && !loop?.row;
    if (!loop) {
      const head = this.rows.findLast((row) => row.line === line);
      loop = { line, head, firstPath: [], firstBranches: new Map(), pass, kept: 0, row: undefined, path: [] };
      this.#loops.push(loop);
    } else {
      if (loop.pass === 1) loop.firstPath.push(...loop.path);
      this.#sayPath(loop);
    }
    loop.pass = pass;
    loop.kept++;
    loop.path = [];
    loop.row = undefined;
    if (isWithin) return;
    if (pass > 1) {
      loop.row = { depth: this.#loops.length, title: `pass ${pass}`, facts: [] };
      this.rows.push(loop.row);
    }
    this.#current = loop.row;
  }

  /** Says in which lines a pass differed from the first. */
  #sayPath({ row, path, firstPath }: OpenLoop): void {
    if (!row || firstPath.length === 0) return;
    const also = [...new Set(path.filter((line) => !firstPath.includes(line)))];
    const without = [...new Set(firstPath.filter((line) => !path.includes(line)))];
    if (also.length > 0) row.facts.push(`ran ${linesText(also)}, which pass 1 did not`);
    if (without.length > 0) row.facts.push(`did not run ${linesText(without)}`);
  }

  #skipped(line: number, passes: number): void {
    this.#settle();
    const loop = this.#loops.findLast((each) => each.line === line);
    if (loop) this.#sayPath(loop);
    if (loop && this.#passRow() && !loop.row) return;
    const likeness =
      (loop?.kept ?? 0) >= MANY_KINDS ? `: no more than ${MANY_KINDS} kinds are told apart` : ' like these';
    const text = `… ${passes} more ${passes === 1 ? 'pass' : 'passes'}${likeness}`;
    this.rows.push({ depth: this.#loops.length, facts: [text] });
    if (loop) loop.row = undefined;
  }

  #loopEnd(line: number, passes: number): void {
    this.#settle();
    const index = this.#loops.findLastIndex((each) => each.line === line);
    const loop = this.#loops[index];
    if (!loop) return;
    this.#sayPath(loop);
    this.#loops.length = index;
    const isWithin = this.#passRow() !== undefined;
    if (!isWithin) loop.head?.facts.push(`${passes} ${passes === 1 ? 'pass' : 'passes'}`);
    this.#current = undefined;
  }
}

type Fact = Extract<FrameEvent, { kind: 'call' | 'suspended' | 'resumed' | 'caught' }>;

/** Words an event of a statement; undefined for the start of a wait, whose end says it. */
function factText(event: Fact): string | undefined {
  switch (event.kind) {
    case 'call':
      return `${invocationText(event.name, event.arguments)} ${endText(event.end)}`;
    case 'suspended':
      if (event.what === 'await') return undefined;
      return event.value ? `yields ${valueText(event.value)}` : 'yields';
    case 'resumed': {
      const waited = `waited ${durationText(event.waitedMs)}`;
      return event.value ? `${waited} → ${valueText(event.value)}` : waited;
    }
    case 'caught':
      return `caught ${valueText(event.error)}`;
  }
}

function isAlarming(event: Fact): boolean {
  return event.kind === 'caught' || (event.kind === 'call' && event.end?.kind === 'threw');
}

function linesText(lines: readonly number[]): string {
  return `line${lines.length === 1 ? '' : 's'} ${lines.join(', ')}`;
}
