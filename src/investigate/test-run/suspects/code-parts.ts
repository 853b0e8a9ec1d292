import type { TraceRecord } from '../../../model/trace/trace-record.ts';

type Code = Extract<TraceRecord, { kind: 'code' }>;

/** A line on which statements of a function begin, or a way that a branch of it can go. */
export interface CodePart {
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
  /** The function around the part, unique in its file. */
  readonly within: string;
  /** The way of a branch: `if (total > 60) false`; undefined for a line. */
  readonly way?: string;
}

/**
 * All parts of own code that were loaded, numbered. The same part has one number, in however many processes it was loaded. What runs when a
 * file is loaded is none: it runs in whichever test comes first.
 */
export class CodeParts {
  readonly list: CodePart[] = [];
  readonly #numbers = new Map<string, number>();

  /** Numbers the parts of a text. @returns the parts that each of its counters stands for */
  add(code: Code): ReadonlyMap<number, readonly number[]> {
    const found = new Map<number, number[]>();
    const functions = code.functions.map(({ name, line }) => `${line}:${name}`);
    const add = (counter: number, part: Omit<CodePart, 'path' | 'within'>, index: number) => {
      const within = functions[index];
      if (within === undefined) return;
      const number = this.#numberOf({ path: code.path, within, ...part });
      found.set(counter, [...(found.get(counter) ?? []), number]);
    };
    // A statement may hold others; a line is suspected for what begins there.
    for (const [line, , counter, index] of code.statements) add(counter, { line, endLine: line }, index);
    for (const { line, what, within, ways } of code.branches) {
      for (const { name, counter } of ways) add(counter, { line, endLine: line, way: `${what} ${name}` }, within);
    }
    return found;
  }

  #numberOf(part: CodePart): number {
    const key = `${part.path}\n${part.line}\n${part.way ?? ''}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.list.push(part) - 1;
    this.#numbers.set(key, number);
    return number;
  }
}
