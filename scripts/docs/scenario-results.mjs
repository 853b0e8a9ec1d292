// What a test run says about the scenarios that are run with each language and version.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SCENARIO_FILE = /\/tests\/live\/scenarios\b/;

/**
 * A column is a language with its versions. A scenario has `passed` there, or what the language is without, with evidence, or it failed.
 *
 * @param {{testResults: object[]}[]} reports Those of vitest: of all tests, and of each further try of the files with failed ones. A scenario
 *   that passed in one of them has passed.
 * @returns {{on: string, columns: string[], scenarios: {name: string, proves: string, passed: string[], leftOut: Record<string, {reason: string, evidence: object}>}[]}
 *   | undefined} Undefined where no scenario was run.
 */
export function scenarioResults(reports) {
  const [tests = [], ...again] = reports.map(({ testResults }) =>
    testResults.filter(({ name }) => SCENARIO_FILE.test(name)).flatMap((file) => file.assertionResults.filter(ran)),
  );
  const passedAgain = new Set(again.flat().filter(hasPassed).map(fullNameOf));
  const columns = new Map([...new Set(tests.map(groupOf))].map((group) => [group, columnOf(group)]).sort(byColumn));
  const runs = tests.flatMap((test) => {
    const column = columns.get(groupOf(test));
    const { leftOut } = test.meta;
    if (leftOut) return leftOut.map(({ title, reason, evidence }) => ({ title, column, lack: { reason, evidence } }));
    return [{ title: test.title, column, passed: hasPassed(test) || passedAgain.has(fullNameOf(test)) }];
  });
  if (runs.length === 0) return undefined;
  const scenarios = [...new Set(runs.map(({ title }) => title))].map((title) => {
    const [, name = title, proves = ''] = title.match(/^(.*?): (.*)$/s) ?? [];
    const own = runs.filter((run) => run.title === title);
    const passed = own.flatMap((run) => (run.passed ? run.column : []));
    const leftOut = own.flatMap((run) => (run.lack ? [[run.column, run.lack]] : []));
    return { name, proves, passed, leftOut: Object.fromEntries(leftOut) };
  });
  return { on: `${process.platform} ${process.arch}`, columns: [...columns.values()], scenarios };
}

/** One that was left out by a filter says nothing. */
function ran({ status }) {
  return status === 'passed' || status === 'failed';
}

function hasPassed({ status }) {
  return status === 'passed';
}

function fullNameOf(test) {
  return `${groupOf(test)} ${test.title}`;
}

/** The heading that the tests stand under: `Node 24`, `Python 3.11.7, debugpy 1.8.22`. */
function groupOf({ ancestorTitles }) {
  return ancestorTitles.join(' ');
}

function byColumn([, one], [, other]) {
  return one.localeCompare(other, 'en', { numeric: true });
}

function columnOf(group) {
  const major = group.match(/^Node(?:\.js)? (\d+)$/)?.[1];
  return major === undefined ? group : `Node.js ${versionOf(major)}`;
}

function versionOf(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.versions.node;
  const binary = `node-${process.platform}-${process.arch}/bin/node`;
  const path = `${root}.cache/node-versions/${major}/node_modules/${binary}`;
  return execFileSync(path, ['--version'], { encoding: 'utf8' }).trim().slice(1);
}
