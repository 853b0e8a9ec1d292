// What a test run comes to: pure, so that tests can show each way to fail.

/** More failures than this are no accident, and are not tried again. */
export const MAX_RETRIED = 3;
/** A filter (`-t`) skips nearly all tests. */
const MAX_SKIPPED_NAMED = 20;
const MAX_KNOWN = 5;
const MAX_KNOWN_DAYS = 30;
const MAX_WHY_LINES = 12;
const MAX_WHY_CHARS = 300;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Programs and debuggers are real there, and a busy machine can starve one. A race test has all its time in its own hands. */
const RETRIED = /^tests[\\/](live|e2e)[\\/]/;

/**
 * @typedef {object} TestRun One run of vitest.
 * @property {boolean} succeeded Its exit code was 0.
 * @property {string[]} passed Full names of tests: `tests/live/a.test.ts > group > title`.
 * @property {{name: string, file: string, why?: string}[]} failed Files from the root; what the test said, in a few lines.
 * @property {string[]} skipped
 * @property {string[]} broken What went wrong outside of a test: a file that did not load, a hook, an unhandled error, a process left
 *   behind, a run without results.
 */

/**
 * The files whose failed tests deserve a run by themselves: empty when nothing could come of it.
 *
 * @param {TestRun} first
 */
export function filesToRetry({ succeeded, failed, broken }) {
  const isHopeful = !succeeded && broken.length === 0 && failed.length > 0 && failed.length <= MAX_RETRIED;
  if (!isHopeful || !failed.every(({ file }) => RETRIED.test(file))) return [];
  return [...new Set(failed.map(({ file }) => file))];
}

/**
 * A test that failed among others and passed alone is flaky: it counts as neither passed nor failed while its name stands on the list of
 * known ones, and as failed otherwise.
 *
 * @param {object} facts
 * @param {string[]} facts.problems What failed before and beside the tests.
 * @param {TestRun | undefined} facts.first Undefined when it never came to the tests.
 * @param {TestRun | undefined} facts.second The failed files of the first one, by themselves.
 * @param {{name: string, since: string, why: string}[]} facts.known The list of known flaky tests.
 * @param {Date} facts.today
 */
export function verdictOf({ problems, first, second, known, today }) {
  const all = [...problems, ...listProblems(known, today), ...(first ? brokenIn(first) : [])];
  const passedAlone = new Set(second?.succeeded ? second.passed : []);
  const failedFirst = first?.failed.map(({ name }) => name) ?? [];
  const isKnown = (name) => known.some((entry) => entry.name === name);
  const flaky = failedFirst.filter((name) => passedAlone.has(name));
  const knownFlaky = flaky.filter(isKnown);
  const newFlaky = flaky.filter((name) => !isKnown(name));
  const failed = failedFirst.filter((name) => !passedAlone.has(name));
  const numFailed = failed.length + newFlaky.length + all.length;
  return {
    green: numFailed === 0,
    numPassed: first?.passed.length ?? 0,
    numFailed,
    skipped: first?.skipped ?? [],
    failed,
    knownFlaky,
    newFlaky,
    whys: Object.fromEntries((first?.failed ?? []).map(({ name, why }) => [name, why])),
    problems: all,
  };
}

/** A run that failed without anything to show for it failed nevertheless. */
function brokenIn({ succeeded, failed, broken }) {
  const isUnexplained = !succeeded && failed.length === 0 && broken.length === 0;
  return isUnexplained ? ['the run failed, and no test in it did'] : broken;
}

/** The list is for a few days of a few tests, not a place to keep them. */
function listProblems(known, today) {
  if (!Array.isArray(known)) return ['tests/flaky.json is not a list'];
  const tooMany =
    known.length > MAX_KNOWN ? [`tests/flaky.json has ${known.length} entries, more than ${MAX_KNOWN}`] : [];
  return [...tooMany, ...known.flatMap((entry) => entryProblem(entry, today) ?? [])];
}

function entryProblem({ name, since, why }, today) {
  if (!name || !why) return `tests/flaky.json: an entry has a name and a why: ${JSON.stringify({ name, since, why })}`;
  if (!/^\d{4}-\d\d-\d\d$/.test(since ?? '')) return `tests/flaky.json: since is a date (YYYY-MM-DD): ${name}`;
  const days = (today.getTime() - Date.parse(since)) / DAY_MS;
  // A day for the time zone of whoever wrote it.
  if (!(days >= -1)) return `tests/flaky.json: since ${since} is not there yet: ${name}`;
  return days > MAX_KNOWN_DAYS ? `tests/flaky.json: known since ${since}, mend it: ${name}` : undefined;
}

/** What a failed test said, short enough to stand at the end of a long output, which may be all that is kept of it. */
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
export function summaryLines({ numPassed, numFailed, skipped, failed, knownFlaky, newFlaky, whys, problems }) {
  const because = (name) => (whys[name] ? [whys[name]] : []);
  const left = skipped.length === 0 ? '' : `, ${skipped.length} skipped`;
  return [
    ...problems.map((problem) => `Failed: ${problem}`),
    ...failed.flatMap((name) => [`Failed: ${name}`, ...because(name)]),
    ...newFlaky.flatMap((name) => [
      `Failed: flaky (failed among others, passed alone), and not in tests/flaky.json: ${name}`,
      ...because(name),
    ]),
    ...knownFlaky.map((name) => `Flaky, as tests/flaky.json knows: ${name}`),
    ...(skipped.length > MAX_SKIPPED_NAMED ? [] : skipped.map((name) => `Skipped: ${name}`)),
    ...(knownFlaky.length === 0 ? [] : [`${knownFlaky.length} flaky, counted as neither passed nor failed`]),
    `${numPassed} passed, ${numFailed} failed${left}`,
  ];
}
