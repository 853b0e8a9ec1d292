import type { Section, SectionLine } from '../sections.ts';
import { carefulCost } from '../tokens/line-cost.ts';
import { cutToCost } from '../tokens/token-cost.ts';

/** Less of a line says nothing. */
const LEAST_TOKENS = 8;

/**
 * The sections, in which the lines of tier 0 fit into the room together: where they would not, the longest are cut, each to as much as the
 * others leave to it.
 */
export function sharedFairly(sections: readonly Section[], roomTokens: number): readonly Section[] {
  const needed = sections.flatMap(({ lines, title }) => {
    const costs = lines.filter(isNeeded).map(({ text }) => carefulCost(text));
    return title === undefined || costs.length === 0 ? costs : [carefulCost(title), ...costs];
  });
  const bound = Math.max(LEAST_TOKENS, fairBound(needed, roomTokens));
  if (needed.every((cost) => cost <= bound)) return sections;
  const cut = (line: SectionLine) => (isNeeded(line) ? { ...line, text: cutToCost(line.text, bound - 1) } : line);
  return sections.map((section) => ({ ...section, lines: section.lines.map(cut) }));
}

function isNeeded({ tier }: SectionLine): boolean {
  return tier === 0;
}

/** The largest bound by which all of them fit into the room. */
function fairBound(costs: readonly number[], room: number): number {
  let left = room;
  const sorted = [...costs].sort((one, other) => one - other);
  for (const [at, cost] of sorted.entries()) {
    const share = left / (sorted.length - at);
    if (cost > share) return share;
    left -= cost;
  }
  return Number.POSITIVE_INFINITY;
}
