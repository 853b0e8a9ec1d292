import { describe, expect, test } from 'vitest';
import type { TracedCall } from '../../../../src/model/trace/trace-report.ts';
import { renderLives } from '../../../../src/render/trace/lives.ts';
import { cwd } from '../samples.ts';
import { call, invoice, returned, SOURCE, value } from './samples.ts';

const BUDGET = 650;
const sources = new Map([[invoice.path, SOURCE]]);

/** A call that makes a value on line 4, and has many lines around it that make nothing new. */
function made(name: string, text: string, lines: number): TracedCall {
  const dull = Array.from({ length: lines }, () => ({ kind: 'line', line: 2 }) as const);
  const news = { kind: 'line', line: 4, changes: [{ name: 'price', after: value(text) }] } as const;
  return {
    ...call,
    function: { ...invoice, key: name, name },
    arguments: [],
    events: [...dull, news, ...dull],
    end: returned(text),
  };
}

const rendered = (calls: readonly TracedCall[], written = '') =>
  renderLives({ kind: 'lives', calls, sources, written, wanted: { kind: 'throws' } }, { cwd }, BUDGET).text;

describe('the lives of a call and of the calls in it', () => {
  test('are shown whole where there is room', () => {
    expect(rendered([made('priceOf', '36.5', 1)]).split('\n')).toEqual([
      '1 function ran; of each its last call, or the first that threw, with what it made:',
      expect.stringMatching(/^priceOf\(\) \S*pricing\.js:1 → 36\.5$/),
      '  2 let total = 0;',
      '  4 const price = priceOf(item);  | price = 36.5',
      '  2 let total = 0;',
    ]);
  });

  test('have the statement that made what the program wrote, however many others there are', () => {
    const others = Array.from({ length: 40 }, (_, index) => made(`other${index}`, `${index + 100}`, 40));
    const text = rendered([...others.slice(0, 20), made('culprit', '36.5', 40), ...others.slice(20)], 'total 36.5');
    expect(text).toMatch(/\nculprit\(\) .*\n( {2}2 .*\n)*? {2}4 const price = priceOf\(item\); {2}\| price = 36\.5\n/);
    expect(text).toMatch(/… \d+ more functions/);
    expect(text.length / 4).toBeLessThanOrEqual(BUDGET);
  });

  test('leave out what a method is called on where it was given something', () => {
    const on = { name: 'this', after: value('Cart {items: []}', 'Cart') };
    const given = { name: 'member', after: value('true', 'boolean') };
    const method = { ...made('Cart.total', '36.5', 1), arguments: [on, given] };
    expect(rendered([method])).toContain('Cart.total(member = true) ');
    expect(rendered([{ ...method, arguments: [on] }])).toContain('Cart.total(this = Cart {items: []}) ');
    expect(rendered([{ ...method, function: { ...invoice, name: 'total' } }])).toContain(
      'total(this = Cart {items: []},',
    );
  });

  test('leave out what the line itself says', () => {
    const events = [
      { kind: 'line', line: 4, changes: [{ name: 'price', before: value('undefined'), after: value('5') }] },
      { kind: 'call', line: 4, name: 'priceOf', arguments: [value('{ sku: "a" }')], end: returned('5') },
      { kind: 'line', line: 5 },
      { kind: 'branch', line: 5, what: 'price > 10', taken: false },
    ] as const;
    const text = rendered([{ ...call, events }]);
    expect(text).toContain('  4 const price = priceOf(item);  | price = 5\n');
    expect(text).toContain('  5 if (price > 10) {  | not taken');
  });
});
