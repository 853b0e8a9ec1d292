import type { TestRunReport } from '../../model/tests/test-report.ts';
import { seconds } from '../evaluate.ts';
import { stoppedBySignal } from '../outcome.ts';
import { counted, oneLine } from '../plain-text.ts';

const MAX_CAUSE_CHARS = 200;
const MAX_SELECTION_CHARS = 80;

/** The counts of a run, and how it ended, in a line. */
export function testHeadline(report: TestRunReport): string {
  const { outcome, runners, durationMs } = report;
  const parts = report.printedCounts ?? countsOf(report);
  // A runner that is not known may have run any number of them.
  const isCounted = runners.length > 0;
  const none = isCounted ? noneRan(report) : 'Runner not recognised, so no tests are counted';
  const what = parts.length > 0 ? `${selectionText(report) ?? 'Tests'}: ${parts.join(', ')}` : none;
  const who = runners.length > 0 ? `${runners.join(', ')}; ` : '';
  const noneEnded = isCounted ? 'no test ended' : 'tests of an unknown runner are not counted';
  const untilThen = `Until then: ${parts.length > 0 ? parts.join(', ') : noneEnded}.`;
  switch (outcome.kind) {
    case 'finished': {
      const meaning = report.exitMeaning === undefined ? '' : `: ${report.exitMeaning}`;
      const code = `exit code ${outcome.exitCode ?? 'unknown'}${meaning}`;
      const end = outcome.signal === null ? code : `ended by ${outcome.signal}`;
      return `${what} (${who}${seconds(durationMs)}, ${end}).`;
    }
    case 'timed out':
      return [
        `Not finished after ${seconds(outcome.timeoutMs)}, so the command was ended.`,
        ...(outcome.suspended ? [stoppedBySignal(outcome.suspended.pid)] : []),
        untilThen,
      ].join(' ');
    case 'lost':
      return `The connection to the tests was lost: ${oneLine(outcome.cause, MAX_CAUSE_CHARS)}. ${untilThen}`;
  }
}

/** The outcome for the tests, by the runner's own words where it has others; what failed first. */
function countsOf({ counts, failures, tests }: TestRunReport): string[] {
  const broken = failures.filter(({ kind }) => kind !== 'test').length;
  const texts = (status: keyof TestRunReport['counts']): string[] => {
    const called = tests.flatMap((each) => (each.status === status && each.called ? [each.called] : []));
    const plain = counts[status] - called.length;
    const words = [...new Set(called)].map((word) => wordCount(called.filter((each) => each === word).length, word));
    return [...(plain > 0 ? [`${plain} ${status}`] : []), ...words];
  };
  return [
    ...texts('failed'),
    ...(broken > 0 ? [`${counted(broken, 'error')} outside of tests`] : []),
    ...texts('passed'),
    ...texts('skipped'),
    ...texts('todo'),
  ];
}

/** Runners have nouns (`2 errors`) and participles (`2 xfailed`). */
function wordCount(count: number, word: string): string {
  const noun = word.endsWith('success') && count > 1 ? `${word}e` : word;
  return /(?:error|failure|success)$/.test(word) ? counted(count, noun) : `${count} ${word}`;
}

/** The tests that ran of all tests, `1 of 214 tests (test: "total")`; undefined if all were to run. */
function selectionText({ selection: outcome, tests }: TestRunReport): string | undefined {
  if (outcome === undefined) return undefined;
  const { selection, unselectedTests, isTotalKnown } = outcome;
  const wanted =
    selection.kind === 'exactly'
      ? 'named'
      : [named('test', selection.test), named('file', selection.file)].filter((text) => text !== '').join(', ');
  const total = tests.length + unselectedTests;
  return `${isTotalKnown ? `${tests.length} of ${counted(total, 'test')}` : counted(tests.length, 'test')} (${wanted})`;
}

function named(argument: string, text: string | undefined): string {
  return text === undefined ? '' : `${argument}: ${JSON.stringify(oneLine(text, MAX_SELECTION_CHARS))}`;
}

/** A runner that does not end well may have run tests without reporting them. */
function noneRan({ outcome }: TestRunReport): string {
  return outcome.kind === 'finished' && outcome.exitCode === 0 ? 'No tests ran' : 'No test was reported';
}
