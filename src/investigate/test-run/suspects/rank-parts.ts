import type { CodePart } from './code-parts.ts';
import type { TestedCode } from './tested-code.ts';

/** A part of the code by the tests that ran it. */
export interface CountedPart extends CodePart {
  /** The failed tests that ran the part, by their order. */
  readonly failed: ReadonlySet<number>;
  readonly passed: number;
}

/** Parts that the same tests ran, as far as they failed, and that are equally likely. */
export interface PartGroup {
  readonly score: number;
  readonly parts: readonly CountedPart[];
}

/** By keys as {@link TestedCode} has them. */
export interface Verdicts {
  readonly failed: readonly string[];
  readonly passed: readonly string[];
}

/** A part is likely only when failing tests run it so much oftener than passing ones do. */
const LEAST_RATIO = 2;

/** The least share of failures that a part explains: a smaller one says nothing of the others. */
const LEAST_EXPLAINED = 1 / 3;

/** The number of times each part ran in failed and in passed tests; those that no failed test ran are left out. */
export function countParts(
  { parts, tests, mixed }: Pick<TestedCode, 'parts' | 'tests' | 'mixed'>,
  { failed, passed }: Verdicts,
): CountedPart[] {
  const inFailed = new Map<number, Set<number>>();
  failed.forEach((key, index) => {
    for (const part of tests.get(key) ?? []) {
      const found = inFailed.get(part) ?? new Set<number>();
      inFailed.set(part, found.add(index));
    }
  });
  const inPassed = new Uint32Array(parts.length);
  for (const key of passed) for (const part of tests.get(key) ?? []) inPassed[part] = (inPassed[part] ?? 0) + 1;
  return [...inFailed].flatMap(([number, failing]) => {
    const part = parts[number];
    // It may have been a test that passes.
    if (part === undefined || mixed.has(number)) return [];
    return [{ ...part, failed: failing, passed: inPassed[number] ?? 0 }];
  });
}

/**
 * Groups of parts, the likeliest first, by Ochiai's measure: `ef / √(failed · (ef + ep))`, where `ef` failed and `ep` passed tests ran the
 * part. Of failures with several causes the greatest part of them is explained first, then what is left.
 *
 * @param failed How many failed tests there are; they are numbered from 0.
 * @param passed How many passed.
 */
export function rankParts(parts: readonly CountedPart[], failed: number, passed: number): PartGroup[] {
  const ranked: PartGroup[] = [];
  let open = new Set(Array.from({ length: failed }, (_, index) => index));
  while (open.size > 0) {
    const groups = groupsFor(parts, open, passed);
    const [best] = groups;
    if (best === undefined) break;
    const explained = best.parts[0]?.failed ?? new Set();
    ranked.push(...groups.filter(({ parts: [first] }) => first && isSubset(first.failed, explained)));
    open = new Set([...open].filter((test) => !explained.has(test)));
  }
  return ranked;
}

/** By the failed tests that nothing explains yet. */
function groupsFor(parts: readonly CountedPart[], open: ReadonlySet<number>, passed: number): PartGroup[] {
  const groups = new Map<string, { score: number; parts: CountedPart[] }>();
  for (const part of parts) {
    const failing = [...part.failed].filter((test) => open.has(test));
    const share = failing.length / open.size;
    if (share < LEAST_EXPLAINED || part.passed * LEAST_RATIO > share * passed) continue;
    const score = failing.length / Math.sqrt(open.size * (part.failed.size + part.passed));
    const key = `${score} ${[...part.failed].sort((a, b) => a - b).join(' ')}`;
    const group = groups.get(key) ?? { score, parts: [] };
    groups.set(key, group);
    group.parts.push(part);
  }
  return [...groups.values()].sort((a, b) => b.score - a.score);
}

function isSubset(some: ReadonlySet<number>, all: ReadonlySet<number>): boolean {
  return [...some].every((each) => all.has(each));
}
