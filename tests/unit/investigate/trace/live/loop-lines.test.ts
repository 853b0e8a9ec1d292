import { describe, expect, test } from 'vitest';
import { LoopLines } from '../../../../../src/investigate/trace/live/loop-lines.ts';

const JS = new LoopLines(
  `function f(items) {
  for (const item of items) {
    if (item) {
      use(item);
    }
  }
  do {
    use(1);
  } while (more());
  label: while (true) use(2);
  const formatted = items.map((item) => item);
  return formatted;
}`.split('\n'),
);

const PYTHON = new LoopLines(
  `def f(items):
    for item in items:
        if item:
            use(item)
    with lock:
        use(1)
    try:
        use(dict(
            a=1))
        return 1
    finally:
        use(2)

def g():
    async for x in y:
        use(x)
    raise ValueError()
    use(3)
`.split('\n'),
);

describe('loops by their lines', () => {
  test('begin with their word', () => {
    const heads = (lines: LoopLines, count: number) =>
      Array.from({ length: count }, (_, index) => index + 1).filter((line) => lines.isHead(line));
    expect(heads(JS, 13)).toEqual([2, 7, 10]);
    expect(heads(PYTHON, 18)).toEqual([2, 15]);
  });

  test('have what is indented below as their bodies', () => {
    expect([3, 4, 5, 7, 12].map((line) => JS.isInside(2, line))).toEqual([true, true, true, false, false]);
    expect([8, 9, 11].map((line) => JS.isInside(7, line))).toEqual([true, true, false]);
    expect([3, 4, 5].map((line) => PYTHON.isInside(2, line))).toEqual([true, true, false]);
    expect(JS.headAround(4)).toBe(2);
    expect(JS.headAround(8)).toBe(7);
    expect(PYTHON.headAround(6)).toBeUndefined();
  });

  test('say whether one call can come from a line to another', () => {
    expect(PYTHON.mayFollow(4, 2)).toBe(true);
    expect(PYTHON.mayFollow(4, 3)).toBe(true);
    expect(PYTHON.mayFollow(6, 5)).toBe(true);
    expect(PYTHON.mayFollow(9, 8)).toBe(true);
    expect(PYTHON.mayFollow(8, 2)).toBe(false);
    expect(PYTHON.mayFollow(10, 12)).toBe(false);
    expect(PYTHON.mayFollow(3, 5)).toBe(true);
  });

  test('say whether a function may end at a line, and whether something is done at its end', () => {
    expect([10, 12, 16, 18].map((line) => PYTHON.mayEnd(line))).toEqual([true, true, false, true]);
    expect([4, 6, 17].map((line) => PYTHON.mayEnd(line))).toEqual([false, false, false]);
    expect([10, 6].map((line) => PYTHON.isGuarded(line))).toEqual([true, false]);
  });

  test('are none of a text that is not known', () => {
    const unknown = new LoopLines([]);
    expect(unknown.isHead(3)).toBe(false);
    expect(unknown.headAround(3)).toBeUndefined();
    expect(unknown.isInside(1, 2)).toBe(true);
  });
});
