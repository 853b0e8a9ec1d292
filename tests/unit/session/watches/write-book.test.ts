import { expect, test } from 'vitest';
import { writeWatchLines } from '../../../../src/render/writes.ts';
import { WriteBook } from '../../../../src/session/watches/write-book.ts';

test('a place that was changed unseen, and is not watched any more, is reported as both, once', () => {
  const book = new WriteBook();
  book.add({ dataId: '7', access: 'write', isLogged: false }, 2, 'list.length');
  const gone = 'the program has redefined its method push';
  expect(book.learn([{ dataId: '7', hasUnseen: true, gone }])).toEqual([
    expect.stringContaining('Watch 2 (list.length): changed since the stop before by code that is not seen'),
    `Watch 2 (list.length) sees no writes any more: ${gone} since the stop before.`,
  ]);
  expect(book.list()[0]?.gone).toBe(gone);
  expect(book.learn([{ dataId: '7', gone }])).toEqual([]);
});

test('a place in a program that is not all seen says so in its list', () => {
  const book = new WriteBook();
  book.add({ dataId: '7', access: 'write', isLogged: true }, 2, 'list.length');
  book.loseSight('main.py set a trace function of its own, and what is called from then on is not seen');
  expect(book.list().flatMap((watch) => writeWatchLines(watch, { cwd: '/' }))).toEqual([
    '2  list.length  lists writes; not all are seen: main.py set a trace function of its own, and what is called from then on is not seen',
  ]);
});
