import type { TestRunReport } from '../../model/tests/test-report.ts';
import { TEST_BUDGET_TOKENS } from '../budget.ts';
import { EXIT_OUTPUT_LIMITS, outputSection } from '../output.ts';
import type { PathContext } from '../paths.ts';
import { oneLine } from '../plain-text.ts';
import { warningLines } from '../program/warnings.ts';
import { layOut, type Section } from '../sections.ts';
import { carefulCost } from '../tokens/line-cost.ts';
import { cutToCost } from '../tokens/token-cost.ts';
import { grouped, mostExplained } from './failure-groups.ts';
import { failureSection, namesSection } from './failure-section.ts';
import { widthsFor } from './failure-widths.ts';
import { testHeadline } from './headline.ts';
import { type NextCallOptions, nextCall } from './next-call.ts';
import { sharedFairly } from './shared-fairly.ts';
import { isTelling, suspectsSection } from './suspects.ts';
import { likelyCause } from './swallowed.ts';
import { sinceLine } from './tests-since.ts';
import { thrownSections } from './thrown.ts';
import { hangSection, unfinishedSection } from './unfinished-run.ts';

/** Failures that are shown with everything; the others with their names. */
const MAX_DETAILED = 5;
const MAX_NOTE_CHARS = 250;
/** The most tokens of a line above the failures, and of the next call: only text without words is longer. */
const MAX_HEAD_TOKENS = 130;
const MAX_CALL_TOKENS = 160;

/** Options of {@link renderTestReport}. */
export interface TestReportOptions extends NextCallOptions {
  /** Further notes on the command, a sentence each. */
  readonly notes?: readonly string[];
  readonly budgetTokens?: number | undefined;
}

/**
 * A test run: the count, the code that explains most failures if there is such, then each failure with its message, the source line and the
 * variables where it was thrown, and the next call. The runner's own output is there where it has to explain what the failures do not.
 */
export function renderTestReport(report: TestRunReport, options: TestReportOptions): string {
  const groups = grouped(report.failures);
  const cause = likelyCause(report, options);
  const widths = widthsFor(
    groups.filter(({ isAgain }) => !isAgain).length,
    report.since !== undefined || cause !== undefined,
  );
  const detailed = mostExplained(groups, MAX_DETAILED);
  const others = groups.filter((group) => !detailed.includes(group));
  const failures = detailed.map((group, index) => failureSection(group, { report, index, widths }, options));
  const suspects = suspectsSection(report, options);
  const found = [
    sinceSection(report, options),
    ...(isTelling(report) ? [suspects, ...failures] : [...failures, suspects]),
    namesSection(others, options),
    unfinishedSection(report, options),
    hangSection(report, options),
    ...thrownSections(report, options),
    ...(explainsItself(report) ? [warningsSection(report, options)] : [runOutput(report, options)]),
    unfollowedSection(report),
    notesSection(options),
  ];
  const head = [cause, testHeadline(report)]
    .flatMap((line) => (line === undefined ? [] : cutToCost(line, MAX_HEAD_TOKENS)))
    .join('\n');
  const call = callSection(report, options);
  const budgetTokens = options.budgetTokens ?? TEST_BUDGET_TOKENS;
  const kept = [head, ...call.lines.map(({ text }) => text)].reduce((sum, text) => sum + carefulCost(text), 0);
  const sections = sharedFairly(found, budgetTokens - kept);
  return layOut(head, [...sections.slice(0, -1), call, ...sections.slice(-1)], budgetTokens, carefulCost);
}

function sinceSection({ since }: TestRunReport, context: PathContext): Section {
  return { lines: since ? [{ text: sinceLine(since, context), tier: 0 }] : [] };
}

/** True if the failures say why the run ended as it did. */
function explainsItself({ outcome, failures, counts }: TestRunReport): boolean {
  if (outcome.kind !== 'finished') return false;
  return failures.length > 0 || (outcome.exitCode === 0 && counts.passed > 0);
}

/** A warning may say why a test fails; it is not looked for where none does. */
function warningsSection({ failures, output }: TestRunReport, context: PathContext): Section {
  const lines = failures.length === 0 ? [] : warningLines(output, context);
  return { lines: lines.map((text, at) => ({ text: at === 0 ? `\n${text}` : text, tier: 2.5 })) };
}

/** The reason why nothing is said of what was caught, and why variables are those after the cleanup. */
function unfollowedSection({ exceptions }: TestRunReport): Section {
  const { tracedBy } = exceptions;
  if (tracedBy === undefined) return { lines: [] };
  const way = tracedBy === 'coverage' ? 'pytest --no-cov leaves it out, and ' : '';
  const text = `Exceptions were not followed to who caught them: ${tracedBy} had Python's trace function (${way}from Python 3.12 on it is not needed).`;
  return { lines: [{ text: `\n${text}`, tier: 2.5 }] };
}

function runOutput({ output }: TestRunReport, { cwd, actions }: NextCallOptions): Section {
  const shown = { cwd, title: '\nOutput:', indent: '  ', tier: 6, limits: EXIT_OUTPUT_LIMITS };
  return outputSection(output, { ...shown, more: actions.output });
}

function callSection(report: TestRunReport, options: NextCallOptions): Section {
  const text = nextCall(report, options);
  return { lines: text === undefined ? [] : [{ text: `\n${cutToCost(text, MAX_CALL_TOKENS)}`, tier: 0 }] };
}

function notesSection({ notes = [] }: TestReportOptions): Section {
  return { lines: notes.map((note, at) => ({ text: oneLine(note, MAX_NOTE_CHARS), tier: at === 0 ? 0 : 2.7 })) };
}
