import { expect, test } from 'vitest';
import type { BlockedThread, ThreadFinding } from '../../../../src/investigate/hang/examination.ts';
import { weighFindings } from '../../../../src/investigate/hang/weigh-findings.ts';

const thread = (id: number) => ({ id, name: `thread ${id}` });
const waiting = (id: number): ThreadFinding => ({
  ...{ kind: 'waiting', hung: true, thread: thread(id), stack: [] },
  ...{ keptAliveBy: [], awaits: [] },
});
const blocked = (id: number, call: string, more: Partial<BlockedThread> = {}): ThreadFinding => ({
  ...{ kind: 'blocked call', hung: true, thread: thread(id), stack: [], call },
  ...more,
});

test('a wait for a process is no deadlock, whatever the call is named', () => {
  expect(weighFindings([blocked(1, 'p.wait()', { on: 'process' }), waiting(2)])).toMatchObject({
    kind: 'blocked call',
    call: 'p.wait()',
  });
});

test('one thread that waits is no deadlock, unless it waits for itself', () => {
  expect(weighFindings([blocked(1, 'lock.acquire()'), waiting(2)]).kind).toBe('blocked call');
  const itself = blocked(1, 'with lock', { on: 'lock', waitsFor: 1 });
  expect(weighFindings([itself])).toMatchObject({ kind: 'deadlock', threads: [{ waitsFor: { id: 1 } }] });
});

test('who waits for the end of another thread points at what that one does', () => {
  const found = weighFindings([blocked(1, 't.join()', { on: 'thread', waitsFor: 2 }), waiting(2)]);
  expect(found).toMatchObject({ kind: 'waiting', thread: { id: 2 } });
});

test('two that wait for each other are a deadlock', () => {
  const found = weighFindings([
    blocked(2, 'with lock_b', { on: 'lock', waitsFor: 3 }),
    blocked(3, 'with lock_a', { on: 'lock', waitsFor: 2 }),
  ]);
  expect(found).toMatchObject({ kind: 'deadlock', threads: [{ waitsFor: { id: 3 } }, { waitsFor: { id: 2 } }] });
});

test('who waits for a process that is watched, too, points at what that one does', () => {
  const child = { kind: 'child process', pid: 42, command: 'node server.js', state: 'sleeping' } as const;
  const wrapper: ThreadFinding = {
    ...{ kind: 'waiting', hung: true, thread: thread(1), stack: [], keptAliveBy: [child] },
    awaits: [{ name: 'main', location: { path: '/p/run.js', line: 3, column: 1 } }],
  };
  const server: ThreadFinding = {
    ...{ kind: 'idle', hung: false, thread: { ...thread(2), pid: 42 }, stack: [] },
    ...{ addresses: ['127.0.0.1:3000'], keptAliveBy: [] },
  };
  expect(weighFindings([wrapper, server])).toMatchObject({ kind: 'idle', thread: { id: 2 } });
  expect(weighFindings([wrapper, { ...server, thread: thread(3) }])).toMatchObject({
    kind: 'waiting',
    thread: { id: 1 },
  });
});

test('what is blocked in no code of the program has the place of the call that waits for its process', () => {
  const child = { kind: 'child process', pid: 42, command: 'python work.py', state: 'sleeping' } as const;
  const location = { path: '/p/work.py', line: 9, column: 1 };
  const parent = blocked(1, 'p.join()', { on: 'process', location, system: { children: [child] } });
  const ending = { ...blocked(2, 'the end of its process'), thread: { ...thread(2), pid: 42 } };
  expect(weighFindings([parent, ending])).toMatchObject({
    call: 'the end of its process',
    awaitedBy: { call: 'p.join()', location },
  });
  expect(weighFindings([parent, { ...ending, location }])).not.toHaveProperty('awaitedBy');
});

test('a server is where its port is, not where it listens to who controls it', () => {
  const server = (id: number, address: string): ThreadFinding => ({
    ...{ kind: 'idle', hung: false, thread: thread(id), stack: [], addresses: [address], keptAliveBy: [] },
  });
  const control = server(1, '/run/server.ctl');
  expect(weighFindings([control, server(2, '127.0.0.1:8000')])).toMatchObject({ thread: { id: 2 } });
  expect(weighFindings([control])).toMatchObject({ thread: { id: 1 } });
});

test('what waits for something that has ended is in no deadlock', () => {
  const findings = [blocked(1, 'inbox.get()'), blocked(2, 't.join()', { on: 'thread', waitsFor: 1 })];
  const ended = { kind: 'thread', name: 'writer', isMissed: true } as const;
  expect(weighFindings(findings).kind).toBe('deadlock');
  expect(weighFindings(findings, [{ ...ended, isMissed: false }]).kind).toBe('deadlock');
  expect(weighFindings(findings, [ended])).toMatchObject({ kind: 'blocked call', thread: { id: 1 } });
});

test('a worker of a pool that waits for work is not why its pool waits', () => {
  const child = { kind: 'child process', pid: 42, command: 'python work.py', state: 'sleeping' } as const;
  const pool = blocked(1, 'pool.map(f, jobs)', { system: { children: [child] } });
  const worker = { ...waiting(2), thread: { ...thread(2), pid: 42 } };
  expect(weighFindings([pool, worker])).toMatchObject({ kind: 'waiting', thread: { id: 2 } });
  const resting = { ...worker, inPool: 'worker' } as const;
  expect(weighFindings([pool, resting])).toMatchObject({ call: 'pool.map(f, jobs)', system: { children: [] } });
  // Of a process in which something else runs, too, more is to be said.
  expect(weighFindings([pool, resting, { ...worker, thread: { ...thread(3), pid: 42 } }])).toMatchObject({
    kind: 'waiting',
    thread: { id: 3 },
  });
});
