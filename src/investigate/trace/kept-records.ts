import type { TraceRecord } from '../../model/trace/trace-record.ts';
import { KeptHits, type WantedRows } from './kept-hits.ts';

interface Kept {
  readonly record: TraceRecord;
  readonly chars: number;
}

/** Characters of records that are kept of one process; what the tracers keep is far below. */
const MAX_KEPT_CHARS = 64 * 1024 * 1024;

/**
 * The records of one process that are kept while all are read: of a record that was written again, the last; of rows, the wanted
 * ones; and of all together no more than fits into memory.
 */
export class KeptRecords {
  readonly #rows: WantedRows;
  readonly #maxChars: number;
  readonly #kept = new Map<string, Kept>();
  readonly #hits = new Map<number, KeptHits>();
  #chars = 0;
  #others = 0;
  #dropped = 0;

  constructor(rows: WantedRows, maxChars: number = MAX_KEPT_CHARS) {
    this.#rows = rows;
    this.#maxChars = maxChars;
  }

  /** Records that there was no room for. */
  get dropped(): number {
    return this.#dropped;
  }

  /** @param chars What it takes. */
  add(record: TraceRecord, chars: number): void {
    if (record.kind === 'hit') {
      const hits = this.#hits.get(record.point) ?? new KeptHits(this.#rows);
      this.#hits.set(record.point, hits);
      hits.add(record);
      return;
    }
    const key = keyOf(record) ?? `${record.kind} ${++this.#others}`;
    const more = chars - (this.#kept.get(key)?.chars ?? 0);
    if (this.#chars + more > this.#maxChars) {
      this.#dropped++;
      return;
    }
    this.#chars += more;
    this.#kept.set(key, { record, chars });
  }

  list(): readonly TraceRecord[] {
    const hits = [...this.#hits.values()].flatMap((each) => each.list());
    return [...[...this.#kept.values()].map(({ record }) => record), ...hits];
  }
}

/** The key that a record written again shares with the earlier one; undefined for records that are written once. */
function keyOf(record: TraceRecord): string | undefined {
  switch (record.kind) {
    case 'call':
      return `call ${record.function} ${record.number}`;
    case 'node':
      return `node ${record.id}`;
    case 'total':
      return `total ${record.function}`;
    case 'origin':
      return `origin ${record.id}`;
    case 'closest':
      return `closest ${record.text}`;
    case 'pointTotal':
      return `pointTotal ${record.point}`;
    case 'note':
      return `note ${record.text}`;
    default:
      return undefined;
  }
}
