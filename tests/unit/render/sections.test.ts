import { expect, test } from 'vitest';
import { layOut, type Section } from '../../../src/render/sections.ts';

/** 48 characters. */
const BUDGET_TOKENS = 12;
const [more, less] = ['a'.repeat(30), 'c'.repeat(30)];

function sectionOf(text: string, tier: number, note?: string): Section {
  return { lines: [{ text, tier }], note: ({ lines }) => (lines > 0 ? note : undefined) };
}

test('what was refused for want of room comes before lesser things once a note has given its room back', () => {
  const sections = [sectionOf(more, 1), sectionOf('b', 2, 'n'.repeat(40)), sectionOf(less, 3)];
  expect(layOut(undefined, sections, BUDGET_TOKENS)).toBe(`${more}\nb`);
});

test('where everything fits, everything is in, although the notes of what might stay out would not have fitted', () => {
  const sections = [sectionOf('a', 1, 'n'.repeat(40)), sectionOf('b', 2, 'n'.repeat(40))];
  expect(layOut('head', sections, BUDGET_TOKENS)).toBe('head\na\nb');
});
