import { describe, expect, test } from 'vitest';
import type { HangReport } from '../../../src/model/hang-report.ts';
import { renderHang } from '../../../src/render/hang.ts';
import { expectGolden } from '../../support/golden.ts';
import { cwd } from './samples.ts';

const at = (line: number) => ({ path: `${cwd}/app.js`, line, column: 1 });
const main = { id: 1, name: 'app.js', pid: 7 };
const watched = {
  durationMs: 1_840,
  samples: 23,
  sampleIntervalMs: 100,
  otherThreads: [],
  output: { chunks: [], omittedChars: 0 },
};
const stack = [
  { name: 'spin', location: at(5), presentation: 'normal' },
  { name: 'main', location: at(12), presentation: 'normal' },
  { name: 'run', location: { path: 'node:internal/main', line: 3, column: 1 }, presentation: 'internal' },
] as const;

const REPORTS: Readonly<Record<string, HangReport>> = {
  'busy-loop': {
    ...watched,
    kind: 'busy loop',
    hung: true,
    thread: main,
    location: at(4),
    stack,
    loopFrame: 0,
    loop: {
      lines: { path: `${cwd}/app.js`, first: 4, last: 6 },
      functionName: 'spin',
      condition: '!done',
      values: [
        { expression: 'done', values: ['false'], changes: false },
        { expression: 'n', values: ['17', '20', '31', '90'], changes: true },
      ],
    },
    otherThreads: [{ thread: { id: 2, name: '[worker 1]' }, doing: 'waits for message port' }],
    nextStep: 'Find what should change done: nothing did while the loop ran.',
  },
  'busy-event-loop': {
    ...watched,
    kind: 'busy event loop',
    hung: true,
    thread: main,
    location: at(4),
    stack: [],
    functions: [
      { name: 'poll', location: at(3), calls: 9_424 },
      { name: 'tick', location: at(9), calls: 3_190 },
    ],
    countedMs: 350,
    values: [{ expression: 'ready', values: ['false'], changes: false }],
    nextStep: 'Find what should stop poll from being called again: ready never changed.',
  },
  waiting: {
    ...watched,
    kind: 'waiting',
    hung: true,
    thread: main,
    location: at(5),
    stack: [],
    awaits: [
      { name: 'leaf', location: at(5) },
      { name: 'main', location: at(8) },
    ],
    keptAliveBy: [
      { kind: 'timer', delayMs: 60_000, dueInMs: 58_400, repeats: true, callback: { name: 'beat', location: at(2) } },
      { kind: 'socket', local: '127.0.0.1:50412', remote: '127.0.0.1:5432' },
      { kind: 'server', address: '127.0.0.1:3000' },
      { kind: 'child process', pid: 42, command: 'sleep 300', state: 'sleeping' },
      { kind: 'other', name: 'FSReqCallback', count: 2 },
    ],
    nextStep: 'Find what should settle the promise that leaf awaits on line 5.',
  },
  'blocked-call': {
    ...watched,
    kind: 'blocked call',
    hung: true,
    thread: main,
    location: at(5),
    stack,
    call: 'fs.readFileSync',
    system: { systemCall: 'openat', subject: '/tmp/pipe', computes: false, children: [] },
    nextStep: 'Find out who should serve /tmp/pipe, or use the asynchronous call.',
  },
  'blocked-event-loop': {
    ...watched,
    kind: 'blocked call',
    hung: true,
    thread: main,
    location: at(5),
    stack,
    call: 's.accept()',
    eventLoop: {
      blockedBy: { name: 'handler', location: at(5), isCoroutine: true },
      waiting: [{ name: 'heartbeat', location: at(20), awaits: 'asyncio.sleep(0.1)' }],
    },
    remedy: 'await asyncio.to_thread(s.accept)',
    system: {
      systemCall: 'accept4',
      subject: 'socket:[7]',
      computes: false,
      children: [{ kind: 'child process', pid: 43, command: 'yes', state: 'sleeping', hasFullPipe: true }],
    },
    nextStep: 'Use await asyncio.to_thread(s.accept) instead of s.accept().',
  },
  'deadlock-of-tasks': {
    ...watched,
    kind: 'deadlock',
    hung: true,
    thread: main,
    location: at(5),
    stack: [{ name: 'first', location: at(5), presentation: 'async' }],
    threads: [
      { thread: main, task: 'Task-2', waitsForTask: 'Task-3', stack: [], location: at(5), call: 'async with lock_b' },
      { thread: main, task: 'Task-3', waitsForTask: 'Task-2', stack: [], location: at(10), call: 'async with lock_a' },
    ],
    nextStep: 'Let all tasks take their locks in the same order, or give each wait a time limit.',
  },
  deadlock: {
    ...watched,
    kind: 'deadlock',
    hung: true,
    thread: { id: 2, name: 'Thread-1' },
    location: at(5),
    stack,
    threads: [
      {
        thread: { id: 2, name: 'Thread-1' },
        stack: [],
        location: at(5),
        call: 'with lock_b',
        waitsFor: { id: 3, name: 'Thread-2' },
      },
      {
        thread: { id: 3, name: 'Thread-2' },
        stack: [],
        location: at(10),
        call: 'with lock_a',
        waitsFor: { id: 2, name: 'Thread-1' },
      },
    ],
    nextStep: 'Let all threads take their locks in the same order, or give each wait a time limit.',
  },
  'ended-early': {
    ...watched,
    kind: 'ended early',
    hung: false,
    thread: main,
    exitCode: 13,
    location: at(5),
    stack: [],
    awaits: [{ name: 'leaf', location: at(5) }],
    nextStep: 'Find what should settle the awaited promise: nothing was left that could.',
  },
  finished: {
    ...watched,
    kind: 'finished',
    hung: false,
    exitCode: 0,
    signal: null,
    output: { chunks: [{ category: 'stdout', text: 'done\n' }], omittedChars: 0 },
    nextStep: 'Nothing is stuck: if it is slow, measure where its time goes.',
  },
  progressing: {
    ...watched,
    kind: 'progressing',
    hung: false,
    thread: main,
    location: at(5),
    stack,
    evidence: 'i went from 109369850 to 115258340',
    values: [{ expression: 'i', values: ['109369850', '115258340'], changes: true }],
    nextStep: 'Give it more time; if it should be done by now, compare these values with what they should be.',
  },
};

describe('the answer of debug_hang', () => {
  test.each(Object.entries(REPORTS))('%s', (name, report) => {
    expectGolden(`render/hang-${name}`, renderHang(report, { cwd }));
  });

  test('is within its budget, whatever the program is called', () => {
    const long = 'x'.repeat(5_000);
    const report: HangReport = {
      ...watched,
      kind: 'waiting',
      hung: true,
      thread: main,
      stack: [],
      awaits: Array.from({ length: 500 }, () => ({ name: long, location: at(5) })),
      keptAliveBy: Array.from({ length: 500 }, () => ({ kind: 'server', address: long })),
      nextStep: 'Wait.',
    };
    expect(renderHang(report, { cwd, budgetTokens: 600 }).length).toBeLessThanOrEqual(600 * 4);
  });
});
