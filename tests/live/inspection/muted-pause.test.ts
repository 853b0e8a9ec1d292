import { describe, expect, test } from 'vitest';
import type { StopOutcome } from '../../../src/model/stop-outcome.ts';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const SPIN = `class Spinner {
  spin() {
    let n = 1;
    while (n !== 1000007) {
      n = (n * 7 + 3) % 1000003;
    }
    return n;
  }
}
new Spinner().spin();
`;
const BODY = { at: 'n = (n * 7', condition: 'globalThis.wanted' };
const WORKER = `const { Worker } = require('node:worker_threads');
new Worker(__dirname + '/spin.js').on('online', () => console.log('online'));
`;

const ROUNDS = `let n = 0;
function round(i) {
  for (; i < LIMIT; i++) {
    n += i;
  }
}
const LIMIT = 20_000;
round(0);
`;

const IDLE = 'setTimeout(() => {}, 1_500);\n';

const wherever = (outcome: StopOutcome) => (outcome.kind === 'running' ? outcome.where?.line : outcome.kind);

describe.each(nodeVersions())('on Node $major', ({ path: node }) => {
  test('a loop whose line has a condition is found and paused, again and again', async () => {
    const options = { breakpoints: [BODY] };
    await using program = await DebuggedProgram.start(node, { 'spin.js': SPIN }, options);
    const line = program.line('n = (n * 7');
    await expect
      .poll(async () => wherever(await program.session.waitForStop({ timeoutMs: 300 })), { timeout: 10_000 })
      .toBeOneOf([line, line - 1]);
    for (const _ of [1, 2]) {
      expect(await program.session.pause({ timeoutMs: 5_000 })).toMatchObject({ kind: 'stopped', reason: 'pause' });
      expect(await program.session.resume('continue', { timeoutMs: 1 })).toMatchObject({ kind: 'running' });
    }
    await program.session.pause({ timeoutMs: 5_000 });
    // Breakpoints are on again: the condition is looked at as before.
    await program.value('globalThis.wanted = true');
    expect(await program.go()).toBe(`breakpoint [1] spin.js:${line}`);
  });

  test('so is one of a worker', async () => {
    const files = { 'main.js': WORKER, 'spin.js': SPIN };
    const options = { breakpoints: [{ ...BODY, file: 'spin.js' }] };
    await using program = await DebuggedProgram.start(node, files, options);
    await expect.poll(() => program.output('stdout'), { timeout: 10_000 }).toBe('online\n');
    const stop = await program.session.pause({ timeoutMs: 10_000 });
    expect(stop).toMatchObject({ kind: 'stopped', reason: 'pause', location: { path: program.path('spin.js') } });
  });

  test('one that is idle, and was asked more than once, stops at its next code for that reason', async () => {
    await using program = await DebuggedProgram.start(node, { 'idle.js': IDLE }, {});
    const stop = await program.session.pause({ timeoutMs: 10_000 });
    expect(stop).toMatchObject({ kind: 'stopped', reason: 'pause' });
  });

  test('where a loop is asked for loses no pass of its breakpoint', async () => {
    const breakpoint = { at: 'n += i', condition: 'i % 200 === 0', logMessage: 'at {i}' };
    await using program = await DebuggedProgram.start(node, { 'rounds.js': ROUNDS }, { breakpoints: [breakpoint] });
    let outcome: StopOutcome;
    do outcome = await program.session.waitForStop({ timeoutMs: 150 });
    while (outcome.kind === 'running');
    expect(program.describe(outcome)).toBe('exited 0');
    const logged = program.output('log').trim().split('\n');
    // Node 20 looks at a condition once more where it takes up a pause, and then counts the pass twice: no pass is lost.
    const passes = new Set(logged.map((text) => Number(/\d+$/.exec(text)?.[0])));
    expect([...passes]).toEqual(Array.from({ length: 100 }, (_, index) => index * 200));
  });
});
