import type { Suspect, Suspects } from '../../model/tests/suspects.ts';
import type { TestRunReport } from '../../model/tests/test-report.ts';
import { displayLocation, type PathContext } from '../paths.ts';
import { oneLine } from '../plain-text.ts';
import type { Section } from '../sections.ts';

const MAX_TEXT_CHARS = 48;
const MAX_PLACE_CHARS = 60;
/** Beside what failed, where it failed and its first variables. */
const TIER = 2.55;

/** Before the variables of failures: of many, what they have in common says more than what each of them found. */
const TELLING_TIER = 2.12;
const MAX_TELLING = 2;
const MANY_FAILURES = 3;
/** The number of passing tests among which one may have run the part, too. */
const SELDOM = 10;

/** The code that failing tests ran and passing tests did not, a line each. */
export function suspectsSection({ suspects }: TestRunReport, context: PathContext): Section {
  if (suspects === undefined) return { lines: [] };
  const all = [suspects, ...(suspects.others ? [suspects.others] : [])];
  const lines = all.flatMap((each) => suspectLines(each, context));
  if (lines.length > 0) return { title: '\nSuspects:', contiguous: true, lines };
  const failedAtOnce = all.reduce((sum, each) => sum + each.failedAtOnce, 0);
  return { lines: [{ text: `\n${atOnceText(failedAtOnce)}`, tier: TIER }] };
}

function suspectLines({ list, failed, passed }: Suspects, context: PathContext): Section['lines'] {
  return list.map((each, index) => {
    const before = list[index - 1];
    // Said once of those of which it is the same.
    const isSame = each.failed === before?.failed && each.passed === before.passed;
    const tests = `ran in ${each.failed} of ${failed} failing and ${each.passed} of ${passed} passing tests`;
    const parts = [isSame ? 'as often' : tests, ...(each.isChanged ? ['changed since the last commit'] : [])];
    const isShared = each.failed * 2 > failed && each.passed * SELDOM <= passed;
    const isTelling = failed >= MANY_FAILURES && index < MAX_TELLING && isShared;
    return {
      text: `  ${placeOf(each, context)} \`${oneLine(each.text, MAX_TEXT_CHARS)}\` ${parts.join(', ')}`,
      tier: isTelling ? TELLING_TIER : TIER,
    };
  });
}

function atOnceText(failedAtOnce: number): string {
  const who = failedAtOnce === 1 ? '1 failed test' : `${failedAtOnce} failed tests`;
  return `No suspects: ${who} ran at once with others in one process, where it cannot be seen which of them runs a line.`;
}

function placeOf({ path, line, endLine }: Suspect, context: PathContext): string {
  const place = oneLine(displayLocation({ path, line, column: 1 }, context), MAX_PLACE_CHARS);
  return endLine > line ? `${place}-${endLine}` : place;
}
