import { expect, test } from 'vitest';
import { memoryLog } from '../../../src/tui/log/memory-log.ts';
import { screenLines } from '../../../src/tui/screen.ts';
import { columnsOf, textOf } from '../../../src/tui/text/styled-line.ts';
import { expectGolden } from '../../support/golden.ts';
import { conversation, pictureOf, screenText } from './story.ts';

const SIZES = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 60 },
] as const;

const story = conversation().wait(3_400);
const log = story.log();
const secondStop = log.index.sessions[0]?.stops[1] ?? -1;

test.each(SIZES)('a conversation at its end, $columns x $rows', (size) => {
  expectGolden(`tui/end-${size.columns}x${size.rows}`, screenText(pictureOf(log, story.nowMs), size));
});

test.each(SIZES)('the second stop of a session, its values changed, $columns x $rows', (size) => {
  const view = { following: false, chosen: secondStop, seen: log.length };
  expectGolden(`tui/stop-${size.columns}x${size.rows}`, screenText(pictureOf(log, story.nowMs, view), size));
});

test('help, an entry with its answer, and a filter with a search', () => {
  const [small, medium] = SIZES;
  const chosen = log.index.failures[0] ?? -1;
  const views = [
    { overlay: { kind: 'help' } as const },
    { following: false, chosen, overlay: { kind: 'entry', scroll: 0 } as const },
  ];
  expectGolden(
    'tui/overlays-80x24',
    views.map((view) => screenText(pictureOf(log, story.nowMs, view), small)).join('\n\n'),
  );
  const filter = { sessionId: 'id-shop', type: 'calls' } as const;
  expectGolden('tui/filtered-120x40', screenText(pictureOf(log, story.nowMs, { filter, search: 'step' }), medium));
});

test('a journal that is not there yet says so, and that it is waited for', () => {
  const picture = pictureOf(memoryLog([]), 0);
  const text = screenText({ ...picture, origin: { ...picture.origin, phase: 'waiting' } }, SIZES[1]);
  expect(text).toContain('waiting for it to appear');
  expect(text).toContain('There is no journal yet.');
});

test('every screen has exactly as many lines and columns as it is given, whatever the size', () => {
  for (let columns = 1; columns < 210; columns += 7) {
    for (let rows = 1; rows < 64; rows += 3) {
      const lines = screenLines(pictureOf(log, story.nowMs), { columns, rows });
      expect(lines.length).toBe(rows);
      expect(new Set(lines.map((line) => columnsOf(textOf(line)))), `${columns}x${rows}`).toEqual(new Set([columns]));
    }
  }
});
