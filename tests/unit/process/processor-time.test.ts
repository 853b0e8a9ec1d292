import { expect, test } from 'vitest';
import { busyMsOf, cpuMsIn } from '../../../src/process/processor-time.ts';

test('what ps prints of the processor time of some processes is added up', () => {
  expect(cpuMsIn('  0:00.05\n  1:02.34\n')).toBe(62_390);
  expect(cpuMsIn('01:01:02\n2-00:00:01\n')).toBe(3_662_000 + 172_801_000);
  expect(cpuMsIn('')).toBeUndefined();
});

test.runIf(process.platform !== 'win32')(
  'a process that computes grows busier, and one that is gone is not known',
  async () => {
    const before = (await busyMsOf([process.pid])) ?? 0;
    const until = Date.now() + 150;
    while (Date.now() < until);
    expect(((await busyMsOf([process.pid])) ?? 0) - before).toBeGreaterThan(100);
    expect(await busyMsOf([2 ** 30])).toBeUndefined();
  },
);
