// The tests, with further tries for those that a busy machine may have starved.
import { runVitest } from './run-vitest.mjs';
import { filesToRetry } from './verdict.mjs';

/** The number of times that a file with failed tests runs again by itself. */
const MAX_TRIES_ALONE = 2;

/**
 * @param {object} options
 * @param {string} options.root
 * @param {string[]} options.args For vitest.
 * @param {NodeJS.ProcessEnv} [options.env] Added to that of the tests.
 * @returns What verdictOf takes, but for other problems; `names`: those of the results, see runVitest.
 */
export function runTests({ root, args, env, stdio }) {
  const names = ['test-results'];
  const first = runVitest({ root, name: names[0], args, env, stdio });
  const again = [];
  for (let files = filesToRetry(first); files.length > 0 && again.length < MAX_TRIES_ALONE; ) {
    const alone = ['--no-file-parallelism', ...files];
    const name = `test-results-again-${names.length}`;
    const run = runVitest({ root, name, args: alone, env, stdio });
    names.push(name);
    again.push(run);
    files = filesToRetry(run);
  }
  return { first, again, names };
}
