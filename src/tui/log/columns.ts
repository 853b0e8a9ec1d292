const FIRST_CAPACITY = 1024;

type Numbers = Uint8Array | Int32Array | Float64Array;

/** A list of numbers of one size that grows at its end: a journal has hundreds of thousands of entries, objects would be too much. */
class Column<T extends Numbers> {
  readonly #make: (capacity: number) => T;
  #values: T;
  #length = 0;

  constructor(make: (capacity: number) => T) {
    this.#make = make;
    this.#values = make(FIRST_CAPACITY);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = this.#make(this.#length * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length++] = value;
  }

  /** The number at an index that exists; -1 for any other. */
  at(index: number): number {
    return index >= 0 && index < this.#length ? (this.#values[index] ?? -1) : -1;
  }

  set(index: number, value: number): void {
    if (index >= 0 && index < this.#length) this.#values[index] = value;
  }
}

/** Bytes. */
export const bytes = () => new Column((capacity) => new Uint8Array(capacity));
/** Whole numbers up to 2^31. */
export const integers = () => new Column((capacity) => new Int32Array(capacity));
/** Numbers beyond that: times, and places in large files. */
export const doubles = () => new Column((capacity) => new Float64Array(capacity));

/** Counts the numbers of an ascending list that are at most `limit`: the index of the first greater number. */
export function countUpTo(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? Number.POSITIVE_INFINITY) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The greatest number of an ascending list that is at most `limit`, if there is one. */
export function lastUpTo(ascending: readonly number[], limit: number): number | undefined {
  return ascending[countUpTo(ascending, limit) - 1];
}
