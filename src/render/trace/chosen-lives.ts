import type { SectionLine } from '../sections.ts';

/** By how much, in tiers, each further row of one call comes later. */
const TURN = 0.2;
const LATE = 0.5;

/** A call: what it is, and the rows of its statements. */
export interface Life {
  readonly head: SectionLine;
  readonly rows: readonly SectionLine[];
}

/**
 * The calls and rows that there is room for, those of the least tier first. A row brings the head of its call along: below another one
 * it would belong to that. The more of a call is shown already, the later come its other rows, so that one does not take the room of
 * all. Of equals the later ones come first: they are nearer to what came of it.
 */
export function chosenLives<L extends Life>(lives: readonly L[], roomChars: number): readonly L[] {
  const ranked = lives.map((life, index) => inTurn(life, index / lives.length));
  const offers = ranked.flatMap((tiers, at) => tiers.map((tier, row) => ({ tier, at, row })));
  const kept = lives.map(() => new Set<number>());
  let left = roomChars;
  for (const { at, row } of offers.sort((a, b) => a.tier - b.tier)) {
    const life = lives[at];
    const rows = kept[at];
    if (!life || !rows) continue;
    const own = row === 0 ? 0 : lengthOf(life.rows[row - 1]);
    const cost = own + (rows.size > 0 ? 0 : lengthOf(life.head));
    if (cost > left) continue;
    left -= cost;
    rows.add(0).add(row);
  }
  return lives.flatMap((life, at) => {
    const own = kept[at] ?? new Set();
    return own.size === 0 ? [] : [{ ...life, rows: life.rows.filter((_, index) => own.has(index + 1)) }];
  });
}

/** The tiers of a call's head and of its rows, in their order. */
function inTurn({ head, rows }: Life, position: number): readonly number[] {
  const tiers = rows.map(({ tier }, index) => tier + LATE * (1 - index / rows.length));
  const ranked = [...tiers].sort((a, b) => a - b);
  const moved = LATE * (1 - position);
  return [head.tier === 0 ? 0 : head.tier + moved, ...tiers.map((tier) => tier + moved + ranked.indexOf(tier) * TURN)];
}

function lengthOf(line: SectionLine | undefined): number {
  return (line?.text.length ?? 0) + 1;
}
