import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { FlowWindow } from '../../../src/wire/flow-window.ts';
import { LARGE_MESSAGE_BYTES, MAX_HEADER_BYTES, SAFE_IN_FLIGHT_BYTES } from '../../../src/wire/inspector-limits.ts';

const LARGE = 'x'.repeat(LARGE_MESSAGE_BYTES + 1);
const HALF = 'x'.repeat(SAFE_IN_FLIGHT_BYTES / 2 - MAX_HEADER_BYTES);

function makeWindow() {
  const sent: string[] = [];
  return { sent, window: new FlowWindow((text) => sent.push(text)) };
}

describe('FlowWindow', () => {
  test('holds back what exceeds the window until a reply proves that earlier bytes were read', () => {
    const { sent, window } = makeWindow();
    window.send(1, HALF);
    window.send(2, HALF);
    window.send(3, 'c');
    window.send(4, 'd');
    expect(sent).toHaveLength(2);
    // The first is still unanswered, but the second cannot be answered without the first being read.
    window.answered(2);
    expect(sent.slice(2)).toEqual(['c', 'd']);
  });

  test('a large message waits for an empty window and goes alone', () => {
    const { sent, window } = makeWindow();
    window.send(1, 'a');
    window.send(2, LARGE);
    window.send(3, 'c');
    expect(sent).toEqual(['a']);
    window.answered(1);
    expect(sent).toEqual(['a', LARGE]);
    window.answered(2);
    expect(sent).toEqual(['a', LARGE, 'c']);
  });

  test('a command withdrawn while it waits is never sent and does not hold up the next', () => {
    const { sent, window } = makeWindow();
    window.send(1, 'a');
    window.send(2, LARGE);
    window.send(3, 'c');
    window.withdraw(2);
    expect(sent).toEqual(['a', 'c']);
  });

  test('commands that never answer hold the others back only for a moment', () => {
    vi.useFakeTimers();
    try {
      const { sent, window } = makeWindow();
      window.send(1, HALF);
      window.send(2, HALF);
      window.send(3, 'resume');
      expect(sent).not.toContain('resume');
      vi.advanceTimersByTime(150);
      expect(sent.at(-1)).toBe('resume');
    } finally {
      vi.useRealTimers();
    }
  });

  test('sends nothing after its close', () => {
    const { sent, window } = makeWindow();
    window.send(1, LARGE);
    window.send(2, 'b');
    window.close();
    window.answered(1);
    expect(sent).toEqual([LARGE]);
  });

  test('any messages with replies in any order keep the order and the bound', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(sizes, fc.array(fc.nat(), { minLength: 80, maxLength: 80 }), (lengths, picks) => {
        const unanswered: number[] = [];
        const order: number[] = [];
        const window = new FlowWindow((text) => {
          const id = Number(text.trim());
          order.push(id);
          unanswered.push(id);
          const bytes = unanswered.reduce((sum, each) => sum + Math.max(3, lengths[each] ?? 0), 0);
          if (unanswered.length > 1) expect(bytes).toBeLessThanOrEqual(SAFE_IN_FLIGHT_BYTES);
        });
        for (const [id, length] of lengths.entries()) window.send(id, String(id).padEnd(Math.max(3, length)));
        for (const pick of picks) {
          if (unanswered.length === 0) break;
          // A reply to one proves that those before it were read.
          const id = unanswered.splice(0, (pick % unanswered.length) + 1).at(-1);
          window.answered(id ?? 0);
        }
        window.close();
        expect(order).toEqual(lengths.slice(0, order.length).map((_, id) => id));
      }),
      { numRuns: 150 },
    );
  });
});
