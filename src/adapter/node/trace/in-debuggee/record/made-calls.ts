import type { Site } from '../code/table.ts';
import { type HeldEnd, UNKNOWN_ERROR } from './call-end.ts';
import { type Held, held } from './describe.ts';
import type { HeldEvent } from './loop-passes.ts';

interface PendingCall {
  readonly arguments: Held[];
  event: HeldEvent | undefined;
  /** Nothing can stand around it, inside of a chain with `?.`: what it returns is not seen. */
  isUnseen?: boolean;
}

/** The calls that a recorded call makes: from what is passed to what comes back. */
export class MadeCalls {
  readonly #add: (event: HeldEvent, site: Site, mark: number) => void;
  readonly #pending = new Map<number, PendingCall>();
  /** Calls that were ended by the error that ended the recorded call and is not known. */
  #endedBy: HeldEvent[] = [];

  constructor(add: (event: HeldEvent, site: Site, mark: number) => void) {
    this.#add = add;
  }

  /** @returns what is passed, as it is now. */
  argument(site: Site, call: Site, value: unknown): Held {
    const number = site.of ?? 0;
    const known = this.#pending.get(number);
    const isNew = known === undefined || known.event !== undefined || site.index === firstProbe(call);
    const pending = isNew ? { arguments: [], event: undefined } : known;
    if (isNew) this.#pending.set(number, pending);
    const written = call.args ?? [];
    for (let at = pending.arguments.length; at < (site.index ?? 0); at++)
      pending.arguments[at] = sourceText(written[at]);
    const given = held(value);
    pending.arguments[pending.arguments.length] = given;
    if (!call.isBegunApart && site.index === lastProbe(call)) this.#begin(call, number, pending);
    return given;
  }

  /** All that is passed is known. */
  calling(call: Site, number: number): void {
    const known = this.#pending.get(number);
    const pending = known?.event === undefined ? known : undefined;
    this.#begin(call, number, pending ?? { arguments: [], event: undefined });
  }

  /** Without a call where an optional chain ended before it. @returns what came of it, as it is now */
  result(site: Site, number: number, value: unknown): Held | undefined {
    // A template without values has no place for a probe: it is known only now that there was a call.
    if (site.isBegunApart === undefined) this.calling(site, number);
    const event = this.#pending.get(number)?.event;
    const end = event === undefined ? undefined : { kind: 'returned' as const, value: held(value) };
    if (event !== undefined) event.end = end;
    this.#pending.delete(number);
    this.chain(site);
    return end?.value;
  }

  /** A chain has come to its end, or to its next call: the calls before it returned, if they were made. */
  chain({ inner }: Site): void {
    for (let at = 0; inner !== undefined && at < inner.length; at++) {
      const number = inner[at] ?? 0;
      const event = this.#pending.get(number)?.event;
      if (event !== undefined) event.end = { kind: 'returned', value: INSIDE_CHAIN };
      this.#pending.delete(number);
    }
  }

  /** The calls that were being made when an error came have thrown it. `isLast`: nothing catches it in the recorded call. */
  threw(end: HeldEnd, isLast: boolean): void {
    const isUnknown = isLast && end.kind === 'threw' && end.error === UNKNOWN_ERROR;
    const pending = this.#pending.values();
    for (let next = pending.next(); !next.done; next = pending.next()) {
      const { event, isUnseen } = next.value;
      // It may have returned, and what follows it in its chain have failed.
      if (event === undefined || isUnseen) continue;
      event.end = end;
      if (isUnknown) this.#endedBy[this.#endedBy.length] = event;
    }
    this.#pending.clear();
  }

  /** The error that ended them is known now. */
  knowError(end: HeldEnd): void {
    for (let at = 0; at < this.#endedBy.length; at++) {
      const event = this.#endedBy[at];
      if (event !== undefined) event.end = end;
    }
  }

  #begin(site: Site, number: number, pending: PendingCall): void {
    this.chain(site);
    const given = site.args ?? [];
    for (let at = pending.arguments.length; at < given.length; at++) pending.arguments[at] = sourceText(given[at]);
    pending.event = {
      kind: 'call',
      line: site.line,
      name: site.text ?? '',
      arguments: pending.arguments,
      end: undefined,
    };
    if (site.isInsideChain) pending.isUnseen = true;
    this.#pending.set(number, pending);
    this.#add(pending.event, site, number);
  }
}

/** Stands for the result of a call inside a chain with `?.`: no probe can stand around it. */
const INSIDE_CHAIN: Held = { text: '(not seen: inside of ?.)', type: 'unknown' };

function sourceText(text: string | null | undefined): Held {
  return { text: text ?? '', type: 'source' };
}

function firstProbe(call: Site): number | undefined {
  const args = call.args ?? [];
  for (let at = 0; at < args.length; at++) if (args[at] === null) return at;
  return undefined;
}

function lastProbe(call: Site): number | undefined {
  const args = call.args ?? [];
  for (let at = args.length - 1; at >= 0; at--) if (args[at] === null) return at;
  return undefined;
}
