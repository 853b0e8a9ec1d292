import { type HeldPlace, heldIn } from '../../realms/in-debuggee/place-held.ts';
import type { Intrinsics } from '../../summary/in-debuggee/intrinsics.ts';
import type { CallerFrames } from './caller-frames.ts';
import { createSiteOrder, type LookedAtSite, type SiteOrder } from './site-order.ts';

/** The relation of a stop's place to one watched variable; the lists are of numbers of its sites. */
interface LookedAtVariable {
  readonly dataId: string;
  readonly opens: readonly number[];
  readonly checks: readonly number[];
  readonly closes: readonly number[];
  readonly begins: boolean;
  readonly returns: boolean;
}

/** A place at which variables are looked at. Line and column are 1-based, as in a stack. */
export interface LookedAtPlace {
  readonly line: number;
  readonly column: number;
  /** Something may be thrown there that must be seen: the program pauses at each pass, or where it is asked about twice in a row. */
  readonly pauses: 'always' | 'again' | 'never';
  readonly variables: readonly LookedAtVariable[];
}

/** A variable that is watched from now on. */
export interface WantedVariable {
  readonly dataId: string;
  readonly isLogged: boolean;
  /** The number of frames on the stack when the variable's own is at the top; 0 if its function is called once. */
  readonly depth: number;
  readonly sites: readonly LookedAtSite[];
  /** Sites whose statements have begun, the outermost first. */
  readonly begun: readonly number[];
}

/** Decides on a change. */
type Holds = ((before: unknown, after: unknown) => unknown) | undefined;

/** The value of a variable of a call's own frame, which only code at the place can read. */
type Local = readonly [dataId: string, get: () => unknown];

/** A write of a variable, or the end of one. */
export interface SeenVariable {
  readonly dataId: string;
  readonly isLogged: boolean;
  readonly changes: number;
  readonly before: unknown;
  readonly after: unknown;
  /** The number of the site; -1 where the variable has come to its end. */
  readonly site: number;
}

/** The operations on the watched variables of a JavaScript world. */
export interface VariableWatches {
  /** @param read How it is read from anywhere; left out for one of a call's own frame. @returns why it cannot be watched; empty where it is */
  readonly add: (wanted: WantedVariable, read: (() => unknown) | undefined, holds: Holds) => string;
  /** Replaces what is known of the places, by their numbers. @param asksAgain Whether V8 asks once more where something is thrown. */
  readonly plan: (places: readonly LookedAtPlace[], asksAgain: boolean) => void;
  readonly remove: (dataId: string) => void;
  readonly removeAll: () => void;
  /** Looks at the variables at a place where the program has paused. */
  readonly lookAt: (number: number) => void;
  /** The program is to pause at the next place. */
  readonly pauseSoon: () => void;
  /** Takes over the values that they have where the program goes on from a stop. */
  readonly lay: (locals?: readonly Local[]) => void;
  /** To be called where the program stops. @returns what became of each, as JSON */
  readonly lift: () => string;
  /** Takes the next change for which the program is paused; undefined when there is no more. */
  readonly take: () => SeenVariable | undefined;
}

/**
 * Makes what looks at variables where the program may have written them. Conditions of breakpoints call its `at`, which is there only
 * while something is watched. Runs in the debuggee, in a realm of ours.
 *
 * If the conditions of all breakpoints of a statement are false, V8 keeps quiet about errors that are thrown in it, and about a
 * pause that was asked for. Up to Node 22 V8 asks them once more for that: a question at another place than that of the
 * breakpoint, or twice in a row, is answered with true. Later versions remember the answer, so that the program has to pause
 * wherever something may be thrown.
 */
export function createVariableWatches(
  intrinsics: Intrinsics,
  frames: CallerFrames,
  { place, mostLogged }: { readonly place: HeldPlace; readonly mostLogged: number },
): VariableWatches {
  const { append, boxed, global: program, is, quote } = intrinsics;
  const held = heldIn<{ writes: object }>({ program, boxed }, place);
  interface Watch {
    readonly dataId: string;
    readonly isLogged: boolean;
    readonly read: (() => unknown) | undefined;
    readonly depth: number;
    readonly holds: Holds;
    readonly order: SiteOrder;
    value: unknown;
    changes: number;
    hasUnseen: boolean;
    gone: string;
  }
  /** A variable that has not been initialised throws where it is read. */
  const NO_VALUE = { __proto__: null };
  /** `at` and the condition. */
  const IN_AT = 2;
  /** And `lookAt` and `look` between. */
  const IN_LOOK = 4;
  let watches: Watch[] = [];
  let places: readonly LookedAtPlace[] = [];
  let seen: SeenVariable[] = [];
  let taken = 0;
  let lastPlace: number | 'any' = 'any';
  let isAsking = false;
  let asksAgain = true;

  function find(dataId: string): Watch | undefined {
    for (let index = 0; index < watches.length; index++) if (watches[index]?.dataId === dataId) return watches[index];
    return undefined;
  }

  function getterOf(locals: readonly Local[] | undefined, dataId: string): (() => unknown) | undefined {
    if (locals === undefined) return undefined;
    for (let index = 0; index < locals.length; index++) {
      const local = locals[index];
      if (local?.[0] === dataId) return local[1];
    }
    return undefined;
  }

  function valueIn(get: () => unknown): unknown {
    try {
      return get();
    } catch {
      return NO_VALUE;
    }
  }

  function stops({ holds }: Watch, before: unknown, after: unknown): boolean {
    if (holds === undefined) return true;
    isAsking = true;
    try {
      return !!holds(before, after);
    } catch {
      return false;
    } finally {
      isAsking = false;
    }
  }

  function see({ dataId, isLogged, changes }: Watch, site: number, before: unknown, after: unknown): boolean {
    const was = before === NO_VALUE ? undefined : before;
    append(seen, { dataId, isLogged, changes, before: was, after, site });
    return true;
  }

  function change(watch: Watch, { checks }: LookedAtVariable, now: unknown): boolean {
    const site = watch.order.writerOf(checks);
    if (site === 'later') return false;
    const before = watch.value;
    watch.value = now;
    if (site === 'unknown') {
      watch.hasUnseen = true;
      return false;
    }
    watch.changes += 1;
    if (watch.isLogged && watch.changes > mostLogged) return false;
    return stops(watch, before, now) && see(watch, site, before, now);
  }

  function end(watch: Watch, why: string): boolean {
    watch.gone = why;
    return see(watch, -1, undefined, undefined);
  }

  /** @returns whether the program must pause */
  function look(watch: Watch, variable: LookedAtVariable, get: (() => unknown) | undefined): boolean {
    const { read } = watch;
    const isLocal = read === undefined;
    const reader = read ?? get;
    const now = reader ? valueIn(reader) : NO_VALUE;
    const isChanged = now !== NO_VALUE && !is(now, watch.value);
    const { begins, returns, closes, opens } = variable;
    // Another call of its function has a variable of its own.
    const isOfCall = isLocal && watch.depth > 0 && (isChanged || begins || returns);
    if (isOfCall && frames.depth(IN_LOOK) !== watch.depth) return false;
    if (isLocal && begins) return end(watch, 'its call or block has been left');
    const pauses = isChanged && change(watch, variable, now);
    watch.order.end(closes);
    watch.order.begin(opens);
    return isLocal && returns ? end(watch, 'its call has returned') : pauses;
  }

  /** Drops changes for which the program did not pause. */
  function dropSeen(): void {
    for (let index = taken; index < seen.length; index++) {
      const watch = find(seen[index]?.dataId ?? '');
      if (watch) watch.hasUnseen = true;
    }
    seen = [];
    taken = 0;
  }

  function at(number: number, locals?: readonly Local[]): boolean {
    const place = places[number];
    if (!place || isAsking) return false;
    return asksAgain && !frames.isAt(place, IN_AT) ? true : lookAt(number, locals);
  }

  function lookAt(number: number, locals?: readonly Local[]): boolean {
    const place = places[number];
    if (!place) return false;
    const { pauses: when } = place;
    const isSuspect = when === 'always' || (when === 'again' && lastPlace === number);
    let pauses = isSuspect || lastPlace === 'any';
    lastPlace = number;
    dropSeen();
    for (let index = 0; index < place.variables.length; index++) {
      const variable = place.variables[index];
      const watch = variable && find(variable.dataId);
      if (watch && watch.gone === '' && look(watch, variable, getterOf(locals, watch.dataId))) pauses = true;
    }
    return pauses;
  }

  function lay(locals?: readonly Local[]): void {
    for (let index = 0; index < watches.length; index++) {
      const watch = watches[index];
      const get = watch && (watch.read ?? getterOf(locals, watch.dataId));
      const now = get ? valueIn(get) : NO_VALUE;
      if (watch && now !== NO_VALUE) watch.value = now;
    }
  }

  const hook = { __proto__: null, at, lay };

  function install(): void {
    if (!held) return;
    if (watches.length > 0) held.writes = hook;
    else delete held.writes;
  }

  return {
    add({ dataId, isLogged, depth, sites, begun }, read, holds) {
      if (!held)
        return 'the program has frozen its globals and what literals inherit, and no condition finds what looks at it';
      const order = createSiteOrder(intrinsics, sites);
      order.begin(begun);
      const value = read ? valueIn(read) : NO_VALUE;
      const fresh = { dataId, isLogged, read, depth, holds, order, value };
      append<Watch>(watches, { ...fresh, changes: 0, hasUnseen: false, gone: '' });
      install();
      return '';
    },
    plan(wanted, again) {
      places = wanted;
      asksAgain = again;
      // The program may stand at one that has another number now.
      lastPlace = 'any';
    },
    remove(dataId) {
      const left: Watch[] = [];
      for (let index = 0; index < watches.length; index++) {
        const watch = watches[index];
        if (watch && watch.dataId !== dataId) append(left, watch);
      }
      watches = left;
      install();
    },
    removeAll() {
      watches = [];
      install();
    },
    lookAt,
    pauseSoon() {
      lastPlace = 'any';
    },
    lay,
    lift() {
      let found = '';
      for (let index = 0; index < watches.length; index++) {
        const watch = watches[index];
        if (!watch) continue;
        const now = watch.read ? valueIn(watch.read) : watch.value;
        if (!is(now, watch.value)) watch.hasUnseen = true;
        found += `${found === '' ? '' : ','}[${quote(watch.dataId)},${quote(watch.gone)},${watch.hasUnseen}]`;
        watch.hasUnseen = false;
      }
      return `[${found}]`;
    },
    take() {
      const next = seen[taken];
      if (next) taken += 1;
      return next;
    },
  };
}
