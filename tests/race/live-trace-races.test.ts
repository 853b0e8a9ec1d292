import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Deadline } from '../../src/adapter/deadline.ts';
import { liveValues } from '../../src/investigate/trace/live/values/live-values.ts';
import { DebuggedProgram } from '../support/debugged-program.ts';
import { follow } from '../support/live-trace.ts';

const PROGRAM = `const { Worker, isMainThread } = require('node:worker_threads');
function callee(i) {
  return i + 1;
}
function steady() {
  let sum = 0;
  for (let i = 0; i < 100000; i++) {
    sum = callee(sum);
  }
  return sum;
}
function exits() {
  let round = 0;
  while (true) {
    round++;
    if (round > 5) process.exit(7);
  }
}
function slow() {
  const until = Date.now() + 700;
  while (Date.now() < until);
  const done = true;
  return done;
}
const mode = process.argv[2];
if (mode === 'worker' && isMainThread) new Worker(__filename, { argv: ['in-worker'] });
if (mode === 'in-worker') setTimeout(() => callee(40), 150);
else if (mode === 'exits') exits();
else if (mode === 'slow') slow();
else setTimeout(steady, mode === 'worker' ? 50 : 0);
`;

const started = (mode: string, breakpoints: { at: string; condition?: string }[]) =>
  DebuggedProgram.start(
    process.execPath,
    { 'main.cjs': PROGRAM },
    {
      command: { program: 'main.cjs', args: [mode] },
      breakpoints,
    },
  );

test('a breakpoint in a callee that comes while it is stepped ends the trace, and is reported once', async () => {
  await using program = await started('steady', [{ at: 'let sum = 0' }]);
  await program.firstStop();
  const following = follow(program.session);
  await sleep(60);
  await program.breakpoint({ at: 'return i + 1' });
  const { end, story } = await following;
  expect(end).toBe('breakpoint line 3');
  expect(story.at(-1)).toBe('running at 8');
  expect(program.session.hasUnshownStop).toBe(false);
  expect(program.session.breakpoints.list().find(({ id }) => id === 2)?.hits).toBe(1);
});

test('the stop of another thread is neither lost nor taken for the call', async () => {
  await using program = await started('worker', [{ at: 'let sum = 0' }, { at: 'return i + 1', condition: 'i === 40' }]);
  await program.firstStop();
  const { end } = await follow(program.session, { maxSteps: 5_000 });
  const reported = /^breakpoint line 3$/.test(end);
  // The worker's own, unless a sum of 40 came first: both are the breakpoint's.
  expect(reported, end).toBe(true);
  expect(program.session.hasUnshownStop).toBe(false);
});

test('a program that exits on the way is answered with what ran', async () => {
  await using program = await started('exits', [{ at: 'let round = 0' }]);
  await program.firstStop();
  const { end, story } = await follow(program.session);
  expect(end).toBe('exited');
  expect(story[0]).toBe('13 | round = 0');
  expect(story.at(-1)).toBe('running at 16');
});

test('a session that is closed on the way is answered with what ran', async () => {
  await using program = await started('steady', [{ at: 'let sum = 0' }]);
  await program.firstStop();
  const following = follow(program.session, { maxSteps: 100_000 });
  await sleep(100);
  await program.session.end();
  const { end, story } = await following;
  expect(end).toMatch(/^(exited|lost)$/);
  expect(story[0]).toBe('6 | sum = 0');
});

test('a debuggee that is killed on the way is answered with what ran', async () => {
  await using program = await started('steady', [{ at: 'let sum = 0' }]);
  await program.firstStop();
  const [{ pid } = { pid: 0 }] = program.session.adapter.threads();
  const following = follow(program.session, { maxSteps: 100_000 });
  await sleep(100);
  process.kill(pid ?? 0, 'SIGKILL');
  expect((await following).end).toMatch(/^(exited|lost)$/);
});

test('the end of the time leaves it stopped where it is, or running on to a stop that is not lost', async () => {
  await using program = await started('steady', [{ at: 'let sum = 0' }]);
  await program.firstStop();
  const { end } = await follow(program.session, { maxSteps: 100_000, timeoutMs: 300 });
  expect(end).toMatch(/^(bound time|running)$/);
  await using busy = await started('slow', [{ at: 'const until' }]);
  await busy.firstStop();
  const cut = await follow(busy.session, { timeoutMs: 250 });
  expect(cut.end).toMatch(/^(bound time|running)$/);
  expect(cut.story.at(-1)).toMatch(/^running at 2[01]$/);
  await sleep(1_000);
  expect(busy.session.state.kind).toBe('stopped');
});

test('a cancelled trace fails as such, loses no stop and leaves nothing behind', async () => {
  await using program = await started('steady', [{ at: 'let sum = 0' }]);
  await program.firstStop();
  const cancel = new AbortController();
  const until = { kind: 'line', path: program.path(), line: 10 } as const;
  const following = follow(program.session, { until, maxSteps: 100_000, signal: cancel.signal });
  await sleep(150);
  cancel.abort();
  await expect(following).rejects.toMatchObject({ code: 'cancelled' });
  await sleep(200);
  expect(program.session.breakpoints.list().map(({ id }) => id)).toEqual([1]);
  expect(await program.go('next')).toMatch(/^step main.cjs:[78]$/);
});

test('values of a session that is closed meanwhile are answered', async () => {
  await using program = await started('steady', [{ at: 'let sum = 0' }]);
  await program.firstStop();
  const point = { id: 1, place: { kind: 'line', path: program.path(), line: 8 }, expressions: ['i'] } as const;
  const request = { points: [point], maxRows: 20 };
  const recording = liveValues(program.session, request, new Deadline(20_000, undefined));
  await sleep(200);
  await program.session.end();
  const { outcome, recorded } = await recording;
  expect(outcome.kind).toBe('exited');
  expect(recorded.points[0]?.total.passes).toBeGreaterThan(0);
  expect(recorded.points[0]?.hits.length).toBeLessThanOrEqual(20);
});

test('a stop meanwhile ends the values, with all passes before it', async () => {
  await using program = await started('steady', [
    { at: 'let sum = 0' },
    { at: 'return i + 1', condition: 'i === 500' },
  ]);
  await program.firstStop();
  const point = {
    id: 1,
    place: { kind: 'line', path: program.path(), line: 8 },
    expressions: ['i', 'nosuch'],
  } as const;
  const { outcome, recorded } = await liveValues(
    program.session,
    { points: [point], maxRows: 20 },
    new Deadline(20_000, undefined),
  );
  expect(program.describe(outcome)).toBe('breakpoint [2] main.cjs:3');
  expect(recorded.points[0]?.total).toMatchObject({ passes: 501, held: 501 });
  expect(recorded.points[0]?.total.series).toMatchObject([
    { name: 'i', distinct: 501, changes: 500, range: { least: 0, most: 500 } },
    { name: 'nosuch', failed: 501 },
  ]);
  expect(program.session.breakpoints.list().map(({ id }) => id)).toEqual([1, 2]);
  expect(program.session.collected.list()).toEqual([]);
});
