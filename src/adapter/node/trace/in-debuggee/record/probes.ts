import { clockMs } from '../agent/program.ts';
import type { CodeTable, Site } from '../code/table.ts';
import { Activation, type CallOwner, NO_ITEMS, type Probe } from './activation.ts';

/** A call of which nothing but its end is wanted. */
export class CountedCall {
  readonly #ended: (ms: number, threw: boolean) => void;
  readonly #atMs = clockMs();
  isReturned = false;
  readonly noItems = NO_ITEMS;
  /** The probe of a site, by its number, for a value. */
  readonly passed: (site: number, value: unknown) => unknown;

  constructor(ended: (ms: number, threw: boolean) => void, endings: Readonly<Record<number, boolean>>) {
    this.#ended = ended;
    this.passed = (site, value) => {
      if (endings[site]) this.isReturned = true;
      return value;
    };
  }

  /** Called by the code where errors are caught and thrown again. */
  threw(_error: unknown): void {
    this.isReturned = false;
  }

  /** Called by the code however the call ended. */
  left(): void {
    this.#ended(clockMs() - this.#atMs, !this.isReturned);
  }
}

/**
 * Makes the object that the code of one function uses for each call: either of two, with a method for each of its sites, by
 * number.
 */
export interface Probes {
  recorded(number: number, values: readonly unknown[], readers: readonly (() => unknown)[]): Activation;
  counted(): CountedCall;
}

/** Makes the probes of a function's code, each by its site's kind. */
export function makeProbes(table: CodeTable, owner: CallOwner, counted: (ms: number, threw: boolean) => void): Probes {
  class Recorded extends Activation {}
  class Counted extends CountedCall {}
  const probes: Probe[] = [];
  const endings: Record<number, boolean> = Object.create(null);
  for (let number = 0; number < table.sites.length; number++) {
    const site = table.sites[number];
    if (site === undefined) continue;
    if (isEnding(site)) endings[number] = true;
    const probe = guarded(recordingProbe(table, site, number));
    probes[number] = probe;
    Object.defineProperty(Recorded.prototype, number, { value: probe });
    Object.defineProperty(Counted.prototype, number, { value: countingProbe(site) });
  }
  return {
    recorded: (number, values, readers) => new Recorded(owner, number, values, readers, probes),
    counted: () => new Counted(counted, endings),
  };
}

/** A call that ends after it has not ended with an error; a generator may be given up where it waits. */
function isEnding({ kind }: Site): boolean {
  return kind === 'return' || kind === 'end' || kind === 'yielding';
}

/** Whatever fails in a probe, for want of stack for instance, must not reach the program. */
function guarded(probe: Probe): Probe {
  return function (...values) {
    try {
      return Reflect.apply(probe, this, values);
    } catch {
      return values[0];
    }
  };
}

function countingProbe(site: Site): (this: CountedCall, value: unknown) => unknown {
  if (!isEnding(site)) return (value) => value;
  return function (value) {
    this.isReturned = true;
    return value;
  };
}

function recordingProbe(table: CodeTable, site: Site, number: number): Probe {
  const mark = number + 1;
  const call = table.sites[site.of ?? 0] ?? site;
  switch (site.kind) {
    case 'line':
      return function (...values) {
        this.begins(site, mark, values);
      };
    case 'flush':
      return function (...values) {
        this.look(site, values);
      };
    case 'end':
      return function (...values) {
        this.returns(site, undefined, values);
      };
    case 'pass':
      return function (...values) {
        this.passes(site, values);
      };
    case 'return':
      return function (value, ...values) {
        this.returns(site, value, values);
        return value;
      };
    case 'branch':
      return function (value) {
        this.branches(site, mark, !!value);
        return value;
      };
    case 'loopTest':
      return function (value, ...values) {
        this.leaves(site, mark, values);
        return value;
      };
    case 'switch':
      return function (value) {
        this.switches(number);
        return value;
      };
    case 'case':
      return function () {
        this.cases(site, mark);
      };
    case 'argument':
      return function (value) {
        this.argument(site, call, value);
        return value;
      };
    case 'calling':
      return function (value) {
        this.calling(call, site.of ?? 0);
        return value;
      };
    case 'result':
      return function (value) {
        this.result(site, number, value);
        return value;
      };
    case 'chain':
      return function (value) {
        this.chain(site);
        return value;
      };
    case 'finally':
      return function () {
        this.finalizes(number);
      };
    case 'finallyEnd':
      return function () {
        this.finalized(site.of ?? 0);
      };
    case 'throw':
      return function (value) {
        this.throws(value);
        return value;
      };
    case 'caught':
    case 'caughtParts':
      return function (...values) {
        this.caught(site, mark, values[0], values.length > 0);
      };
    case 'passing':
      return (value) => value;
    case 'awaiting':
    case 'yielding': {
      const what = site.kind === 'awaiting' ? 'await' : 'yield';
      return function (value) {
        this.suspends(site, what, value);
        return value;
      };
    }
    case 'resumed':
      return function (value) {
        this.resumes(site, value);
        return value;
      };
  }
}
