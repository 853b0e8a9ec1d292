import { expect, it } from 'vitest';
import { CollectedHits } from '../../../src/session/collected-hits.ts';

it('keeps hits in their order, up to a limit of bytes', () => {
  const hits = new CollectedHits();
  const hit = (id: number, size: number) => ({ id, threadId: 1, values: [], size });
  hits.add(hit(1, 10));
  hits.add(hit(2, 7_999_990));
  expect(hits.full.aborted).toBe(false);
  hits.add(hit(3, 1));
  hits.add(hit(4, 0));
  expect(hits.full.aborted).toBe(true);
  expect(hits.list().map(({ id }) => id)).toEqual([1, 2]);
});
