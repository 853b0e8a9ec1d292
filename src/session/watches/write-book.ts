import type { DataBreakpoint, WatchedPlace } from '../../adapter/write-watches.ts';
import type { RecordedWrite, SeenWrite, WatchedWrite, Writer, WriteWatch } from '../../model/data-breakpoint.ts';
import type { DataId } from '../../model/ids.ts';

type Entry = { -readonly [K in keyof WriteWatch]: WriteWatch[K] } & {
  readonly dataId: DataId;
  readonly byPlace: Map<string, Writer>;
  isNews: boolean;
};

/** Lines that are kept of one watch: a place that more lines write is no question of who did it. */
const MAX_WRITERS = 100;

/** The watched places of a session, and what was seen of each. */
export class WriteBook {
  #entries: Entry[] = [];

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  has(id: number): boolean {
    return this.#entries.some((entry) => entry.id === id);
  }

  /** @param note Which of its writes are seen, if not all. */
  add({ dataId, access, condition, isLogged }: DataBreakpoint, id: number, expression: string, note?: string): void {
    const counts = { writes: undefined, changes: 0, writers: [] };
    const entry = {
      id,
      dataId,
      access,
      expression,
      condition,
      note,
      isLogged,
      ...counts,
      byPlace: new Map(),
      isNews: false,
    };
    this.#entries.push(entry);
  }

  remove(id: number): string | undefined {
    const entry = this.#entries.find((each) => each.id === id);
    this.#entries = this.#entries.filter((each) => each !== entry);
    return entry?.expression;
  }

  /** The watches for the adapter. */
  wanted(): readonly DataBreakpoint[] {
    return this.#entries.filter(({ gone }) => gone === undefined);
  }

  list(): readonly WriteWatch[] {
    return this.#entries.map(({ byPlace, ...entry }) => ({ ...entry, writers: [...byPlace.values()] }));
  }

  /** A stop at an access. */
  seen(write: SeenWrite): WatchedWrite | undefined {
    const entry = this.#count(write);
    return entry && { ...write, id: entry.id, access: entry.access, expression: entry.expression };
  }

  record(write: RecordedWrite): void {
    const entry = this.#count(write);
    if (!entry) return;
    const { location, functionName, before, after } = write;
    const key = `${location.path}:${location.line}:${functionName}`;
    const known = entry.byPlace.get(key);
    entry.isNews = true;
    if (known) entry.byPlace.set(key, { ...known, count: known.count + 1, after });
    else if (entry.byPlace.size < MAX_WRITERS)
      entry.byPlace.set(key, { location, functionName, count: 1, before, after });
  }

  /** Takes over what became of the places. @returns what is news, as sentences */
  learn(places: readonly WatchedPlace[]): readonly string[] {
    return places.flatMap(({ dataId, hasUnseen, gone }) => {
      const entry = this.#entries.find((each) => each.dataId === dataId);
      if (!entry) return [];
      const name = `Watch ${entry.id} (${entry.expression})`;
      const isNewlyGone = gone !== undefined && entry.gone === undefined;
      entry.gone ??= gone;
      return [
        ...(hasUnseen ? [`${name}: changed since the stop before by code that is not seen.`] : []),
        ...(isNewlyGone ? [`${name} sees no ${entry.access}s any more: ${gone} since the stop before.`] : []),
      ];
    });
  }

  /** Notes at each watch that a part of the program is not seen. */
  loseSight(what: string): void {
    for (const entry of this.#entries) entry.unseen = what;
  }

  /** The watches whose writers are listed, with those that were seen since this was last asked. */
  takeNews(): readonly WriteWatch[] {
    const news = new Set(this.#entries.filter(({ isNews }) => isNews).map(({ id }) => id));
    for (const entry of this.#entries) entry.isNews = false;
    return this.list().filter(({ id }) => news.has(id));
  }

  /** The objects of the run before are gone. */
  clear(): void {
    this.#entries = [];
  }

  #count({ dataId, writes, changes }: SeenWrite): Entry | undefined {
    const entry = this.#entries.find((each) => each.dataId === dataId);
    if (entry) Object.assign(entry, { writes, changes });
    return entry;
  }
}
