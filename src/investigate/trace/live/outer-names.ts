import type { LoopLines } from './loop-lines.ts';

/** `count++`, `total += 1`, `stats.hits = 2`, `++rounds`: what is assigned, from its first name on. */
const ASSIGNED =
  /(?<![\w$.])(?:(?:\+\+|--)\s*([\p{L}_$][\w$]*)|([\p{L}_$][\w$]*)(?:\.[\w$#]+|\[[^[\]]*\])*\s*(?:\+\+|--|(?:\*\*|\/\/|<<|>>|&&|\|\||\?\?|[-+*/%&|^])?=(?![=>])))/gu;
const DECLARED = /\b(?:const|let|var)\s+$/;

/** Variables around a function that its lines assign to: those are looked at, and not all that there are. */
export class OuterNames {
  readonly #assigned = new Set<string>();
  readonly #lines: LoopLines;
  #globals: ReadonlySet<string> | undefined;

  constructor(lines: LoopLines) {
    this.#lines = lines;
  }

  /** The names that lines until now assign to, this one included, and that the function does not have itself. */
  at(line: number, own: readonly string[]): string[] {
    for (const name of assignedIn(this.#lines.textOf(line))) this.#assigned.add(name);
    return [...this.#assigned].filter((name) => !own.includes(name));
  }

  /** True if a name is declared to be a global one, as Python has it. */
  isGlobal(name: string): boolean {
    this.#globals ??= new Set(this.#lines.namesAfter('global'));
    return this.#globals.has(name);
  }
}

/** The names that a line assigns to without declaring them, or to a part of what they hold. */
export function assignedIn(text: string): string[] {
  return [...text.matchAll(ASSIGNED)].flatMap(({ 1: stepped, 2: assigned, index }) => {
    const name = stepped ?? assigned;
    return name === undefined || name === 'this' || DECLARED.test(text.slice(0, index)) ? [] : [name];
  });
}
