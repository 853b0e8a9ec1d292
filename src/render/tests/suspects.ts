import type { Suspect, Suspects } from '../../model/tests/suspects.ts';
import type { TestRunReport } from '../../model/tests/test-report.ts';
import { displayLocation, type PathContext } from '../paths.ts';
import { oneLine } from '../plain-text.ts';
import type { Section } from '../sections.ts';
import { isAssertion } from './swallowed.ts';

const MAX_TEXT_CHARS = 48;
const MAX_PLACE_CHARS = 60;
/** Before the variables of failures, and what else each of them found. */
const TIER = 2.24;
/** The lines that stand above the failures: beside those that are never left out. */
const TELLING_TIER = 1;
const MAX_TELLING = 2;
/** The number of passing tests among which one may have run the part, too. */
const SELDOM = 10;

/**
 * True if the first suspect explains assertions in a whole suite: most failing tests ran it, and hardly any of many passing ones. It says
 * more than what each of the failures found.
 */
export function isTelling({ failures, suspects }: TestRunReport): boolean {
  const [first] = suspects?.list ?? [];
  if (first === undefined || suspects === undefined || suspects.passed < SELDOM) return false;
  return isShared(first, suspects) && failures.some(isAssertion);
}

function isShared(suspect: Suspect, { failed, passed }: Suspects): boolean {
  return suspect.failed * 2 > failed && suspect.passed * SELDOM <= passed;
}

/** The code that failing tests ran and passing tests did not, a line each. */
export function suspectsSection(report: TestRunReport, context: PathContext): Section {
  const { suspects } = report;
  if (suspects === undefined) return { lines: [] };
  const all = [suspects, ...(suspects.others ? [suspects.others] : [])];
  const lines = all.flatMap((each) => suspectLines(each, isTelling(report), context));
  if (lines.length > 0) return { title: '\nSuspects:', contiguous: true, lines };
  const failedAtOnce = all.reduce((sum, each) => sum + each.failedAtOnce, 0);
  return { lines: [{ text: `\n${atOnceText(failedAtOnce)}`, tier: TIER }] };
}

function suspectLines(suspects: Suspects, isFirst: boolean, context: PathContext): Section['lines'] {
  const { list, failed, passed } = suspects;
  return list.map((each, index) => {
    const before = list[index - 1];
    // Said once of those of which it is the same.
    const isSame = each.failed === before?.failed && each.passed === before.passed;
    const tests = `ran in ${each.failed} of ${failed} failing and ${each.passed} of ${passed} passing tests`;
    const parts = [isSame ? 'as often' : tests, ...(each.isChanged ? ['changed since the last commit'] : [])];
    const isTop = isFirst && index < MAX_TELLING && isShared(each, suspects);
    return {
      text: `  ${placeOf(each, context)} \`${oneLine(each.text, MAX_TEXT_CHARS)}\` ${parts.join(', ')}`,
      tier: isTop ? TELLING_TIER : TIER,
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
