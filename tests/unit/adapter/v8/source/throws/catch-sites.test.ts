import { describe, expect, test } from 'vitest';
import { isConstantAt } from '../../../../../../src/adapter/v8/source/constants.ts';
import { throwSiteAt } from '../../../../../../src/adapter/v8/source/throws/catch-sites.ts';

/** The place of `HERE` in a source. */
function at(source: string): [source: string, line: number, column: number] {
  const before = source.slice(0, source.indexOf('HERE')).split('\n');
  return [source, before.length, before.at(-1)?.length ?? 0];
}

describe('an exception at a place', () => {
  test.each([
    ['HERE()', { caught: false, topLevel: true }],
    ['try { HERE() } catch {}', { caught: true, topLevel: true }],
    ['try { HERE() } finally {}', { caught: false, topLevel: true }],
    ['try { x() } catch { HERE() }', { caught: false, topLevel: true }],
    ['try { x(() => HERE()) } catch {}', { caught: false, topLevel: false }],
    ['function f() { try { HERE() } catch {} }', { caught: true, topLevel: false }],
    ['class A { static { HERE() } }', { caught: false, topLevel: false }],
    ['HERE().catch(f)', { caught: true, topLevel: true }],
    ['HERE().then(f).catch(g).finally(h)', { caught: true, topLevel: true }],
    ['HERE().then(f, g)', { caught: true, topLevel: true }],
    ['HERE().then(f)', { caught: false, topLevel: true }],
    ['x().catch(HERE())', { caught: false, topLevel: true }],
    ['Promise.allSettled([HERE()])', { caught: true, topLevel: true }],
    ['Promise.all([HERE()])', { caught: false, topLevel: true }],
  ])('%s → %o', (source, wanted) => {
    expect(throwSiteAt(...at(source))).toEqual(wanted);
  });

  test('only an await of the very function that throws passes its exception on', () => {
    const site = (source: string, awaited: string) => throwSiteAt(source, 1, source.indexOf('await'), awaited);
    expect(site('await work()', 'work')).toEqual({ caught: false, topLevel: true });
    expect(site('await this.work()', 'work')).toEqual({ caught: false, topLevel: true });
    expect(site("await import('./a.mjs')", 'import')).toEqual({ caught: false, topLevel: true });
    for (const other of ['await safe()', 'await work().catch(f)', 'await promise', 'for await (const a of work()) ;']) {
      expect(site(other, 'work'), other).toEqual({ caught: true, topLevel: true });
    }
  });

  test('nothing is said of a source that does not parse', () => {
    expect(throwSiteAt('let a: number = 1;', 1, 0)).toBeUndefined();
  });
});

describe('whether a variable is a constant', () => {
  test.each([
    ['const a = 1; HERE', true],
    ['let a = 1; HERE', false],
    ['const a = 1; { let a; HERE }', false],
    ['let a = 1; { const a = 2; HERE }', true],
    ['const a = 1; function f(a) { HERE }', false],
    ['const a = 1; function f() { HERE; var a; }', false],
    ['for (const a of []) { HERE }', true],
    ['for (let a = 0;;) { HERE }', false],
    ['const { b: [a] } = c; HERE', true],
    ['export const a = 1; HERE', true],
    ['const b = 1; HERE', false],
    ['switch (b) { case 1: const a = 1; HERE }', true],
    ['let a: number; HERE', false],
  ])('%s → %s', (source, wanted) => {
    expect(isConstantAt(...at(source), 'a')).toBe(wanted);
  });
});
