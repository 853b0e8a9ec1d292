// Run by scripts/check.mjs, and not among the tests: a whole run of them writes docs/matrix.json first.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SCENARIOS } from './live/scenarios/scenario-list.ts';
import { type Matrix, matrixProblems } from './support/matrix-rules.ts';

const path = fileURLToPath(new URL('../docs/matrix.json', import.meta.url));
const matrix = JSON.parse(readFileSync(path, 'utf8')) as Matrix;

test('docs/matrix.json has every scenario of the list and no other, each passed or left out with evidence', () => {
  expect(matrixProblems(matrix, SCENARIOS), 'a whole npm run test:all writes it').toEqual([]);
});
