import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { cutToCost, tokenCost } from '../../../../src/render/tokens/token-cost.ts';
import { dense } from './dense-text.ts';

const GOLDEN = 'tests/golden';
const answers = ['render', 'trace', 'debug'].flatMap((folder) =>
  readdirSync(join(GOLDEN, folder)).map((name) => readFileSync(join(GOLDEN, folder, name), 'utf8')),
);

describe('the estimated cost of a text', () => {
  test('is not less than it costs, for answers with values, code and paths, and little more', () => {
    const costs = answers.map((text) => ({ cost: tokenCost(text), tokens: countTokens(text) }));
    const shares = costs.map(({ cost, tokens }) => cost / tokens).sort((a, b) => a - b);
    expect(shares.length).toBeGreaterThan(50);
    // A line of 22 tokens is not to be reckoned to the last one.
    expect(costs.filter(({ cost, tokens }) => cost < 0.97 * tokens && cost < tokens - 2)).toEqual([]);
    expect(shares[Math.floor(shares.length / 2)]).toBeLessThan(1.1);
  });

  test('is not less than it costs, for text that is dense', () => {
    const texts = fc.array(dense, { minLength: 30, maxLength: 40 }).map((all) => all.join('\n'));
    fc.assert(
      fc.property(texts, (text) => {
        expect(tokenCost(text)).toBeGreaterThan(0.98 * countTokens(text));
      }),
      { numRuns: 100 },
    );
  });

  test.each([
    ['total', 1],
    ['  total of lines', 4],
    ['3f9a', 3],
    ['========================================', 1],
    ['日本', 1],
    ['line\\\\nline\\\\nline', 7],
    ['', 0],
  ])('%j costs at least as many tokens as it has: %i', (text, tokens) => {
    expect(tokenCost(text)).toBeGreaterThanOrEqual(tokens * 0.9);
  });
});

test('a text is cut to what it may cost, and stays whole where it costs less', () => {
  const anyText = fc.oneof(dense, fc.string({ unit: 'binary', maxLength: 300 }));
  fc.assert(
    fc.property(anyText, fc.integer({ min: 8, max: 200 }), (text, max) => {
      const shown = cutToCost(text, max);
      if (tokenCost(text) <= max) expect(shown).toBe(text);
      else {
        expect(tokenCost(shown)).toBeLessThanOrEqual(max);
        expect(shown.endsWith('…')).toBe(true);
      }
    }),
  );
});
