import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineAfterEdit } from '../../../src/files/line-after-edit.ts';

const lines = (text: string) => text.split('\n');

describe('a line after an edit', () => {
  test('stays where nothing was edited above it, and goes with what was inserted or taken out', () => {
    expect(lineAfterEdit(lines('a\nb\nc'), lines('a\nb\nx\nc'), 2)).toBe(2);
    expect(lineAfterEdit(lines('a\nb\nc'), lines('x\ny\na\nb\nc'), 2)).toBe(4);
    expect(lineAfterEdit(lines('a\nb\nc'), lines('c'), 3)).toBe(1);
  });

  test('goes with its statement inside of the edit, also when it is indented anew', () => {
    expect(lineAfterEdit(lines('a\nif (b) {\nc()\n}\nd'), lines('a2\nif (b) {\n\n    c()\n}\nd2'), 3)).toBe(4);
  });

  test('of several with the same text is the one among its neighbours', () => {
    const before = lines('x\none\nreturn\ntwo\nreturn\ny');
    expect(lineAfterEdit(before, lines('X\ntwo\nreturn\none\nreturn\nY'), 3)).toBe(5);
  });

  test('is nowhere when its statement was edited, or it was empty', () => {
    expect(lineAfterEdit(lines('a\nb()\nc'), lines('a\nb(1)\nc'), 2)).toBeUndefined();
    expect(lineAfterEdit(lines('a\n\nc'), lines('A\n\nC'), 2)).toBeUndefined();
    expect(lineAfterEdit(lines('a\nb\nc'), [''], 2)).toBeUndefined();
  });
});

// Feature: mcp-debugger-tool, Property 323: a line whose text is unique keeps its text through any insertion of other lines
test('a line whose text is unique is found again whatever is inserted around it', () => {
  const other = fc.constantFrom('x', 'y', '  x', '', '}');
  const file = fc.tuple(fc.array(other), fc.array(other));
  fc.assert(
    fc.property(file, file, ([above, below], [above2, below2]) => {
      const before = [...above, 'the one', ...below];
      const after = [...above2, 'the one', ...below2];
      const found = lineAfterEdit(before, after, above.length + 1);
      expect(found && after[found - 1]).toBe('the one');
    }),
  );
});
