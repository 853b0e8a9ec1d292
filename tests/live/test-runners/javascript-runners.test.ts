import { describe, expect, test } from 'vitest';
import { TestProject, textOf } from './project.ts';

const RUN_TIMEOUT_MS = 180_000;

/**
 * The findings of every runner in the TypeScript tests, whatever process or worker they run in.
 *
 * @param snapshot Vitest throws at a snapshot that does not match. Jest goes on and fails the test at its end, so that its
 *   variables are those of a rerun, before the line. The same goes for what `resolves` throws after its await.
 */
function typescriptFailures(snapshot: 'thrown' | 'before'): string[] {
  const chair = 'chair={title: "chair", price: -1, count: 1}';
  return [
    `a snapshot | ${snapshot} snapshot.test.ts @snapshot | shown={title: "lamp", count: 2}`,
    `cart > a library that awaits | before cart.test.ts @library | pending=Promise {fulfilled: "pending"} ${chair}`,
    `cart > a rejected promise | thrown cart.test.ts @rejection | reason="no stock" ${chair}`,
    `cart > a wrong total | thrown cart.test.ts @assertion | fixture={lines: [{title: "lamp", price: 5, count: 2}]} wanted=10 ${chair}`,
    `cart > an assertion after an await | thrown cart.test.ts @awaited | before=1 after=2 ${chair}`,
    'cart > an exception of the program | thrown cart.ts @throw | problem="negative price: chair" line={title: "chair", price: -1, count: 1}',
    'hooks > one | thrown hooks.test.ts @hook | fixture="database" prepared=undefined',
    'hooks > two | thrown hooks.test.ts @hook | fixture="database" prepared=undefined',
    'number 3 is even | thrown each.test.ts @each | number=3 rest=1',
    'number 5 is even | thrown each.test.ts @each | number=5 rest=1',
  ];
}

const FILES = 'cart.test each.test hooks.test snapshot.test';
const JEST_WORKERS = `npx jest --maxWorkers=2 --workerIdleMemoryLimit=2GB ${FILES}`;

describe.for([
  { name: 'jest in its own process', command: `npx jest -i ${FILES}`, node: 20, thread: /^jest$/, snapshot: 'before' },
  { name: 'jest in processes', command: JEST_WORKERS, node: 24, thread: /^processChild.js$/, snapshot: 'before' },
  {
    name: 'jest in threads',
    command: `${JEST_WORKERS} --workerThreads`,
    node: 20,
    thread: /^.worker/,
    snapshot: 'before',
  },
  { name: 'vitest', command: `npx vitest run ${FILES}`, node: 24, thread: /^forks.js$/, snapshot: 'thrown' },
  {
    name: 'vitest in threads',
    command: `npx vitest run --pool=threads ${FILES}`,
    node: 20,
    thread: /^.worker/,
    snapshot: 'thrown',
  },
] as const)('$name', ({ command, node, thread, snapshot }) => {
  test('reports each failure with the variables where it failed', { timeout: RUN_TIMEOUT_MS }, async () => {
    using project = new TestProject('typescript');
    const report = await project.run(command, { node });
    expect(report.counts).toEqual({ passed: 3, failed: 10, skipped: 1, todo: 1 });
    expect(report.outcome).toEqual({ kind: 'finished', exitCode: 1, signal: null });
    expect(project.summary(report.failures)).toEqual(typescriptFailures(snapshot));
    expect(report.runs).toBe(2);
    for (const { site } of report.failures) expect(site.kind === 'seen' && site.thread).toMatch(thread);
    const wrong = report.failures.find(({ name }) => name === 'cart > a wrong total');
    expect(wrong?.error.message).toMatch(/10/);
    expect(wrong?.error.stack.map(({ location }) => project.mark(location))).toEqual(['cart.test.ts @assertion']);
    expect(textOf(report)).toContain('a wrong total');
  });
});

const ASSERT_FAILURES = [
  'cart > a wrong price | thrown cart.spec.cjs @assertion | lamp={title: "lamp", price: 5, count: 2} wanted=11 chair={title: "chair", price: -1, count: 1}',
  'cart > an assertion after an await | thrown cart.spec.cjs @awaited | before=1 after=2 chair={title: "chair", price: -1, count: 1}',
  'cart > an exception of Node | thrown cart.spec.cjs @node | path="/nowhere/at/all" chair={title: "chair", price: -1, count: 1}',
  'cart > an exception of the program | thrown cart.cjs @throw | problem="negative price: chair" line={title: "chair", price: -1, count: 1}',
];
const HOOK = ' | thrown cart.spec.cjs @hook | fixture="database" chair={title: "chair", price: -1, count: 1}';

describe.for([
  ['mocha', 'npm test', 20, 'mocha'],
  ['mocha --parallel', "npx mocha --parallel 'cart.spec.cjs'", 24, 'worker.js'],
] as const)('%s', ([, command, node, thread]) => {
  test('reports each failure with the variables where it failed', { timeout: RUN_TIMEOUT_MS }, async () => {
    using project = new TestProject('assert');
    const report = await project.run(command, { node });
    expect(report.runners).toEqual(['mocha']);
    expect(report.counts).toEqual({ passed: 2, failed: 6, skipped: 1, todo: 0 });
    expect(project.summary(report.failures)).toEqual([
      'cart > a callback that is given an error | before cart.spec.cjs @callback | code=42 chair={title: "chair", price: -1, count: 1}',
      ...ASSERT_FAILURES,
      `cart > hooks > "before each" hook for "one"${HOOK}`,
    ]);
    const failure = report.failures.find(({ name }) => name.endsWith('a callback that is given an error'));
    expect(failure?.site).toMatchObject({ kind: 'seen', thread, handedOn: 'the error was given to done()' });
  });
});

test.for([20, 22, 24, 26])('node --test on Node %i', { timeout: RUN_TIMEOUT_MS }, async (node) => {
  using project = new TestProject('assert');
  const report = await project.run('node --test cart.spec.cjs', { node });
  expect(report.runners).toEqual(['node-test']);
  expect(report.counts).toEqual({ passed: 3, failed: 5, skipped: 1, todo: 0 });
  expect(project.summary(report.failures)).toEqual([...ASSERT_FAILURES, `cart > hooks > one${HOOK}`]);
  expect(report.failures.map(({ line }) => line)).toEqual([15, 21, 30, 37, 57]);
  // The person's own reporter has reported it, too.
  expect(textOf(report)).toContain('a wrong price');
});
