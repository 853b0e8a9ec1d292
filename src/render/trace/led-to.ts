import type { FrameRow } from './frame-rows.ts';

const NAMES = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** `total 0 → 36`, `cart.total = 5`. */
const CHANGED = /^([\p{L}_$][\p{L}\p{N}_$]*)(?![\p{L}\p{N}_$])[^\s(]* (?:= |.* → )/u;

/**
 * The rows before one that had a part in it, by the names that are written there: those that set what it uses, those that set what they
 * use, and those that set nothing, for they may be conditions.
 */
export function ledTo(at: number, rows: readonly FrameRow[], source: readonly string[]): ReadonlySet<number> {
  const used = new Set(namesIn(rows[at], source));
  const led = new Set<number>();
  for (let index = at; index >= 0; index--) {
    const row = rows[index];
    if (row === undefined) continue;
    const set = row.facts.flatMap((fact) => CHANGED.exec(fact.replace(/^\d+: /, ''))?.[1] ?? []);
    if (set.length > 0 && !set.some((name) => used.has(name)) && index !== at) continue;
    led.add(index);
    for (const name of set.length > 0 ? namesIn(row, source) : []) used.add(name);
  }
  return led;
}

function namesIn(row: FrameRow | undefined, source: readonly string[]): readonly string[] {
  return row?.line === undefined ? [] : (source[row.line - 1]?.match(NAMES) ?? []);
}
