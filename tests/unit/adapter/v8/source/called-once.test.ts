import { expect, it } from 'vitest';
import { isCalledOnce } from '../../../../../src/adapter/v8/source/called-once.ts';

/** True if the call at the mark is made once; the mark is where V8 says that the caller stands. */
function isOnce(marked: string, callee: string): boolean {
  const offset = marked.indexOf('@');
  const lines = marked.slice(0, offset).split('\n');
  return isCalledOnce(marked.replace('@', ''), { line: lines.length, column: lines.at(-1)?.length ?? 0 }, callee);
}

it.each([
  ['@main();', 'main'],
  ['const a = 1;\nawait app.@start(a);', 'start'],
  ['@new Cart();', 'Cart'],
  ['function main() { if (x) { return this.@run(1, x); } }', 'run'],
  ['for (const x of xs) { later(() => { @save(x); }); }', 'save'],
  ['class A { #go() {} start() { this.@#go(); } }', '#go'],
  ['@inner(1);', 'A.inner'],
])('%s calls %s once', (source, callee) => {
  expect(isOnce(source, callee)).toBe(true);
});

it.each([
  ['for (const x of xs) @main(x);', 'main'],
  ['while (go()) { if (x) { app.@start(); } }', 'start'],
  ['[1, 2].@forEach(each);', 'each'],
  ['[1, 2].@forEach(forEach);', 'forEach'],
  ['list.@sort;', 'sort'],
  ['class A { x = @make(); }', 'make'],
  ['main(@1);', 'main'],
  ['@main();', ''],
  ['@[main][0]();', 'main'],
  ['@not JavaScript', 'not'],
])('%s is not known to call %s once', (source, callee) => {
  expect(isOnce(source, callee)).toBe(false);
});
