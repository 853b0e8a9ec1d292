// What a test run comes to: pure, so that tests can show each way to fail.

/** More flaky tests than this in one run are a defect of the change. */
export const MAX_FLAKY = 3;
/** A filter (`-t`) skips nearly all tests. */
const MAX_SKIPPED_NAMED = 20;
const MAX_WHY_LINES = 12;
const MAX_WHY_CHARS = 300;
const MAX_SLOWEST = 10;
/** Programs and debuggers are real there, and a busy machine can starve one. A race test has all its time in its own hands. */
const RETRIED = /^tests[\\/](live|e2e|frameworks)[\\/]/;

/**
 * @typedef {object} TestRun One run of vitest.
 * @property {boolean} succeeded Its exit code was 0.
 * @property {string[]} passed Full names of tests: `tests/live/a.test.ts > group > title`.
 * @property {{name: string, file: string, why?: string}[]} failed Files from the root; what the test said, in a few lines.
 * @property {string[]} skipped
 * @property {string[]} broken What went wrong outside of a test: a file that did not load, a hook, an unhandled error, a process left
 *   behind, a run without results.
 * @property {{file: string, seconds: number}[]} [files]
 */

/**
 * The files whose failed tests deserve a run by themselves.
 *
 * @param {TestRun} run
 */
export function filesToRetry({ failed }) {
  return [...new Set(failed.map(({ file }) => file))].filter((file) => RETRIED.test(file));
}

/**
 * A test that failed in one run and passed in another is flaky: it counts as neither passed nor failed, and a few of them do not decide.
 *
 * @param {object} facts
 * @param {string[]} facts.problems What failed before and beside the tests.
 * @param {TestRun | undefined} [facts.first] Undefined when it never came to the tests.
 * @param {TestRun[]} [facts.again] The files with failed tests by themselves, until none failed or they had had their tries.
 */
export function verdictOf({ problems, first, again = [] }) {
  const runs = first === undefined ? [] : [first, ...again];
  const failures = new Map(runs.flatMap(({ failed }) => failed.map(({ name, why }) => [name, why])).reverse());
  const tried = [...failures.keys()]
    .reverse()
    .map((name) => ({ name, why: failures.get(name), attempts: attemptsAt(name, runs) }));
  const flaky = tried.filter(({ attempts }) => attempts.includes('passed'));
  const failed = tried.filter(({ attempts }) => !attempts.includes('passed'));
  const all = [
    ...problems,
    ...(first === undefined ? [] : unexplained(first)),
    ...runs.flatMap(({ broken }) => broken),
    ...(flaky.length > MAX_FLAKY ? [`${flaky.length} flaky tests: at most ${MAX_FLAKY} may be`] : []),
  ];
  const numFailed = failed.length + all.length;
  return {
    green: numFailed === 0,
    numPassed: (first?.passed ?? []).filter((name) => !failures.has(name)).length,
    numFailed,
    skipped: first?.skipped ?? [],
    failed,
    flaky,
    problems: all,
    slowest: (first?.files ?? []).toSorted((a, b) => b.seconds - a.seconds).slice(0, MAX_SLOWEST),
  };
}

/** The results of a test each time that it ran, in order. */
function attemptsAt(name, runs) {
  return runs.flatMap(({ passed, failed }) => {
    if (failed.some((each) => each.name === name)) return ['failed'];
    return passed.includes(name) ? ['passed'] : [];
  });
}

/** A run that failed without anything to show for it failed nevertheless. */
function unexplained({ succeeded, failed, broken }) {
  return !succeeded && failed.length === 0 && broken.length === 0 ? ['the run failed, and no test in it did'] : [];
}

/** The message of a failed test, short enough to stand at the end of a long output, which may be all that is kept of it. */
export function whyOf(message) {
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  return lines
    .slice(0, MAX_WHY_LINES)
    .map((line) => `    ${line.length > MAX_WHY_CHARS ? `${line.slice(0, MAX_WHY_CHARS)} …` : line}`)
    .join('\n');
}

/**
 * The end of the output. Its last line is `N passed, N failed`, with `, N skipped` where tests were.
 *
 * @param {ReturnType<typeof verdictOf>} verdict
 */
export function summaryLines({ numPassed, numFailed, skipped, failed, flaky, problems, slowest }) {
  const because = (why) => (why ? [why] : []);
  const left = skipped.length === 0 ? '' : `, ${skipped.length} skipped`;
  return [
    ...(slowest.length === 0 ? [] : ['The slowest files:']),
    ...slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`),
    ...problems.map((problem) => `Failed: ${problem}`),
    ...failed.flatMap(({ name, why }) => [`Failed: ${name}`, ...because(why)]),
    ...flaky.flatMap(({ name, attempts, why }) => [`Flaky (${attempts.join(', ')}): ${name}`, ...because(why)]),
    ...(skipped.length > MAX_SKIPPED_NAMED ? [] : skipped.map((name) => `Skipped: ${name}`)),
    ...(flaky.length === 0 ? [] : [`${flaky.length} flaky, counted as neither passed nor failed`]),
    `${numPassed} passed, ${numFailed} failed${left}`,
  ];
}
