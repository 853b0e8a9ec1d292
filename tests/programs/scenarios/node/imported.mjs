const FACTOR = 2;

export function double(value) {
  return value * FACTOR; // @double
}
