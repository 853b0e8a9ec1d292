import { oneLine } from '../plain-text.ts';

const MAX_FACT_CHARS = 70;

/** Shortens the facts of a row below its source line: leaves out those that the line itself says, and repetitions. */
export function shortFacts(facts: readonly string[], line: string): readonly string[] {
  const short = facts.map((fact) => shortFact(fact, line)).filter((fact) => fact !== '');
  const isSaid = (result: string) => short.some((each) => each !== result && each.endsWith(result.slice(2)));
  return short.filter((fact) => !fact.startsWith('→ ') || !isSaid(fact)).map((fact) => oneLine(fact, MAX_FACT_CHARS));
}

/** The dullness of a row without news: 1 to 6. `asksWhy`: the results of conditions are news, too. */
export function dullness(facts: readonly string[], line: string, asksWhy = false): number {
  // The call's head says what came of it.
  if (/^return [\w$.]+;?$/.test(line) && facts.length === 0) return 2.5;
  if (/^return\b./.test(line)) return 1.2;
  if (facts.length === 0) return 6;
  if (asksWhy && facts.some((each) => /\b([Tt]rue|[Ff]alse)$|^taken$/.test(each))) return 1.2;
  if (facts.every((each) => each.endsWith('not taken'))) return 2.5;
  if (facts.every((each) => / (\{\}|\[\]|''|""|undefined|null|None|[Ff]alse|0)$/.test(each))) return 2;
  return facts.some((each) => each.includes(' = ') || / .* → /.test(each)) ? 1 : 1.4;
}

function shortFact(fact: string, line: string): string {
  const [, called = '', result = ''] = /^([\w$.#]+)\(.*\) (→ .*)$/.exec(fact) ?? [];
  if (called !== '' && line.includes(`${called}(`)) return /^→ (undefined|None)$/.test(result) ? '' : result;
  const [, condition = '', taken = ''] = /^(.*): ((?:not )?taken)$/.exec(fact) ?? [];
  if (condition !== '' && line.includes(condition)) return taken;
  return fact.replace(/^([\w$.[\]]+) undefined → /, '$1 = ');
}
