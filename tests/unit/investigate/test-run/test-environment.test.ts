import { expect, test } from 'vitest';
import { testEnvironment } from '../../../../src/investigate/test-run/test-environment.ts';

const settings = {
  results: '/r',
  limits: { depth: 1, maxChildren: 9, maxTextLength: 80 },
  describing: { FILES: '/f' },
};
const launch = { program: 'npm test', args: [], cwd: '/', env: {}, stopOnEntry: false };

test('what a command is given for its runners comes behind what it has', () => {
  const env = testEnvironment(
    { ...launch, env: { NODE_OPTIONS: '--no-warnings', PYTHONPATH: '/lib', A: 'b' } },
    settings,
  );
  expect(env).toMatchObject({ A: 'b', MCP_DEBUGGER_TEST_RESULTS: '/r', FILES: '/f' });
  expect(env.MCP_DEBUGGER_TEST_LIMITS).toBe('{"depth":1,"children":9,"text":80}');
  expect(env.NODE_OPTIONS).toMatch(/^--no-warnings --require \S+test-preload\.cjs /);
  expect(env.PYTHONPATH?.endsWith(':/lib')).toBe(true);
  expect(env.PYTEST_ADDOPTS).toBe('-p mcp_debugger_pytest');
});

test('inside of another test run it is not given twice', () => {
  const { NODE_OPTIONS = '' } = testEnvironment(launch, settings);
  expect(testEnvironment({ ...launch, env: { NODE_OPTIONS } }, settings).NODE_OPTIONS).toBe(NODE_OPTIONS);
});

test('a reporter of node:test that the command names keeps its place', () => {
  const reportersOf = (program: string) =>
    testEnvironment({ ...launch, program }, settings)
      .NODE_OPTIONS?.split(' ')
      .filter((option) => option.startsWith('--test-reporter'))
      .map((option) => option.replace(/=.*\//, '='));
  const ours = '--test-reporter=node-test-reporter.mjs';
  const toStdout = '--test-reporter-destination=stdout';
  expect(reportersOf('node --test')).toEqual(['--test-reporter=spec', toStdout, ours, toStdout]);
  expect(reportersOf('node --test --test-reporter=tap')).toEqual([ours, toStdout, toStdout]);
  expect(reportersOf('node --test --test-reporter=tap --test-reporter-destination=a')).toEqual([ours, toStdout]);
});
