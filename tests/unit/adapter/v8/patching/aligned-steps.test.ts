import { expect, test } from 'vitest';
import { alignedSteps } from '../../../../../src/adapter/v8/patching/aligned-steps.ts';
import { SourceLines } from '../../../../../src/adapter/v8/source/source-lines.ts';

const MARK = '\u2005\u205f\u2004';

/** A text whose function ends where `»` stands. */
function ended(marked: string) {
  const text = marked.replace('»', '');
  return { text, end: new SourceLines(text).positionOf(marked.indexOf('»')) };
}

/** The steps, with the mark as `§`. */
function steps(from: string, to: string): string[] {
  return alignedSteps(ended(from), ended(to)).map((each) => each.replace(MARK, '§'));
}

test('a body without brackets in what differs needs one step', () => {
  expect(steps('x; f() { return 1; }» y', 'x; f() { return 2 + g(3); }» y')).toEqual(['x; f() { return 2 + g(3); } y']);
});

test('one with brackets gets a mark before its end, and loses it again', () => {
  expect(steps('x;\nf() {1}» y', 'x;\nf() {if (a) {1}}» y')).toEqual([
    'x;\nf() {1§} y',
    'x;\nf() {if (a) {1}§} y',
    'x;\nf() {if (a) {1}} y',
  ]);
});

test('so does an expression that ends in the same bracket', () => {
  expect(steps('m(a => f(b)»);', 'm(a => f(g(b))»);')).toEqual([
    'm(a => f(b§));',
    'm(a => f(g(b)§));',
    'm(a => f(g(b)));',
  ]);
  expect(steps('m(a => b»);', 'm(a => f(b)»);')).toEqual(['m(a => f(b));']);
});

test('a text that has such blanks itself is left alone', () => {
  expect(steps(`"${MARK[0]}"; f() {1}»`, `"${MARK[0]}"; f() {{1}}»`)).toEqual([`"${MARK[0]}"; f() {{1}}`]);
});
