import type { Intrinsics } from '../../summary/in-debuggee/intrinsics.ts';
import { createConsoleFormatters } from './console-formatters.ts';
import type { createContentTraps } from './content-traps.ts';
import type { NamedPlace, PlaceTrap, TrapReport } from './place-trap.ts';
import type { createPropertyTraps } from './property-traps.ts';

/** The wanted trap of a place. @property access The kind of accesses that count. */
export interface WantedTrap {
  readonly dataId: string;
  readonly access: 'read' | 'write';
  readonly isLogged: boolean;
}

/** The access that the program is paused at: the counts are of its kind; what is read is both before and after. */
export interface TrappedAccess extends WantedTrap {
  readonly accesses: number;
  readonly changes: number;
  readonly before: unknown;
  readonly after: unknown;
}

/** The operations on the traps of a JavaScript world. */
export interface WriteTraps {
  /** The reason why a place cannot be watched; empty if it can. */
  readonly obstacle: (place: NamedPlace, access: WantedTrap['access']) => string;
  /** Watches a place. @returns as `obstacle` */
  readonly add: (
    place: NamedPlace,
    wanted: WantedTrap,
    holds: ((before: unknown, after: unknown) => unknown) | undefined,
  ) => string;
  readonly remove: (dataId: string) => void;
  readonly removeAll: () => void;
  /** Makes plain properties of all of them, for as long as the program stands still. @returns what became of each, as JSON */
  readonly lift: () => string;
  readonly lay: () => void;
  /** The access that the program is paused at; undefined where it is paused for something else. */
  readonly take: () => TrappedAccess | undefined;
}

/**
 * Makes the book of the traps, which counts accesses and pauses the program at them. Runs in the debuggee,
 * in a realm of ours.
 *
 * @param mostLogged Accesses to one place that are reported without a stop.
 */
export function createWriteTraps(
  intrinsics: Intrinsics,
  contentOf: ReturnType<typeof createContentTraps>,
  propertyOf: ReturnType<typeof createPropertyTraps>,
  mostLogged: number,
): WriteTraps {
  const { append, is, quote } = intrinsics;
  interface Watch extends WantedTrap {
    readonly holds: ((before: unknown, after: unknown) => unknown) | undefined;
    readonly object: unknown;
    /** Undefined for what a collection holds: its methods are those of all its places. */
    readonly key: PropertyKey | undefined;
    readonly trap: PlaceTrap;
    readonly report: TrapReport;
    accesses: number;
    changes: number;
    state: 'laid' | 'lifted' | 'gone';
    gone: string;
  }
  const NAMELESS = 'its name is no string, number or symbol';
  const READ_OTHERWISE = 'what a collection holds is read by its iterators and by V8 itself, where nothing can be seen';
  const COLLECTION_WATCHED = 'it is watched already, or another place of its collection is: one at a time can be';
  let watches: Watch[] = [];
  let current: TrappedAccess | undefined;
  let isAsking = false;
  /** The program stands at a stop. The first trap is made at one. */
  let isStandingStill = true;

  function forEach(run: (watch: Watch) => void): void {
    for (let index = 0; index < watches.length; index++) {
      const watch = watches[index];
      if (watch) run(watch);
    }
  }

  function findOf(dataId: string): Watch | undefined {
    for (let index = 0; index < watches.length; index++) if (watches[index]?.dataId === dataId) return watches[index];
    return undefined;
  }

  function isWatched(object: unknown, key: PropertyKey | undefined): boolean {
    for (let index = 0; index < watches.length; index++) {
      const watch = watches[index];
      if (watch && watch.object === object && watch.key === key && watch.state !== 'gone') return true;
    }
    return false;
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

  function uncount(watch: Watch): void {
    watch.accesses -= 1;
    watch.changes -= 1;
  }

  function pauseAt(watch: Watch, before: unknown, after: unknown): void {
    const { dataId, access, isLogged, accesses, changes } = watch;
    current = { dataId, access, isLogged, accesses, changes, before, after };
    // biome-ignore lint/suspicious/noDebugger: this is the stop
    debugger;
    // Where V8 evaluates the condition of a breakpoint, it does not pause.
    if (current !== undefined && access === 'read') uncount(watch);
    current = undefined;
  }

  /** Counts an access; accesses by a condition are not counted. */
  function count(watch: Watch, before: unknown, after: unknown): void {
    if (isAsking) return;
    watch.accesses += 1;
    if (watch.access === 'write' && is(before, after)) return;
    watch.changes += 1;
    if (watch.isLogged && watch.changes > mostLogged) return;
    if (stops(watch, before, after)) pauseAt(watch, before, after);
  }

  function reportOf(watch: () => Watch, access: WantedTrap['access']): TrapReport {
    if (access === 'write') return { wrote: (before, after) => count(watch(), before, after) };
    return { wrote: () => {}, read: (value) => count(watch(), value, value) };
  }

  function end(watch: Watch, why: string): void {
    watch.state = 'gone';
    watch.gone = why;
  }

  function liftOne(watch: Watch): void {
    if (watch.state !== 'laid') return;
    const why = watch.trap.lift();
    if (why === '') watch.state = 'lifted';
    else end(watch, why);
  }

  function layAgain(watch: Watch): void {
    if (watch.state !== 'lifted') return;
    const why = watch.trap.lay(watch.report);
    if (why === '') watch.state = 'laid';
    else end(watch, why);
  }

  const formatters = createConsoleFormatters(
    intrinsics,
    () => forEach(liftOne),
    () => !isStandingStill && forEach(layAgain),
  );

  /** As the engine makes a property's name of a value, without code of the program. */
  function nameOf(key: unknown): PropertyKey | undefined {
    if (typeof key === 'string' || typeof key === 'symbol') return key;
    return typeof key === 'number' ? `${key}` : undefined;
  }

  /** The trap for a place, or the reason why there is none. */
  function trapFor(place: NamedPlace, access: WantedTrap['access']): PlaceTrap | string {
    const { object, key, isEntry } = place;
    const content = contentOf(place);
    if (content) {
      if (access === 'read') return READ_OTHERWISE;
      return isWatched(object, undefined) ? COLLECTION_WATCHED : content.obstacle || content;
    }
    if (isEntry) return 'its object is no Map or Set';
    const name = nameOf(key);
    if (name === undefined) return NAMELESS;
    if (isWatched(object, name)) return 'it is watched already';
    const property = propertyOf(object, name);
    return property.obstacle || property;
  }

  return {
    obstacle(place, access) {
      const trap = trapFor(place, access);
      return typeof trap === 'string' ? trap : '';
    },
    add(place, wanted, holds) {
      const trap = trapFor(place, wanted.access);
      if (typeof trap === 'string') return trap;
      const { dataId, access, isLogged } = wanted;
      const key = contentOf(place) ? undefined : nameOf(place.key);
      const report = reportOf(() => watch, access);
      const counts = { accesses: 0, changes: 0 };
      // It is laid when the program goes on.
      const state = { state: 'lifted', gone: '' } as const;
      const watch: Watch = {
        dataId,
        access,
        isLogged,
        holds,
        object: place.object,
        key,
        trap,
        report,
        ...counts,
        ...state,
      };
      append(watches, watch);
      formatters.wrap();
      return '';
    },
    remove(dataId) {
      const watch = findOf(dataId);
      if (watch) liftOne(watch);
      const left: Watch[] = [];
      forEach((each) => each !== watch && append(left, each));
      watches = left;
      if (watches.length === 0) formatters.restore();
    },
    removeAll() {
      forEach(liftOne);
      watches = [];
      formatters.restore();
    },
    lift() {
      isStandingStill = true;
      forEach(liftOne);
      let found = '';
      forEach(({ dataId, gone, trap }) => {
        found += `${found === '' ? '' : ','}[${quote(dataId)},${quote(gone)},${trap.takeUnseen()}]`;
      });
      return `[${found}]`;
    },
    lay() {
      isStandingStill = false;
      forEach(layAgain);
    },
    take() {
      const taken = current;
      current = undefined;
      return taken;
    },
  };
}
