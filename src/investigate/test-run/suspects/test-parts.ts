import type { TraceRecord } from '../../../model/trace/trace-record.ts';
import type { CodeParts } from './code-parts.ts';

type Boundary = Extract<TraceRecord, { kind: 'test' }>;

/** The parts that ran in a test; several numbers of a part may be there twice. */
export interface TestParts {
  readonly name: readonly string[];
  readonly file?: string;
  readonly parts: ReadonlySet<number>;
}

interface OpenTest extends Boundary {
  readonly parts: Set<number>;
}

/**
 * Reads what one process or worker has counted, record by record, and finds out in which test it ran. Tests of which one began before
 * another had ended cannot be told apart, unless one is a part of the other: what ran then belongs to no test.
 */
export class ProcessTests {
  readonly ended: TestParts[] = [];
  /** Parts that ran while several tests did. */
  readonly mixed = new Set<number>();
  /** The tests of {@link mixed}. */
  readonly mixedTests: Pick<TestParts, 'name' | 'file'>[] = [];
  readonly #code: CodeParts;
  readonly #parts = new Map<number, Map<number, readonly number[]>>();
  readonly #counts = new Map<number, Map<number, number>>();
  #open: OpenTest[] = [];
  /** Tests that have begun and not ended, where they cannot be told apart. */
  #openMixed = 0;

  constructor(code: CodeParts) {
    this.#code = code;
  }

  add(record: TraceRecord): void {
    if (record.kind === 'code') this.#addCode(record);
    else if (record.kind === 'counts') this.#addCounts(record);
    else if (record.kind === 'test') this.#addBoundary(record);
  }

  /** Adds the parts of a text, which may be of several files. */
  #addCode(record: Extract<TraceRecord, { kind: 'code' }>): void {
    const parts = this.#parts.get(record.text) ?? new Map<number, readonly number[]>();
    this.#parts.set(record.text, parts);
    for (const [counter, numbers] of this.#code.add(record))
      parts.set(counter, [...(parts.get(counter) ?? []), ...numbers]);
  }

  #addCounts({ text, values }: Extract<TraceRecord, { kind: 'counts' }>): void {
    const before = this.#counts.get(text) ?? new Map<number, number>();
    this.#counts.set(text, before);
    const parts = this.#parts.get(text);
    const ran = this.#openMixed > 0 ? this.mixed : this.#open.at(-1)?.parts;
    for (let at = 0; at + 1 < values.length; at += 2) {
      const [counter, count] = [values[at] ?? 0, values[at + 1] ?? 0];
      const isMore = count > (before.get(counter) ?? 0);
      before.set(counter, count);
      if (isMore && ran) for (const part of parts?.get(counter) ?? []) ran.add(part);
    }
  }

  #addBoundary(test: Boundary): void {
    if (test.phase === 'begin') this.#begin(test);
    else if (this.#openMixed > 0) this.#openMixed--;
    else this.#end(test);
  }

  #begin(test: Boundary): void {
    const around = this.#open.at(-1);
    if (this.#openMixed === 0 && (around === undefined || isPartOf(test, around))) {
      this.#open.push({ ...test, parts: new Set() });
      return;
    }
    for (const { parts } of this.#open) for (const part of parts) this.mixed.add(part);
    this.mixedTests.push(...this.#open, test);
    this.#openMixed += this.#open.length + 1;
    this.#open = [];
  }

  #end({ name, file }: Boundary): void {
    const index = this.#open.findLastIndex((each) => each.file === file && isSame(each.name, name));
    const test = this.#open[index];
    if (test === undefined) return;
    this.#open.length = index;
    this.ended.push({ name, ...(file === undefined ? {} : { file }), parts: test.parts });
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}

function isPartOf(inner: Boundary, outer: Boundary): boolean {
  return inner.file === outer.file && inner.name.length > outer.name.length && startsWith(inner.name, outer.name);
}

function startsWith(name: readonly string[], begin: readonly string[]): boolean {
  return begin.every((each, index) => each === name[index]);
}
