import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { FollowedLines } from '../../../src/adapter/followed-lines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder('followed-');
const path = join(folder, 'app.js');
const TEXT = ['one();', 'two();', 'three();'];

afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => write(TEXT));

function write(lines: readonly string[]): void {
  writeFileSync(path, lines.join('\n'));
}

function at(...lines: number[]) {
  return lines.map((line, index) => ({ id: index + 1, line }));
}

function followed(...lines: number[]): FollowedLines {
  const followed = new FollowedLines();
  followed.set(path, at(...lines));
  return followed;
}

test('a process that starts after an edit gets each breakpoint at its statement, and one that binds it reports where', () => {
  const lines = followed(2, 3);
  write(['zero();', ...TEXT]);
  const process = {};
  expect(lines.forStart(process, path, at(2, 3))).toEqual(at(3, 4));
  expect(lines.bound(process, 1)).toEqual({ id: 1, from: 2, to: 3 });
  expect(lines.bound(process, 1)).toBeUndefined();
});

test('further edits count from where it went, whether or not the lines were set anew', () => {
  const lines = followed(2);
  write(['zero();', ...TEXT]);
  const first = {};
  lines.forStart(first, path, at(2));
  lines.bound(first, 1);
  write(['zero();', 'zero();', ...TEXT]);
  expect(lines.forStart({}, path, at(2))).toEqual(at(4));
  lines.set(path, at(3));
  expect(lines.forStart({}, path, at(3))).toEqual(at(4));
});

test('a process that never loads the file moves nothing', () => {
  const lines = followed(2);
  write(['zero();', ...TEXT]);
  lines.forStart({}, path, at(2));
  write(TEXT);
  expect(lines.forStart({}, path, at(2))).toEqual(at(2));
});

test('a file that is empty while it is being saved loses nothing: the next process finds the statement again', () => {
  const lines = followed(2);
  write([]);
  const early = {};
  expect(lines.forStart(early, path, at(2))).toEqual(at(2));
  expect(lines.bound(early, 1)).toEqual({ id: 1, from: 2, to: undefined });
  write(['zero();', ...TEXT]);
  expect(lines.forStart({}, path, at(2))).toEqual(at(3));
});

test('two breakpoints never come to stand on one line, and one of a file that is gone stays', () => {
  const lines = followed(1, 2);
  write(['zero();', 'one();']);
  expect(lines.forStart({}, path, at(1, 2))).toEqual([{ id: 1, line: 2 }]);
  rmSync(path);
  expect(lines.forStart({}, path, at(1, 2))).toEqual(at(1, 2));
});

test('two processes of one start report a move once', () => {
  const lines = followed(2);
  write(['zero();', ...TEXT]);
  const [one, other] = [{}, {}];
  lines.forStart(one, path, at(2));
  lines.forStart(other, path, at(2));
  expect(lines.bound(one, 1)).toBeDefined();
  expect(lines.bound(other, 1)).toBeUndefined();
});

test('a file that a process loads again has its breakpoints where their statements are in the text that it has loaded', () => {
  const lines = followed(2, 3);
  expect(lines.isEdited(path)).toBe(false);
  const edited = ['zero();', ...TEXT];
  write(edited);
  expect(lines.isEdited(path)).toBe(true);
  const process = {};
  const inText = (text: readonly string[]) =>
    at(2, 3).map((each) => lines.inText(process, path, each, text.join('\r\n')));
  expect(inText(TEXT)).toEqual([2, 3]);
  expect(inText([...edited, ''])).toEqual([3, 4]);
  expect(lines.bound(process, 1)).toEqual({ id: 1, from: 2, to: 3 });
  // By what a tool has made of it, nothing can be said.
  expect(inText(['compiled();', 'two();'])).toEqual([2, 3]);
});

test('an earlier text has a breakpoint where it was before it went with the edit, and one that was set since where it was meant', () => {
  const lines = followed(2);
  write(['zero();', ...TEXT]);
  const process = {};
  lines.inText(process, path, { id: 1, line: 2 }, ['zero();', ...TEXT].join('\n'));
  lines.bound(process, 1);
  lines.set(path, [
    { id: 1, line: 3 },
    { id: 2, line: 3 },
  ]);
  const inEarlier = (id: number) => lines.inText(process, path, { id, line: 3 }, TEXT.join('\n'));
  expect(inEarlier(1)).toBe(2);
  expect(inEarlier(2)).toBe(3);
});
