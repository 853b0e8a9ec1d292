import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineAt, linesOfText } from '../../../src/files/text-lines.ts';

const endings = fc.constantFrom('\n', '\r\n', '\r', '\u2028', '\u2029');
const pieces = fc.array(fc.tuple(fc.stringMatching(/^[a-z ]{0,6}$/), endings), { maxLength: 12 });

// Feature: mcp-debugger-tool, Property 303: Lines of scripts are those of ECMAScript
// *For any* text of a script, its lines are what stands between line terminators of ECMAScript, a CR LF being one, and a character's
// line is the number of those before it, plus one.
test('a script has the lines that its engine counts', () => {
  fc.assert(
    fc.property(pieces, fc.constantFrom('a.js', 'b.mts', '/x/c.tsx', 'D.CJS'), (written, path) => {
      // A CR and a LF from two pieces would be one line end.
      const whole = written.map(([text, end]) => `${text}.${end}`);
      const text = whole.join('');
      expect(linesOfText(text, path)).toEqual(written.map(([each]) => `${each}.`));
      let offset = 0;
      for (const [index, each] of whole.entries()) {
        expect(lineAt(text, offset, path)).toBe(index + 1);
        offset += each.length;
      }
    }),
    { numRuns: 200 },
  );
});

test('elsewhere U+2028 is a letter, and what follows the last line end is no line', () => {
  expect(linesOfText('a = "\u2028"\r\nb = 1\rc\n', 'app.py')).toEqual(['a = "\u2028"', 'b = 1', 'c']);
  expect(lineAt('a = "\u2028"\nb', 8, 'app.py')).toBe(2);
  expect(linesOfText('', 'a.js')).toEqual([]);
});
