import { createRequire } from 'node:module';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { runnerFile } from '../../../../../src/investigate/test-run/runner-files.ts';

interface Selection {
  readonly pattern: string | undefined;
  readonly choosesFiles: boolean;
  readonly levels: readonly string[];
  includes(file: string | undefined, names: readonly string[]): boolean;
  includesFile(file: string | undefined): boolean;
  includesJoined(file: string | undefined, name: string): boolean;
  mayHold(file: string | undefined, names: readonly string[]): boolean;
  patternWith(given: string | undefined, ignoresCase?: boolean): string | undefined;
}

const require = createRequire(import.meta.url);
const FILE = runnerFile('selection.cjs');

/** As a hook has it in a process whose environment says so. */
function selectionOf(wanted: unknown): Selection {
  process.env.MCP_DEBUGGER_TEST_ONLY = typeof wanted === 'string' ? wanted : JSON.stringify(wanted);
  delete require.cache[FILE];
  const { selection }: { selection: Selection } = require(FILE);
  return selection;
}

afterEach(() => {
  delete process.env.MCP_DEBUGGER_TEST_ONLY;
});

describe('tests by a part of their full names', () => {
  test('with the arrow of reports or the blank of runners between the names', () => {
    const selection = selectionOf({ cwd: '/p', test: 'cart > tot' });
    expect(selection.includes('/p/a.js', ['cart', 'total'])).toBe(true);
    expect(selection.includes('/p/a.js', ['a cart', 'total', 'of one'])).toBe(true);
    expect(selection.includesJoined(undefined, 'cart total')).toBe(true);
    expect(selection.includes('/p/a.js', ['Cart', 'total'])).toBe(false);
    expect(selection.includes('/p/a.js', ['cart', 'a total'])).toBe(false);
    expect(selectionOf({ cwd: '/p', test: 'cart tot' }).includes(undefined, ['cart', 'total'])).toBe(true);
  });

  test('an arrow that is part of a name is none between names', () => {
    expect(selectionOf({ cwd: '/p', test: 'a > b' }).includes(undefined, ['a > b'])).toBe(true);
  });

  test('a test that makes others runs for their sake', () => {
    const selection = selectionOf({ cwd: '/p', test: 'outer > inner' });
    expect(selection.mayHold(undefined, ['outer'])).toBe(true);
    expect(selection.mayHold(undefined, ['around', 'outer'])).toBe(true);
    expect(selection.mayHold(undefined, ['other'])).toBe(false);
    expect(selection.levels).toEqual(['outer$', '^inner']);
  });

  test('together with the pattern of a command, both match', () => {
    const pattern = new RegExp(selectionOf({ cwd: '/p', test: 'total' }).patternWith('one') ?? '');
    expect([
      pattern.test('total of one'),
      pattern.test('one total'),
      pattern.test('total'),
      pattern.test('one'),
    ]).toEqual([true, true, false, false]);
  });
});

describe('tests by files', () => {
  test('a part of the path below the folder of the command', () => {
    const selection = selectionOf({ cwd: '/home/cart', file: 'cart.test' });
    expect(selection.includesFile('/home/cart/src/cart.test.ts')).toBe(true);
    expect(selection.includesFile('/home/cart/src/other.test.ts')).toBe(false);
    expect(selection.includes('/home/cart/a.js', ['cart.test'])).toBe(false);
    expect(selectionOf({ cwd: '/home/cart', file: 'cart' }).includesFile('/home/cart/other.ts')).toBe(false);
    expect(selectionOf({ cwd: '/p', file: '/home/cart' }).includesFile('/home/cart/other.ts')).toBe(true);
  });

  test('one that is there alone, or all below a folder', () => {
    const selection = selectionOf({ cwd: '/p', path: '/p/src' });
    expect(selection.includesFile('/p/src/a.ts')).toBe(true);
    expect(selection.includesFile('/p/src2/a.ts')).toBe(false);
    expect(selection.includesFile(undefined)).toBe(true);
  });
});

describe('tests by name alone', () => {
  test('neither longer names nor those of other files', () => {
    const selection = selectionOf({ cwd: '/p', tests: [{ name: 'cart > total', file: '/p/a.js' }] });
    expect(selection.choosesFiles).toBe(true);
    expect(selection.includes('/p/a.js', ['cart', 'total'])).toBe(true);
    expect(selection.includes('/p/a.js', ['cart', 'total of one'])).toBe(false);
    expect(selection.includes('/p/b.js', ['cart', 'total'])).toBe(false);
    expect(selection.includes('/p/a.js', ['cart', 'total', 'within'])).toBe(true);
    expect(selection.mayHold('/p/a.js', ['cart'])).toBe(true);
  });

  test('the hook of a test is the test, and that of a suite the suite', () => {
    const selection = selectionOf({
      cwd: '/p',
      tests: [
        { name: 'cart > "before each" hook for "total"' },
        { name: 'tax > "before all" hook in "tax"' },
        { name: '"after all" hook' },
      ],
    });
    expect(selection.includes(undefined, ['cart', 'total'])).toBe(true);
    expect(selection.includes(undefined, ['cart', 'count'])).toBe(false);
  });

  test('none: nothing is wanted', () => {
    const selection = selectionOf({ cwd: '/p', tests: [] });
    expect(selection.includes(undefined, ['total'])).toBe(false);
    expect(selection.includesJoined(undefined, 'total')).toBe(false);
  });
});

test('what cannot be read selects nothing, and the tests run', () => {
  for (const text of ['', 'no json', '{', 'null']) expect(selectionOf(text)).toBeUndefined();
});

// Feature: mcp-debugger-tool, Property 296: whatever the names of tests are, one that is named is selected by its full name, by each part
// of it, and by itself alone.
test('any name selects its test', () => {
  const name = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !text.includes(' > '));
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), fc.nat(), (names, at) => {
      const full = names.join(' > ');
      const part = names[at % names.length] ?? '';
      expect(selectionOf({ cwd: '/p', test: full }).includes(undefined, names)).toBe(true);
      expect(selectionOf({ cwd: '/p', test: part }).includes(undefined, names)).toBe(true);
      const exact = selectionOf({ cwd: '/p', tests: [{ name: full }] });
      expect(exact.includes(undefined, names)).toBe(true);
      expect(exact.includes(undefined, [...names.slice(0, -1), `${names.at(-1)}x`])).toBe(false);
    }),
  );
});
