export interface Line {
  readonly title: string;
  readonly price: number;
  readonly count: number;
}

/** Wrong on purpose: the last line is left out. */
export function total(lines: readonly Line[]): number {
  let sum = 0;
  for (let index = 0; index < lines.length - 1; index++) {
    const line = lines[index] as Line;
    sum += priceOf(line);
  }
  return sum;
}

export function priceOf(line: Line): number {
  if (line.price < 0) {
    const problem = `negative price: ${line.title}`;
    throw new RangeError(problem); // @throw
  }
  return line.price * line.count;
}

/** Catches its own exceptions, so none of them is news. */
export function priceOrZero(line: Line): number {
  try {
    return priceOf(line);
  } catch {
    return 0;
  }
}
