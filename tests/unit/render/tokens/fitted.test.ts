import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitted } from '../../../../src/render/tokens/fitted.ts';
import { surely, tokenCost } from '../../../../src/render/tokens/token-cost.ts';

const asItIs = (text: string) => text;

// Feature: mcp-debugger-tool, Property 29: of an answer that may cost so much, as much is shown as there is room for
test('the largest rendering that fits is taken, however far budgets are from tokens', () => {
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 900 }), fc.integer({ min: 1, max: 20 }), (max, dense) => {
      const render = (budget: number) => ' word'.repeat(Math.floor((budget * dense) / 4));
      const text = fitted(max, render, asItIs);
      expect(tokenCost(text)).toBeLessThanOrEqual(surely(max));
      if (text === render(max)) return;
      const next = text.length / ' word'.length + 9 * dense;
      expect(tokenCost(' word'.repeat(next))).toBeGreaterThan(surely(max));
    }),
    { numRuns: 200 },
  );
});

test('a rendering is measured as it is read, and the smallest stands where none fits', () => {
  const masked = fitted(
    100,
    (budget) => 'k'.repeat(budget),
    (text) => text.replaceAll('k', ' masked'),
  );
  expect(masked.length).toBeGreaterThan(80);
  expect(masked.length).toBeLessThanOrEqual(100);
  expect(fitted(10, (budget) => ' word'.repeat(50 + budget), asItIs)).toBe(' word'.repeat(50));
});
