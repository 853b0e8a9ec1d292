import type { EvaluateOutcome } from '../../model/evaluate-outcome.ts';
import type { DataId } from '../../model/ids.ts';
import type { StackFrame } from '../../model/stack-frame.ts';
import type { ExceptionInfo } from '../../model/stop-outcome.ts';
import type { Scope, ValueSummary, Variable } from '../../model/variable.ts';

/**
 * The most frames and values that a part may number. Small enough for DAP, whose numbers end at 2^31; a part that numbered as
 * many would have run out of memory long before.
 */
const SPAN = 1_000_000_000;

/** The index of the part that numbered a frame or a value with this public number. */
export function partIndexOf(publicId: number): number {
  return Math.floor(publicId / SPAN);
}

/** The numbers of frames and values of one part of a composite, which each number theirs from 1 on; the first part's stay as they are. */
export class PartIds {
  readonly #offset: number;
  /** Before the names of the part's data breakpoints, which are texts of its own. */
  readonly #prefix: string;

  /** @param index The part's place among all. */
  constructor(index: number) {
    this.#offset = index * SPAN;
    this.#prefix = `${index}:`;
  }

  /** 0 stands for no frame and for nothing inside, in all parts. */
  publicId(id: number): number {
    return id === 0 ? 0 : id + this.#offset;
  }

  /** The part's own number. */
  ownId(publicId: number): number {
    return publicId === 0 ? 0 : publicId - this.#offset;
  }

  publicDataId(dataId: DataId): string {
    return this.#prefix + dataId;
  }

  /** The part's own name of a watched place; undefined where another part gave it out. */
  ownDataId(publicId: string): string | undefined {
    return publicId.startsWith(this.#prefix) ? publicId.slice(this.#prefix.length) : undefined;
  }

  frame(frame: StackFrame): StackFrame {
    return this.#offset === 0 ? frame : { ...frame, id: this.publicId(frame.id) };
  }

  scope(scope: Scope): Scope {
    return this.#offset === 0 ? scope : { ...scope, variablesReference: this.publicId(scope.variablesReference) };
  }

  /** A value, or a variable, with all that is listed in it. */
  value<T extends ValueSummary>(value: T): T {
    if (this.#offset === 0) return value;
    const { variablesReference, children } = value;
    const inside = children && { children: children.map((child): Variable => this.value(child)) };
    return { ...value, variablesReference: this.publicId(variablesReference), ...inside };
  }

  exception(exception: ExceptionInfo): ExceptionInfo {
    return { ...exception, value: this.value(exception.value) };
  }

  outcome(outcome: EvaluateOutcome): EvaluateOutcome {
    if (outcome.kind === 'value') return this.value(outcome);
    return outcome.kind === 'thrown' ? { ...outcome, exception: this.exception(outcome.exception) } : outcome;
  }
}
