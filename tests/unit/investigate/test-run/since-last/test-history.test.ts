import { afterAll, beforeAll, expect, test } from 'vitest';
import { DebugEngine } from '../../../../../src/engine/debug-engine.ts';
import { sinceLastRun, testsOfLastRun } from '../../../../../src/investigate/test-run/since-last/test-history.ts';
import type { TestFailure, TestResult } from '../../../../../src/model/tests/test-report.ts';

let engine: DebugEngine;

beforeAll(() => {
  engine = new DebugEngine({ cwd: process.cwd() });
});

afterAll(() => engine.close());

const launch = { program: 'npm test', args: [], cwd: '/project', env: {}, stopOnEntry: false };

function ran(status: TestResult['status'], name = 'total') {
  const failure: TestFailure = {
    kind: 'test',
    name,
    moreErrors: [],
    error: { name: 'Error', message: 'x', stack: [], stackText: '' },
    site: { kind: 'unseen', cause: 'not thrown', reason: '' },
  };
  return { tests: [{ name, status }], failures: status === 'failed' ? [failure] : [], isComplete: true };
}

test('a run is compared with the last one of its command alone', () => {
  expect(sinceLastRun(engine, launch, ran('failed'))).toBeUndefined();
  expect(sinceLastRun(engine, { ...launch, args: ['--bail'] }, ran('passed'))).toBeUndefined();
  expect(sinceLastRun(engine, launch, ran('passed'))).toMatchObject({ fixed: [{ name: 'total' }] });
  expect(sinceLastRun(engine, launch, ran('passed'))).toBeUndefined();
});

test('a run without tests leaves the one before it as it was', () => {
  sinceLastRun(engine, launch, ran('failed'));
  expect(sinceLastRun(engine, launch, { tests: [], failures: [], isComplete: true })).toBeUndefined();
  expect(sinceLastRun(engine, launch, ran('passed'))).toMatchObject({ fixed: [{ name: 'total' }] });
});

test('the command that was not run for longest is forgotten', () => {
  sinceLastRun(engine, launch, ran('failed'));
  for (let index = 0; index < 20; index++)
    sinceLastRun(engine, { ...launch, program: `npm run ${index}` }, ran('failed'));
  expect(sinceLastRun(engine, launch, ran('passed'))).toBeUndefined();
  expect(sinceLastRun(engine, { ...launch, program: 'npm run 19' }, ran('passed'))).toBeDefined();
});

test('that a test did not run before is news only between runs of all tests', () => {
  const command = { ...launch, program: 'npm run chosen' };
  const chosen = { ...ran('failed', 'one'), isComplete: false };
  expect(sinceLastRun(engine, command, chosen)).toBeUndefined();
  expect(sinceLastRun(engine, command, { ...ran('failed', 'two'), isComplete: false })).toBeUndefined();
  const all = ['one', 'two', 'three'].map((name) => ran('failed', name));
  const whole = { tests: all.flatMap(({ tests }) => tests), failures: all.flatMap(({ failures }) => failures) };
  expect(sinceLastRun(engine, command, { ...whole, isComplete: true })).toMatchObject({ gone: [], fixed: [] });
  expect(sinceLastRun(engine, command, { ...ran('passed', 'one'), isComplete: false })).toMatchObject({
    fixed: [{ name: 'one' }],
    gone: [],
  });
  expect(testsOfLastRun(engine, command).map(({ name, status }) => `${name} ${status}`)).toEqual([
    'one passed',
    'two failed',
    'three failed',
  ]);
  expect(testsOfLastRun(engine, { ...command, args: ['other'] })).toEqual([]);
});
