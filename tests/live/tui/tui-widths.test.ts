import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { displayable } from '../../../src/tui/text/displayable.ts';
import { columnsOf } from '../../../src/tui/text/styled-line.ts';
import { TmuxTerminal } from '../../support/tmux-terminal.ts';

const TEXTS = [
  ...['plain', '数据处理', '日本語テスト', '한국어', '\u1112\u1161\u11ab', 'ＡＢＣ', 'ｱｲｳ', '𠀀𠮷', '℃ ½ € ™', '①②'],
  ...['🚀🎉✅', '👨‍👩‍👧‍👦', '👍🏽', '✋🏿', '🇩🇪🇫🇷', '❤️ ✔️ ☀️', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🧑‍💻', '⌚⚡〰️㊙️'],
  ...[
    'e\u0301a\u0308',
    'नमस्ते',
    'ที่นี่',
    'தமிழ்',
    'ກຳ',
    'مرحبا',
    'שלום',
    '\u202eabc',
    'a\u200bb\ufeffc',
    '─│…→←‖▸■●○»«✓✗›·≡',
  ],
];

test('a terminal draws every text as wide as the view counts it', async () => {
  const terminal = await TmuxTerminal.open({ columns: 100, rows: TEXTS.length + 10, command: ['cat'] });
  try {
    const tty = await terminal.fact('#{pane_tty}');
    await expect.poll(() => terminal.fact('#{pane_current_command}')).toBe('cat');
    const columns: Record<string, number> = {};
    for (const text of TEXTS) {
      const row = (await cursor(terminal)).row + 1;
      writeFileSync(tty, `\r\n${displayable(text)}`);
      columns[text] = await columnInRow(terminal, row);
    }
    expect(columns).toEqual(Object.fromEntries(TEXTS.map((text) => [text, columnsOf(displayable(text))])));
  } finally {
    await terminal.close();
  }
});

/** The column of the cursor once it is in that row. Written text is drawn in one go. */
async function columnInRow(terminal: TmuxTerminal, wanted: number): Promise<number> {
  const deadline = Date.now() + 5_000;
  for (;;) {
    const { column, row } = await cursor(terminal);
    if (row === wanted) return column;
    if (Date.now() > deadline) throw new Error(`The cursor is in row ${row}, not in ${wanted}`);
    await sleep(10);
  }
}

async function cursor(terminal: TmuxTerminal): Promise<{ readonly column: number; readonly row: number }> {
  const [column = 0, row = 0] = (await terminal.fact('#{cursor_x} #{cursor_y}')).split(' ').map(Number);
  return { column, row };
}
