import type { TestRunReport } from '../../model/tests/test-report.ts';
import { seconds } from '../evaluate.ts';
import { counted, oneLine } from '../plain-text.ts';

const MAX_CAUSE_CHARS = 200;
const MAX_SELECTION_CHARS = 80;

/** The counts of a run, and how it ended, in a line. */
export function testHeadline(report: TestRunReport): string {
  const { counts, outcome, runners, durationMs } = report;
  const { passed, failed, skipped, todo } = counts;
  const broken = report.failures.filter(({ kind }) => kind !== 'test').length;
  const parts = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(broken > 0 ? [`${counted(broken, 'error')} outside of tests`] : []),
    ...(passed > 0 ? [`${passed} passed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(todo > 0 ? [`${todo} todo`] : []),
  ];
  // A runner that is not known may have run any number of them.
  const isCounted = runners.length > 0;
  const none = isCounted ? noneRan(report) : 'Runner not recognised, so no tests are counted';
  const what = parts.length > 0 ? `${selectionText(report) ?? 'Tests'}: ${parts.join(', ')}` : none;
  const who = runners.length > 0 ? `${runners.join(', ')}; ` : '';
  const noneEnded = isCounted ? 'no test ended' : 'tests of an unknown runner are not counted';
  const untilThen = `Until then: ${parts.length > 0 ? parts.join(', ') : noneEnded}.`;
  switch (outcome.kind) {
    case 'finished': {
      const end = outcome.signal === null ? `exit code ${outcome.exitCode ?? 'unknown'}` : `ended by ${outcome.signal}`;
      return `${what} (${who}${seconds(durationMs)}, ${end}).`;
    }
    case 'timed out':
      return `Not finished after ${seconds(outcome.timeoutMs)}, so the command was ended. ${untilThen}`;
    case 'lost':
      return `The connection to the tests was lost: ${oneLine(outcome.cause, MAX_CAUSE_CHARS)}. ${untilThen}`;
  }
}

/** What ran of all tests, `1 of 214 tests (test: "total")`; undefined where all were to run. */
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

/** Whoever ends otherwise than well may have run some that nobody reported. */
function noneRan({ outcome }: TestRunReport): string {
  return outcome.kind === 'finished' && outcome.exitCode === 0 ? 'No tests ran' : 'No test was reported';
}
