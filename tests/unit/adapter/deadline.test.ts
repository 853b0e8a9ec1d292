import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Deadline, inTime, withPatience } from '../../../src/adapter/deadline.ts';

test('each wait gets what those before it have left, and what it needs at least', async () => {
  const { signal } = new AbortController();
  const deadline = new Deadline(200, signal);
  expect(deadline.left().timeoutMs).toBeGreaterThan(150);
  await sleep(60);
  expect(deadline.left().timeoutMs).toBeLessThan(150);
  expect(deadline.left(1_000)).toEqual({ timeoutMs: 1_000, signal });
  await sleep(180);
  expect(deadline.leftMs).toBeLessThan(0);
  expect(deadline.left().timeoutMs).toBe(1);
});

test('work that takes too long is not waited for, and its failure afterwards is nobody else’s', async () => {
  await expect(inTime(Promise.resolve('done'), 1_000, 'Starting')).resolves.toBe('done');
  await expect(inTime(Promise.reject(new Error('refused')), 1_000, 'Starting')).rejects.toThrow('refused');
  const late = sleep(50).then(() => {
    throw new Error('unheard');
  });
  await expect(inTime(late, 10, 'Starting')).rejects.toMatchObject({
    code: 'request_timeout',
    message: 'Starting took longer than 10 ms.',
  });
  await sleep(60);
});

test('what does not answer for now is not waited for, and what it comes to later is heard', async () => {
  await expect(withPatience(Promise.resolve('done'))).resolves.toEqual({ result: 'done' });
  await expect(withPatience(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  const later: string[] = [];
  const work = sleep(80).then(() => 'late');
  expect(await withPatience(work, (result) => later.push(result), { patienceMs: 20 })).toBeUndefined();
  await sleep(100);
  expect(later).toEqual(['late']);
});

test('nobody waits longer for it than the call may take', async () => {
  const began = performance.now();
  expect(await withPatience(sleep(500), undefined, { timeoutMs: 50 })).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(400);
});

test('a process is not late because we compute ourselves', async () => {
  const answer = sleep(350).then(() => 'answered');
  const waited = withPatience(answer, undefined, { patienceMs: 300 });
  const until = Date.now() + 400;
  while (Date.now() < until);
  expect(await waited).toEqual({ result: 'answered' });
});

test('a time that no timer can keep is no short one', async () => {
  const forever = 2 ** 31 - 1;
  const work = sleep(30).then(() => 'done');
  await expect(inTime(work, forever + 100, 'Starting')).resolves.toBe('done');
});
