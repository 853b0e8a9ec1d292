// One run of vitest, and all that is known about it afterwards.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whyOf } from './verdict.mjs';

const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const REPORTER = fileURLToPath(new URL('record-run.mjs', import.meta.url));

/**
 * @param {object} options
 * @param {string} options.root With a vitest.config.ts.
 * @param {string} options.name The results are kept under it: `.cache/<name>.json`.
 * @param {string[]} options.args For vitest: files, filters.
 * @param {NodeJS.ProcessEnv} [options.env] Added to that of the tests.
 * @returns {import('./verdict.mjs').TestRun}
 */
export function runVitest({ root, name, args, env = {}, stdio = 'inherit' }) {
  const at = (suffix) => `${root}.cache/${name}${suffix}`;
  const files = { results: at('.json'), broken: at('.broken.json'), left: at('.left.json') };
  mkdirSync(`${root}.cache`, { recursive: true });
  for (const file of Object.values(files)) rmSync(file, { force: true });
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${files.results}`,
    `--reporter=${REPORTER}`,
  ];
  const { status } = spawnSync(process.execPath, [VITEST, 'run', '--root', root, ...reporters, ...args], {
    cwd: root,
    stdio,
    env: { ...process.env, ...env, MCP_DEBUGGER_TEST_BROKEN: files.broken, MCP_DEBUGGER_TEST_LEFT: files.left },
  });
  return testRun({ root, succeeded: status === 0, files });
}

function testRun({ root, succeeded, files }) {
  const results = readJson(files.results);
  const broken = readJson(files.broken);
  if (results === undefined || broken === undefined) {
    return { succeeded: false, passed: [], failed: [], skipped: [], broken: ['vitest ended without results'] };
  }
  const tests = results.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status, failureMessages = [] }) => {
      const file = relative(root, name);
      return {
        name: [file, ...ancestorTitles, title].filter((part) => part !== '').join(' > '),
        file,
        status,
        said: failureMessages,
      };
    }),
  );
  const named = (wanted) => tests.filter(({ status }) => status === wanted).map(({ name }) => name);
  return {
    succeeded,
    passed: named('passed'),
    // One that is pending was never run to its end.
    failed: tests.flatMap(({ name, file, status, said }) =>
      /failed|pending/.test(status) ? { name, file, why: whyOf(said.join('\n')) } : [],
    ),
    skipped: [...named('skipped'), ...named('todo')],
    broken: [...broken, ...(readJson(files.left) ?? [])],
    files: results.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1_000,
    })),
  };
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
