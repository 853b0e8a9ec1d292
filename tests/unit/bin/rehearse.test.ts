import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { BUILT_IN } from '../../../src/adapter/languages/languages.ts';
import { rehearsedLaunch } from '../../../src/adapter/languages/tree-adapters.ts';
import { rehearse } from '../../../src/bin/rehearse.ts';
import { DEBUG_TOOLSET } from '../../../src/toolsets/debug/toolset.ts';

test('a rehearsal stops and steps as a program does, and leaves nothing behind', async () => {
  const rehearsal = await rehearsedLaunch(BUILT_IN);
  if (rehearsal === undefined) throw new Error('no language is rehearsed');
  const before = readdirSync(dirname(rehearsal.program));
  const outcomes = await rehearse([DEBUG_TOOLSET], rehearsal);
  const texts = outcomes.map((each) => (each.kind === 'answered' ? each.answer.text : each.message));
  expect(texts[0]).toContain('Stopped (breakpoint) at rehearsed.cjs:5\n');
  expect(texts[0]).toContain('Locals:\n  price: number = 1\n  prices: array = [1, 2]\n  sum: number = 0\n');
  expect(texts[0]).toContain('#1  (module)  (rehearsed.cjs:9)\n');
  expect(texts[1]).toContain('Stopped (step) at rehearsed.cjs:6\n');
  expect(texts[2]).toBe('Debug session ended.');
  expect(readdirSync(dirname(rehearsal.program))).toEqual(before);
});
