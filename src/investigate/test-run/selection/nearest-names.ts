const MAX_OFFERED = 4;
/** The least share of the pairs of letters in two names that are in both. */
const LEAST_LIKENESS = 0.25;

/** The names that are most like one that matched nothing, the nearest first. */
export function nearestNames(wanted: string, names: readonly string[]): string[] {
  const pairs = pairsOf(wanted);
  return [...new Set(names)]
    .map((name) => ({ name, likeness: likenessOf(pairs, pairsOf(name)) }))
    .filter(({ likeness }) => likeness >= LEAST_LIKENESS)
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, MAX_OFFERED)
    .map(({ name }) => name);
}

/** The share of what is wanted that a name has; of several that have it all, the shortest is nearest. */
function likenessOf(wanted: ReadonlySet<string>, found: ReadonlySet<string>): number {
  if (wanted.size === 0) return 0;
  const shared = [...wanted].filter((pair) => found.has(pair)).length;
  return shared / wanted.size - found.size / 100_000;
}

function pairsOf(text: string): Set<string> {
  const letters = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)));
}
