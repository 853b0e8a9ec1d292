import { expect, test } from 'vitest';
import { renderRestarted } from '../../../../src/render/program/restarted.ts';

const NOTHING = { assigned: [], shared: [], kept: [], others: false };
const REST = 'what its statements had done elsewhere is not undone.';

test('says what is not as it was at the call', () => {
  expect(renderRestarted()).toEqual([`Restarted with the arguments as they are now; ${REST}`]);
  expect(renderRestarted(NOTHING)).toEqual([
    `Restarted with the arguments as they are now (no statement of it assigns one); ${REST}`,
  ]);
  expect(renderRestarted({ assigned: ['n', 'm'], shared: ['seen'], kept: ['due'], others: true })).toEqual([
    `Restarted with the arguments as they are now (it may have assigned n, m); ${REST}`,
    'Still bound, unlike in a new call: due.',
    'Locals show what they held before until they are assigned.',
    'Functions that it has made before go on sharing with it: seen.',
  ]);
});

test('lists no more than a few names, each in one line', () => {
  const kept = Array.from({ length: 12 }, (_, n) => `n\n${n}`);
  expect(renderRestarted({ ...NOTHING, kept })[1]).toMatch(/: n\\n0, n\\n1, .*, n\\n9 and 2 more\.$/);
});
