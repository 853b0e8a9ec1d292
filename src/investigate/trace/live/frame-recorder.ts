import type { FrameEvent, TracedChange, TracedEnd } from '../../../model/trace/trace-record.ts';
import { FrameStory } from './frame-story.ts';
import type { LoopLines } from './loop-lines.ts';
import type { StopLook } from './stop-look.ts';
import { tracedValue } from './traced-value.ts';
import { joinChanges, VariableChanges } from './variable-changes.ts';

/** Arguments that no debugger shows of a call that was stepped over. */
const UNSEEN = { text: '…', type: 'source' };

/** The line that a call is in, until it reaches another one. */
interface OpenLine {
  readonly line: number;
  readonly isRepeated: boolean;
  /** Columns that were reached on it. */
  readonly columns: Set<number>;
  changes: readonly TracedChange[];
}

/** Turns the stops of steps through one call into what its lines did: what a line changed shows at the stop after it. */
export class FrameRecorder {
  readonly #story: FrameStory;
  readonly #lines: LoopLines;
  readonly #variables: VariableChanges;
  #look: StopLook;
  #open: OpenLine;
  /** The last line that was reached. */
  lastLine: number;

  /** @param first Where the call stands at first. */
  constructor(first: StopLook, lines: LoopLines) {
    this.#story = new FrameStory(lines);
    this.#lines = lines;
    this.#look = first;
    this.#variables = new VariableChanges([...first.variables, ...first.around]);
    const { line, column } = first.stop.location;
    this.#open = { line, isRepeated: false, columns: new Set([column]), changes: [] };
    this.lastLine = line;
  }

  /** The pass of a loop that the call is in. */
  get pass(): FrameStory['pass'] {
    return this.#story.pass;
  }

  /** The call has reached another place. */
  arrive(look: StopLook): void {
    const { line, column } = look.stop.location;
    this.#settle(look);
    // Where it returns is no statement of its own, but for one that is stopped at nowhere else.
    const isStatement = line !== this.#open.line && /^\s*return\b/.test(this.#lines.textOf(line));
    if (look.returning !== undefined && !isStatement) return;
    const isRepeated = line === this.#open.line && this.#open.columns.has(column);
    if (line === this.#open.line && !(isRepeated && this.#lines.isHead(line))) {
      this.#open.columns.add(column);
      return;
    }
    this.#finishLine(look);
    this.#open = { line, isRepeated, columns: new Set([column]), changes: [] };
    this.lastLine = line;
  }

  /** The call has left its last line, or stands inside of it. @param last The stop after it, which may show results. */
  end(last?: StopLook): FrameEvent[] {
    this.#finishLine(last ?? this.#look);
    return this.#story.end();
  }

  /** The call is looked at no more, before its last line has run. */
  endBefore(): FrameEvent[] {
    const { changes, columns } = this.#open;
    return changes.length > 0 || columns.size > 1 ? this.end() : this.#story.end();
  }

  /** Records the changes as the work of the line that is open. */
  #settle(look: StopLook): void {
    const text = this.#lines.textOf(this.#open.line);
    const isHead = this.#lines.isHead(this.#open.line);
    const isBlockStart = isHead || this.#lines.isHead(look.stop.location.line);
    const assigns = (name: string) => isHead || assignsTo(text, name);
    this.#open.changes = joinChanges(
      this.#open.changes,
      this.#variables.at(look.variables, assigns, isBlockStart, look.around),
    );
    this.#look = look;
  }

  #finishLine(look: StopLook): void {
    const { line, isRepeated, changes } = this.#open;
    const calls = this.#callsOf(line, look);
    this.#story.add({ line, isRepeated, changes, calls });
  }

  /** Results that the debugger shows stay there; those of this line are of functions that it calls. */
  #callsOf(line: number, { results, thrown }: StopLook): FrameEvent[] {
    const text = this.#lines.textOf(line);
    const ends: [string, TracedEnd][] = [
      ...[...results].map(([name, value]): [string, TracedEnd] => [
        name,
        { kind: 'returned', value: tracedValue(value) },
      ]),
      ...[...thrown].map(([name, error]): [string, TracedEnd] => [name, { kind: 'threw', error: tracedValue(error) }]),
    ];
    return ends.flatMap(([name, end]): FrameEvent[] => {
      const isCalled = text.includes(`${name.split('.').at(-1)}(`);
      return isCalled ? [{ kind: 'call', line, name, arguments: [UNSEEN], end }] : [];
    });
  }
}

/** True if a statement assigns to a variable itself: `price = …`, not `price.cents = …`. */
function assignsTo(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isWord = !/[\w$.]/.test(text[at - 1] ?? ' ');
    if (isWord && /^\s*(=(?![=>])|,[^=()]*=(?![=>])|[\]}]\s*=(?![=>]))/.test(text.slice(at + name.length))) return true;
  }
  return false;
}
