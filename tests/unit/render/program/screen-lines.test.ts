import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linesOf } from '../../../../src/render/plain-text.ts';
import { screenLines } from '../../../../src/render/program/screen-lines.ts';

const CSI = '\u001b[';

describe('what a terminal shows in the end', () => {
  test.each([
    [
      'a line that is drawn again for each key',
      `? Name a${CSI}2K${CSI}1G? Name ab${CSI}2K${CSI}1G? Name abc\n`,
      ['? Name abc'],
    ],
    ['a menu whose choice moves', `? Pick\n❯ a\n  b${CSI}2A${CSI}1G? Pick\n  a\n❯ b`, ['? Pick', '  a', '❯ b']],
    ['what is erased below', `one\ntwo\nthree${CSI}2A${CSI}1G${CSI}Jdone\n`, ['done']],
    ['a place that was kept', `ab\u001b7cd\u001b8X`, ['abXd']],
    ['the start and the end of a line erased', `abcdef${CSI}3D${CSI}K\nabcdef${CSI}3D${CSI}1K`, ['abc', '    ef']],
    ['a box by positions', `${CSI}2J${CSI}1;1H+--+${CSI}2;1H|hi|${CSI}3;1H+--+`, ['+--+', '|hi|', '+--+']],
    ['what is drawn further down', `${CSI}5;3Hhere\n\nthere`, ['  here', '', 'there']],
    ['a character taken back', `${CSI}Aab\bc`, ['ac']],
    ['colours and titles left out', `${CSI}A${CSI}31mred${CSI}0m\u001b]0;title\u0007 text\u001b(B`, ['red text']],
    ['emojis whole', `${CSI}A🎉 done${CSI}D!`, ['🎉 don!']],
  ])('%s', (_, text, expected) => {
    expect(linesOf(text)).toEqual(expected);
  });

  // Feature: mcp-debugger-tool, Property 323: whatever a program sends to its terminal, what is shown is bounded, and is text
  test('is no more than was written, whatever moves the cursor', () => {
    const sequence = fc
      .tuple(fc.nat(2_000_000_000), fc.constantFrom(...'ABCDEFGHJKfsumX'))
      .map(([n, letter]) => `${CSI}${n}${letter}`);
    const piece = fc.oneof(
      fc.string(),
      sequence,
      fc.constantFrom('\n', '\r', '\b', '\t', '\u001b7', '\u001b8', '\u001b', `${CSI}`),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const lines = screenLines(text);
        expect(lines.length).toBeLessThanOrEqual(26 * (pieces.length + 1) + text.length);
        for (const line of lines) {
          expect(line).not.toContain('\u001b');
          expect(line).not.toContain('\n');
        }
      }),
    );
  });

  test('a text that stays in its line is read as before', () => {
    expect(linesOf(`${CSI}32mok${CSI}0m\n50 %\r100 %\n`)).toEqual(['ok', '100 %']);
  });
});
