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
 * @returns What verdictOf takes, but for other problems.
 */
export function runTests({ root, args, env, stdio }) {
  const first = runVitest({ root, name: 'test-results', args, env, stdio });
  const again = [];
  for (let files = filesToRetry(first); files.length > 0 && again.length < MAX_TRIES_ALONE; ) {
    const alone = ['--no-file-parallelism', ...files];
    const run = runVitest({ root, name: `test-results-again-${again.length + 1}`, args: alone, env, stdio });
    again.push(run);
    files = filesToRetry(run);
  }
  return { first, again };
}
