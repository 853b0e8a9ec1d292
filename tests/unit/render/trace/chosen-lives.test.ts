import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chosenLives, type Life } from '../../../../src/render/trace/chosen-lives.ts';

const line = fc.record({ text: fc.string({ maxLength: 40 }), tier: fc.double({ min: 0, max: 9, noNaN: true }) });
const lives: fc.Arbitrary<Life[]> = fc.array(fc.record({ head: line, rows: fc.array(line, { maxLength: 12 }) }));

describe('the rows of calls that there is room for', () => {
  // Feature: mcp-debugger-tool, Property 25: The lives of calls keep to their room, and no row stands below another call's head
  test('keep to the room, in their order, each below its own head', () => {
    fc.assert(
      fc.property(lives, fc.integer({ min: 0, max: 2_000 }), (given, room) => {
        const chosen = chosenLives(given, room);
        const lines = chosen.flatMap(({ head, rows }) => [head, ...rows]);
        expect(lines.reduce((sum, { text }) => sum + text.length + 1, 0)).toBeLessThanOrEqual(room);
        const all = given.flatMap(({ head, rows }) => [head, ...rows]);
        const places = lines.map((each) => all.indexOf(each));
        expect(places).toEqual([...places].sort((a, b) => a - b));
        for (const { head, rows } of chosen) {
          const own = given.find((each) => each.head === head);
          expect(rows.every((row) => own?.rows.includes(row))).toBe(true);
        }
      }),
    );
  });

  test('are shared by the calls: none takes all of it', () => {
    const row = { text: 'x'.repeat(30), tier: 3 };
    const long = (name: string): Life => ({
      head: { text: name, tier: 2 },
      rows: Array.from({ length: 50 }, () => ({ ...row })),
    });
    const [one, other] = chosenLives([long('one'), long('other')], 600);
    expect(Math.abs((one?.rows.length ?? 0) - (other?.rows.length ?? 99))).toBeLessThan(4);
  });
});
