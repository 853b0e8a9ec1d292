import { expect, test } from 'vitest';
import { nodeVersions } from '../support/node-versions.ts';
import { environmentWithDebugpy } from '../support/python-environment.ts';
import { pythonVersions } from '../support/python-versions.ts';
import { NODE, PYTHON } from './hostile/hostile-subjects.ts';
import { HOSTILE_TOOLS } from './hostile/hostile-tools.ts';
import { type HostileRuntime, soakHostile } from './hostile/soak-hostile.ts';

/** No other test runs these programs under them. Hangs are watched for nearly all of their time, which makes a soak of them. */
const TOOLS = HOSTILE_TOOLS.filter(({ name }) => name === 'probe' || name === 'test');
/** With these, the program leaves no room for the frames of pydevd, or refuses what our code does to evaluate. */
const BEYOND = /^(?:a short stack|a hook that refuses)$/;

async function failuresOf(runtime: HostileRuntime): Promise<string[]> {
  const cells = await soakHostile([runtime], { lanes: 2, from: 0, tools: TOOLS });
  expect(cells.length).toBeGreaterThan(80);
  return cells.flatMap(({ version, tool, deed, verdict }) =>
    verdict.kind === 'failed' && !BEYOND.test(deed) ? [`${version}, ${tool}, ${deed}: ${verdict.answer}`] : [],
  );
}

test('JavaScript that replaces what other code relies on is answered about as any other', {
  timeout: 900_000,
}, async () => {
  const versions = nodeVersions().map(({ major, path }) => ({ version: String(major), path }));
  expect(await failuresOf({ language: NODE, versions })).toEqual([]);
});

test('Python that replaces what other code relies on is answered about as any other', {
  timeout: 900_000,
}, async () => {
  const environments = pythonVersions().map((version) => ({ version, environment: environmentWithDebugpy(version) }));
  const versions = environments.map(({ version: { minor }, environment: { python } }) => ({
    version: `3.${minor}`,
    path: python,
  }));
  try {
    expect(await failuresOf({ language: PYTHON, versions })).toEqual([]);
  } finally {
    for (const { environment } of environments) environment[Symbol.dispose]();
  }
});
