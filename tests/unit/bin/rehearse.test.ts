import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { nodeRehearsal } from '../../../src/adapter/node/rehearsal/node-rehearsal.ts';
import { rehearse } from '../../../src/bin/rehearse.ts';
import { DEBUG_TOOLSET } from '../../../src/toolsets/debug/toolset.ts';

test('a rehearsal stops and steps, and leaves nothing behind', async () => {
  const rehearsal = nodeRehearsal();
  const before = readdirSync(dirname(rehearsal.program));
  const outcomes = await rehearse([DEBUG_TOOLSET], rehearsal, new AbortController().signal);
  const texts = outcomes.map((each) => (each.kind === 'answered' ? each.answer.text : each.message));
  expect(texts[0]).toContain('Stopped (breakpoint) at rehearsed.cjs:5\n');
  expect(texts[0]).toContain('Locals:\n  price: undefined = undefined\n  prices: array = [1, 2]\n  sum: number = 0\n');
  expect(texts[0]).toContain('#1  (module)  (rehearsed.cjs:9)\n');
  expect(texts[1]).toContain('Stopped (step) at rehearsed.cjs:5\n');
  expect(texts[2]).toBe('Debug session ended.');
  expect(readdirSync(dirname(rehearsal.program))).toEqual(before);
});

test('a rehearsal is cut short by a call of the user', async () => {
  const called = new AbortController();
  const rehearsed = rehearse([DEBUG_TOOLSET], nodeRehearsal(), called.signal);
  called.abort();
  const texts = (await rehearsed).map((each) => (each.kind === 'answered' ? each.answer.text : each.message));
  expect(texts).toEqual([expect.stringMatching(/cancelled/)]);
});
