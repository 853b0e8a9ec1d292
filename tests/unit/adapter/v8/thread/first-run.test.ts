import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FirstRun } from '../../../../../src/adapter/v8/thread/first-run.ts';

test('whoever waits goes on when the thread runs', async () => {
  const run = new FirstRun();
  const order: string[] = [];
  const waited = run.wait({ timeoutMs: 5_000 }).then(() => order.push('waited'));
  await sleep(5);
  order.push('begin');
  run.begin();
  await waited;
  expect(order).toEqual(['begin', 'waited']);
  await run.wait({ timeoutMs: 0 });
});

test('a wait ends with its limit and with its call', async () => {
  const run = new FirstRun();
  await expect(run.wait({ timeoutMs: 5 })).rejects.toMatchObject({ code: 'request_timeout' });
  await expect(run.wait({ signal: AbortSignal.timeout(5) })).rejects.toMatchObject({ code: 'cancelled' });
});
