import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Deadline } from '../../src/adapter/deadline.ts';
import { liveTrace } from '../../src/investigate/trace/live/recording/live-trace.ts';
import { DebuggedProgram } from '../support/debugged-program.ts';
import { record } from '../support/recorded-session.ts';

const PROGRAM = `function callee(i) {
  return i + 1;
}
function busy() {
  let sum = 0;
  const until = Date.now() + 1200;
  while (sum < 60 || Date.now() < until) sum = callee(sum);
  return sum;
}
function exits() {
  for (let i = 0; i < 5; i++) callee(i);
  process.exit(7);
}
function fails() {
  callee(1);
  throw new TypeError('nobody catches it');
}
function many() {
  let caught = 0;
  for (let i = 0; i < 400; i++) {
    try {
      JSON.parse('{');
    } catch {
      caught++;
    }
  }
  return caught;
}
let ticks = 0;
function tick() {
  ticks++;
  callee(ticks);
}
const mode = process.argv[2];
if (mode === 'ticks') setInterval(tick, 5);
else setTimeout({ busy, exits, fails, many }[mode], 50);
`;

const started = (mode: string, at: readonly string[]) =>
  DebuggedProgram.start(
    process.execPath,
    { 'main.cjs': PROGRAM },
    { command: { program: 'main.cjs', args: [mode] }, breakpoints: at.map((each) => ({ at: each })) },
  );
const calls = { kind: 'calls' } as const;

describe('a session of Node.js that is recorded', () => {
  test('ends while it is: what it had called is answered', async () => {
    await using program = await started('exits', ['const mode']);
    await program.firstStop();
    const { report, outcome } = await record(program.session, calls);
    expect(outcome).toMatchObject({ kind: 'exited', exitCode: 7 });
    expect(report.totals.map(({ function: { name }, calls: count }) => [name, count])).toEqual([
      ['exits', 1],
      ['callee', 5],
    ]);
  });

  test('stops at an exception that nobody catches, once, with the call that threw', async () => {
    await using program = await started('fails', ['const mode']);
    await program.firstStop();
    const { report, outcome } = await record(program.session, calls);
    expect(outcome).toMatchObject({ kind: 'stopped', reason: 'exception' });
    expect(report.roots[0]?.end).toMatchObject({ kind: 'threw', error: { text: 'TypeError: nobody catches it' } });
    expect(program.session.hasUnshownStop).toBe(false);
  });

  test('is not stopped by what others throw and catch, however often, and not in mode none', async () => {
    for (const mode of ['uncaught', 'none'] as const) {
      await using program = await started('many', ['const mode', 'return caught']);
      program.session.exceptionMode = mode;
      await program.firstStop();
      await program.session.adapter.setExceptionBreakpoints(mode);
      const { outcome } = await record(program.session, calls);
      expect(outcome).toMatchObject({ kind: 'stopped', reason: 'breakpoint', hitBreakpointIds: [2] });
    }
  });

  test('calls a function without end: as many calls as are followed, and the program gets on', async () => {
    await using program = await started('busy', ['const mode', 'return sum']);
    await program.firstStop();
    const { report, outcome } = await record(program.session, calls);
    expect(outcome).toMatchObject({ kind: 'stopped', reason: 'breakpoint', hitBreakpointIds: [2] });
    expect(report.totals.find(({ function: { name } }) => name === 'callee')?.calls).toBe(40);
    expect(report.notes.join()).toContain('callee() was called more often than 40 times');
  });

  test('gets a breakpoint meanwhile: that ends the recording, and is reported once', async () => {
    await using program = await started('ticks', ['const mode']);
    await program.firstStop();
    const recording = record(program.session, calls);
    await sleep(150);
    await program.breakpoint({ at: 'return i + 1' });
    const { outcome } = await recording;
    expect(outcome).toMatchObject({ kind: 'stopped', reason: 'breakpoint', hitBreakpointIds: [2] });
    expect(program.session.hasUnshownStop).toBe(false);
    expect(await program.go('stepOut')).toContain('step');
  });

  test('is paused meanwhile, and closed meanwhile', async () => {
    await using program = await started('ticks', ['const mode']);
    await program.firstStop();
    const paused = record(program.session, calls);
    await sleep(150);
    await program.session.pause();
    expect((await paused).outcome).toMatchObject({ kind: 'stopped', reason: 'pause' });
    const closed = record(program.session, calls);
    await sleep(150);
    await program.session.end();
    expect((await closed).outcome.kind).toMatch(/^(exited|lost)$/);
  });

  test('is given up: the program runs on without anything of it', async () => {
    await using program = await started('ticks', ['const mode']);
    await program.firstStop();
    const cancelled = new AbortController();
    const request = { wanted: calls, limits: { maxTextLength: 160, maxEvents: 2_000, maxRows: 400 } };
    const recording = liveTrace(program.session, request, new Deadline(20_000, cancelled.signal));
    setTimeout(() => cancelled.abort(), 200);
    await expect(recording).rejects.toMatchObject({ code: 'cancelled' });
    expect(program.session.state.kind).toBe('running');
    await sleep(100);
    expect(program.session.state.kind).toBe('running');
    const { report } = await record(program.session, calls, { timeoutMs: 900 });
    expect(report.totals.length).toBe(2);
  });
});
