// What the last test run says about the scenarios that are run on each Node.js version.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const RESULTS = `${root}.cache/test-results.json`;
const SCENARIO_FILE = /\/tests\/live\/scenarios\b/;

/** @returns {{on: string, nodes: string[], scenarios: {name: string, proves: string, passed: string[]}[]} | undefined} */
export function scenarioResults() {
  if (!existsSync(RESULTS)) return undefined;
  const { testResults } = JSON.parse(readFileSync(RESULTS, 'utf8'));
  const tests = testResults.filter(({ name }) => SCENARIO_FILE.test(name)).flatMap((file) => file.assertionResults);
  const runs = tests.flatMap(({ ancestorTitles, title, status }) => {
    const major = ancestorTitles.join(' ').match(/\bNode(?:\.js)? (\d+)\b/)?.[1];
    // Left out by a filter: such a run says nothing.
    const ran = status === 'passed' || status === 'failed';
    return major === undefined || !ran ? [] : [{ major, title, passed: status === 'passed' }];
  });
  if (runs.length === 0) return undefined;
  const majors = [...new Set(runs.map(({ major }) => major))].sort((a, b) => a - b);
  const versions = new Map(majors.map((major) => [major, versionOf(major)]));
  const scenarios = [...new Set(runs.map(({ title }) => title))].map((title) => {
    const [, name = title, proves = ''] = title.match(/^(.*?): (.*)$/s) ?? [];
    const passed = runs.filter((run) => run.title === title && run.passed).map((run) => versions.get(run.major));
    return { name, proves, passed };
  });
  return { on: `${process.platform} ${process.arch}`, nodes: [...versions.values()], scenarios };
}

function versionOf(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.versions.node;
  const binary = `node-${process.platform}-${process.arch}/bin/node`;
  const path = `${root}.cache/node-versions/${major}/node_modules/${binary}`;
  return execFileSync(path, ['--version'], { encoding: 'utf8' }).trim().slice(1);
}
