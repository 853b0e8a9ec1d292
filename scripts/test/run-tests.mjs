// The tests, with a second try for those that a busy machine may have starved.
import { readFileSync } from 'node:fs';
import { runVitest } from './run-vitest.mjs';
import { filesToRetry } from './verdict.mjs';

/**
 * @param {object} options
 * @param {string} options.root
 * @param {string[]} options.args For vitest.
 * @returns What verdictOf takes, but for other problems.
 */
export function runTests({ root, args, stdio }) {
  const known = JSON.parse(readFileSync(`${root}tests/flaky.json`, 'utf8'));
  const first = runVitest({ root, name: 'test-results', args, stdio });
  const files = filesToRetry(first);
  const alone = ['--no-file-parallelism', ...files];
  const second = files.length === 0 ? undefined : runVitest({ root, name: 'test-results-again', args: alone, stdio });
  return { first, second, known, today: new Date() };
}
