import { expect, test } from 'vitest';
import { testEnvironment } from '../../../../src/investigate/test-run/test-environment.ts';

const launch = { program: 'npm test', args: [], cwd: '/', env: {}, stopOnEntry: false };

test('what a command is given for its runners comes behind what it has', () => {
  const env = testEnvironment({ ...launch, env: { NODE_OPTIONS: '--no-warnings', PYTHONPATH: '/lib', A: 'b' } }, '/r');
  expect(env).toMatchObject({ A: 'b', MCP_DEBUGGER_TEST_RESULTS: '/r' });
  expect(env.NODE_OPTIONS).toMatch(/^--no-warnings --require \S+test-preload\.cjs /);
  expect(env.PYTHONPATH?.endsWith(':/lib')).toBe(true);
  expect(env.PYTEST_ADDOPTS).toBe('-p mcp_debugger_pytest');
});

test('inside of another test run it is not given twice', () => {
  const { NODE_OPTIONS = '' } = testEnvironment(launch, '/r');
  expect(testEnvironment({ ...launch, env: { NODE_OPTIONS } }, '/r').NODE_OPTIONS).toBe(NODE_OPTIONS);
});

test('a reporter of node:test that the command names keeps its place', () => {
  const reportersOf = (program: string) =>
    testEnvironment({ ...launch, program }, '/r')
      .NODE_OPTIONS?.split(' ')
      .filter((option) => option.startsWith('--test-reporter'))
      .map((option) => option.replace(/=.*\//, '='));
  const ours = '--test-reporter=node-test-reporter.mjs';
  const toStdout = '--test-reporter-destination=stdout';
  expect(reportersOf('node --test')).toEqual(['--test-reporter=spec', toStdout, ours, toStdout]);
  expect(reportersOf('node --test --test-reporter=tap')).toEqual([ours, toStdout, toStdout]);
  expect(reportersOf('node --test --test-reporter=tap --test-reporter-destination=a')).toEqual([ours, toStdout]);
});
