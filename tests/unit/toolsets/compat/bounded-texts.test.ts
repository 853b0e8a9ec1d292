import { expect, test } from 'vitest';
import { boundedTexts } from '../../../../src/toolsets/compat/bounded-texts.ts';

test('many texts are the first of them, and how many more there are', () => {
  const texts = Array.from({ length: 1_000 }, (_, index) => `warning ${index}`);
  expect(boundedTexts(texts.slice(0, 20))).toEqual(texts.slice(0, 20));
  expect(boundedTexts(texts)).toEqual([...texts.slice(0, 20), '… 980 more']);
});
