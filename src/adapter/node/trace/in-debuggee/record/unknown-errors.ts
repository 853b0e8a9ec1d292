import { formatSites } from '../hooks/call-sites.ts';
import { markStack } from './caller.ts';

/** A call that ended with an error that is not known. */
interface Ended {
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
  readonly known: (error: unknown) => void;
}

/** A place in a stack, in the written source. */
export interface StackPlace {
  readonly path: string;
  readonly line: number;
}

/** The calls that one error has ended: nothing that is traced began or returned between them. */
interface Group {
  readonly calls: Ended[];
  /** The stack at the end of the first call. */
  readonly stack: object | undefined;
}

type Sites = readonly NodeJS.CallSite[];

/** Errors that were never met are forgotten. */
const MAX_GROUPS = 50;

/**
 * Calls that ended with an error that they do not catch: nothing stands in their code that would, since an error that is thrown
 * again is reported for another place. It is known when it is met on its way: by a `catch` of own code, or as what ends the
 * process. It may also be known later, when its stack is made, which holds the call. An error is taken for that of a call only
 * where nothing that is traced ran in between and what caught it was on the stack.
 */
export class UnknownErrors {
  #groups: Group[] = [];
  #open: Group | undefined;
  readonly #met = new WeakMap<object, boolean>();

  /** A call has ended. */
  left(call: Ended): void {
    if (this.#open === undefined) {
      this.#open = { calls: [], stack: markStack() };
      if (this.#groups.length >= MAX_GROUPS) this.#groups = [];
      this.#groups[this.#groups.length] = this.#open;
    }
    this.#open.calls[this.#open.calls.length] = call;
  }

  /** Code went on: whatever ended a call has been caught. */
  wentOn(): void {
    this.#open = undefined;
  }

  /** An error was met, by code that the call was made in. */
  met(error: unknown): void {
    const group = this.#open;
    if (group === undefined) return;
    if (!isAround(sitesOf(markStack()), sitesOf(group.stack))) return;
    this.#open = undefined;
    if (typeof error === 'object' && error !== null) this.#met.set(error, true);
    for (let at = 0; at < group.calls.length; at++) group.calls[at]?.known(error);
    this.#drop(group);
  }

  /** Takes the value that ends the process: it is no error, and has no stack. */
  ends(value: unknown): void {
    const group = this.#open;
    for (let at = 0; group !== undefined && at < group.calls.length; at++) group.calls[at]?.known(value);
  }

  /** True if a stack may tell anything. */
  get isWaiting(): boolean {
    return this.#groups.length > 0;
  }

  /** The stack of an error is made: the last calls that it has ended are in it. */
  formatted(error: unknown, places: readonly StackPlace[]): void {
    if (typeof error === 'object' && error !== null && this.#met.has(error)) return;
    for (let at = this.#groups.length - 1; at >= 0; at--) {
      const group = this.#groups[at];
      if (group === undefined || !isIn(group, places)) continue;
      for (let each = 0; each < group.calls.length; each++) group.calls[each]?.known(error);
      this.#drop(group);
      return;
    }
  }

  #drop(group: Group): void {
    const rest: Group[] = [];
    for (let at = 0; at < this.#groups.length; at++) {
      const each = this.#groups[at];
      if (each !== undefined && each !== group) rest[rest.length] = each;
    }
    this.#groups = rest;
  }
}

function sitesOf(stack: object | undefined): Sites {
  return stack === undefined ? [] : formatSites(stack);
}

/** True if code that catches was on the stack, or waits for what was: it goes on in a stack of its own then. */
function isAround(catching: Sites, ended: Sites): boolean {
  let count = 0;
  while (count < catching.length && isOfProgram(catching[count])) count++;
  if (count === 1 || catching[1]?.isAsync?.()) {
    for (let at = 0; at < ended.length; at++) if (isSameFunction(catching[0], ended[at])) return true;
    return false;
  }
  const depth = ended.length - catching.length;
  if (!isSameFunction(catching[0], ended[depth])) return false;
  for (let at = 1; at < catching.length; at++) if (!isSamePlace(catching[at], ended[depth + at])) return false;
  return true;
}

function isOfProgram(site: NodeJS.CallSite | undefined): boolean {
  return site !== undefined && !site.getFileName()?.startsWith('node:');
}

function isSameFunction(one: NodeJS.CallSite | undefined, other: NodeJS.CallSite | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.getFileName() === other.getFileName() && one.getFunctionName() === other.getFunctionName();
}

function isSamePlace(one: NodeJS.CallSite | undefined, other: NodeJS.CallSite | undefined): boolean {
  if (one?.getFileName() !== other?.getFileName() || one?.getLineNumber() !== other?.getLineNumber()) return false;
  return one?.getColumnNumber() === other?.getColumnNumber();
}

/** True if a group's first call, which is the innermost, is among the places. */
function isIn({ calls }: Group, places: readonly StackPlace[]): boolean {
  const call = calls[0];
  for (let at = 0; call !== undefined && at < places.length; at++) {
    const place = places[at];
    if (place?.path === call.path && call.line <= place.line && place.line <= call.endLine) return true;
  }
  return false;
}
