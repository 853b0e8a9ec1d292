import { clockMs } from '../../agent/program.ts';
import type { CodeTable, Site } from '../../code/table.ts';
import { argumentsOf } from '../activation.ts';
import { type Ending, type HeldEnd, UNKNOWN_ERROR } from '../call-end.ts';
import { type Held, held } from '../describe.ts';
import type { Change } from '../object-changes.ts';

/** Receives the reports of a function's calls with outline probes. */
export interface OutlineOwner {
  readonly table: CodeTable;
  /** The call waits, or goes on. */
  waits(call: OutlineCall): void;
  goesOn(call: OutlineCall): void;
  ended(call: OutlineCall): void;
  /** The call ended with an error that is not known. */
  awaitsError(call: OutlineCall): void;
  met(error: unknown): void;
}

/** A call of which arguments and end are recorded. The probes of the code call its methods. */
export class OutlineCall {
  readonly owner: OutlineOwner;
  readonly atMs = clockMs();
  readonly arguments: readonly Change[];
  durationMs = 0;
  end: HeldEnd | undefined;
  line: number;
  isWaiting = false;
  readonly passed: (site: number, value: unknown) => unknown;
  #returning: { readonly value: Held } | undefined;
  #throwing: { readonly error: Held } | undefined;
  #isGivenUp = false;
  /** Sites that were passed. */
  #passed = 0;
  /** The pending end of the call when a `finally` began, by its site. */
  #endings: Map<number, Ending> | undefined;

  constructor(owner: OutlineOwner, values: readonly unknown[]) {
    this.owner = owner;
    this.line = owner.table.line;
    this.arguments = argumentsOf(owner.table, values);
    this.passed = (number, value) => {
      const site = owner.table.sites[number];
      try {
        if (site !== undefined) this.#pass(site, number, value);
      } catch {
        // The program goes on.
      }
      return value;
    };
  }

  /** Called by the code where errors are caught and thrown again. */
  threw(error: unknown): void {
    this.owner.met(error);
    this.#finish({ kind: 'threw', error: held(error) });
  }

  /** Called by the code however the call ended. */
  left(): void {
    const thrown = this.#throwing;
    const returned = this.#returning;
    if (thrown !== undefined) this.#finish({ kind: 'threw', error: thrown.error });
    else if (returned !== undefined) this.#finish({ kind: 'returned', value: returned.value });
    else if (this.isWaiting || this.#isGivenUp) this.#finish({ kind: 'closed', line: this.line });
    else if (this.end === undefined) {
      this.owner.awaitsError(this);
      this.#finish({ kind: 'threw', error: UNKNOWN_ERROR });
    }
  }

  /** Called when the error that the call ended with is known. */
  knowsError(error: unknown): void {
    this.end = { kind: 'threw', error: held(error) };
  }

  /** The end of the call if the process ended now. */
  endNow(): HeldEnd {
    return this.end ?? { kind: this.isWaiting ? 'suspended' : 'running', line: this.line };
  }

  /** True if the call ended with an error that was not met so far. */
  get isUnknown(): boolean {
    return this.end?.kind === 'threw' && this.end.error === UNKNOWN_ERROR;
  }

  #pass(site: Site, number: number, value: unknown): void {
    this.#passed++;
    if (site.kind !== 'finally' && site.kind !== 'finallyEnd') this.line = site.line;
    switch (site.kind) {
      case 'return':
      case 'end':
        this.#returning = { value: held(site.kind === 'end' ? undefined : value) };
        this.#throwing = undefined;
        return;
      case 'throw':
        this.#throwing = { error: held(value) };
        return;
      case 'finally':
        this.#endings ??= new Map();
        this.#endings.set(number, {
          returning: this.#returning,
          throwing: this.#throwing,
          isGivenUp: this.isWaiting,
        });
        this.#returning = undefined;
        this.#throwing = undefined;
        if (this.isWaiting) this.#goOn();
        return;
      case 'finallyEnd': {
        const ending = this.#endings?.get(site.of ?? 0);
        this.#returning = ending?.returning;
        this.#throwing = ending?.throwing;
        if (ending?.isGivenUp) this.#isGivenUp = true;
        return;
      }
      case 'caught':
      case 'caughtParts':
        this.#throwing = undefined;
        this.#returning = undefined;
        if (site.kind === 'caught') this.owner.met(value);
        if (this.isWaiting) this.#goOn();
        return;
      case 'awaiting':
      case 'yielding':
        this.#wait();
        return;
      case 'passing':
        this.#waitSoon();
        return;
      default:
        if (this.isWaiting) this.#goOn();
    }
  }

  #wait(): void {
    this.isWaiting = true;
    this.owner.waits(this);
  }

  /** The next pass of `for await` is asked for, which may call functions at once: it waits when they have returned. */
  #waitSoon(): void {
    const passed = this.#passed;
    queueMicrotask(() => {
      if (this.#passed === passed && this.end === undefined) this.#wait();
    });
  }

  #goOn(): void {
    this.isWaiting = false;
    this.owner.goesOn(this);
  }

  #finish(end: HeldEnd): void {
    if (this.end !== undefined) return;
    this.end = end;
    this.durationMs = clockMs() - this.atMs;
    this.owner.ended(this);
  }
}

const PROBES: Record<number, (this: OutlineCall, value: unknown) => unknown> = {};

/** Stands for a call that is not recorded. */
export const SILENT_CALL = {
  passed: (_site: number, value: unknown): unknown => value,
  threw(): void {},
  left(): void {},
};

/** Outline calls are passed all values by one function, but where V8 would name the probe in an error: those go by number. */
export function addNumberedProbes(table: CodeTable): void {
  for (let number = 0; number < table.sites.length; number++) {
    if (PROBES[number] !== undefined) continue;
    PROBES[number] = function (value) {
      return this.passed(number, value);
    };
    Object.defineProperty(OutlineCall.prototype, number, { value: PROBES[number] });
    Object.defineProperty(SILENT_CALL, number, { value: (value: unknown) => value });
  }
}
