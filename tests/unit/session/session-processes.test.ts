import { expect, test } from 'vitest';
import { SessionProcesses } from '../../../src/session/session-processes.ts';
import { STOP } from '../../fakes/fake-debug-adapter.ts';

const APP = { id: 1, name: 'app.js', pid: 11 };
const WORKER = { id: 2, name: 'worker 1', process: { pid: 11, name: 'app.js' } };
const PYTHON = { id: 3, name: 'MainThread', pid: 12, process: { pid: 12, name: 'work.py' }, language: 'python' };
const PYTHON_THREAD = { id: 4, name: 'Thread-1', process: { pid: 12, name: 'work.py' }, language: 'python' };

test('threads are those of their processes, each of which does what one of its threads does', () => {
  const processes = new SessionProcesses();
  processes.see([APP, WORKER, PYTHON, PYTHON_THREAD]);
  expect(processes.list([{ ...STOP, threadId: 4 }])).toEqual([
    { pid: 11, name: 'app.js', doing: { kind: 'running' } },
    {
      pid: 12,
      name: 'work.py',
      language: 'python',
      doing: { kind: 'stopped', reason: 'breakpoint', location: STOP.location },
    },
  ]);
});

test('a process whose last thread has gone has exited', () => {
  const processes = new SessionProcesses();
  processes.see([APP, PYTHON, PYTHON_THREAD]);
  processes.see([APP, PYTHON_THREAD]);
  expect(processes.list([]).map(({ doing }) => doing.kind)).toEqual(['running', 'running']);
  processes.see([APP]);
  expect(processes.list([]).map(({ name, doing }) => `${name} ${doing.kind}`)).toEqual([
    'app.js running',
    'work.py exited',
  ]);
});

test('a process that has executed another program is there once, as long as that one runs and after it', () => {
  const processes = new SessionProcesses();
  const poetry = { id: 5, name: 'MainThread', pid: 12, process: { pid: 12, name: 'poetry' } };
  for (const threads of [[APP, poetry], [APP], [APP, PYTHON]]) processes.see(threads);
  expect(processes.list([]).map(({ name }) => name)).toEqual(['app.js', 'work.py']);
  processes.see([APP]);
  expect(processes.list([]).map(({ name }) => name)).toEqual(['app.js', 'work.py']);
});

test('a process of another language is news once, also one that has ended meanwhile', () => {
  const processes = new SessionProcesses();
  processes.see([APP]);
  expect(processes.takeJoined()).toEqual([]);
  processes.see([APP, PYTHON]);
  processes.see([APP]);
  expect(processes.takeJoined()).toMatchObject([{ pid: 12, name: 'work.py', language: 'python' }]);
  processes.see([APP, PYTHON]);
  processes.see([APP, PYTHON, PYTHON_THREAD]);
  expect(processes.takeJoined()).toHaveLength(1);
  expect(processes.takeJoined()).toEqual([]);
});

test('processes that run without a debugger are listed as long as they do', () => {
  const processes = new SessionProcesses();
  const idle = { pid: 12, name: 'idle.py', language: 'python' };
  const listed = () => processes.list([], [idle]).map(({ name, doing }) => `${name} ${doing.kind}`);
  processes.see([APP]);
  expect(listed()).toEqual(['app.js running', 'idle.py unadopted']);
  processes.see([APP, PYTHON]);
  expect(listed()).toEqual(['app.js running', 'work.py running']);
  processes.see([APP]);
  expect(listed()).toEqual(['app.js running', 'idle.py unadopted']);
});

test('of many that have ended, the last ones are kept', () => {
  const processes = new SessionProcesses();
  for (let pid = 1; pid <= 100; pid++) {
    processes.see([{ id: pid, name: `job ${pid}`, pid }]);
    processes.see([]);
  }
  expect(processes.list([]).map(({ pid }) => pid)).toEqual([93, 94, 95, 96, 97, 98, 99, 100]);
});

test('a new start begins without any', () => {
  const processes = new SessionProcesses();
  processes.see([APP, PYTHON]);
  processes.reset();
  expect([processes.list([]), processes.takeJoined()]).toEqual([[], []]);
});
