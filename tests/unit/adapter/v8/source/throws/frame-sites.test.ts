import { describe, expect, test } from 'vitest';
import { type FrameSite, frameSiteAt } from '../../../../../../src/adapter/v8/source/throws/frame-sites.ts';

/** The site at the place of `HERE`, or of the given text. */
function siteIn(source: string, text = 'HERE'): FrameSite {
  const before = source.slice(0, source.indexOf(text)).split('\n');
  const site = frameSiteAt(source, before.length, before.at(-1)?.length ?? 0);
  if (!site) throw new Error(`does not parse: ${source}`);
  return site;
}

describe('what becomes of the promise of a call', () => {
  test.each([
    ['HERE();', 'dropped'],
    ['void HERE();', 'dropped'],
    ['a.b.HERE();', 'dropped'],
    ['HERE(), other();', 'dropped'],
    ['if (a) HERE();', 'dropped'],
    ['a && HERE();', 'dropped'],
    ['HERE().then(f);', 'dropped'],
    ['HERE().finally(f);', 'dropped'],
    ['Promise.all([HERE()]);', 'dropped'],
    ['new HERE();', 'dropped'],
    ['HERE().catch(f);', 'caught'],
    ['HERE().then(f).catch(g).finally(h);', 'caught'],
    ['HERE().then(f, g);', 'caught'],
    ['HERE()?.catch(f);', 'caught'],
    ['Promise.allSettled([HERE()]);', 'caught'],
    ['async () => { try { await HERE(); } catch {} }', 'caught'],
    ['async () => { try { await Promise.all([HERE()]); } catch {} }', 'caught'],
    ['async () => { try { for await (const a of HERE()) a; } catch {} }', 'caught'],
    ['async () => { await HERE(); }', 'passed'],
    ['async () => { try { await HERE(); } finally {} }', 'passed'],
    ['async () => { try { return HERE(); } catch {} }', 'passed'],
    ['async () => { try { a(); } catch { await HERE(); } }', 'passed'],
    ['() => HERE();', 'passed'],
    ['() => (a ? HERE() : b);', 'passed'],
    ['() => Promise.resolve(HERE());', 'passed'],
    ['function f() { return HERE(); }', 'passed'],
    ['async () => { try { HERE(); } catch {} }', 'dropped'],
    ['const a = HERE();', 'kept'],
    ['a = HERE();', 'kept'],
    ['a.push(HERE());', 'kept'],
    ['({ a: HERE() });', 'kept'],
    ['const a = [HERE()];', 'kept'],
    ['HERE().a;', 'kept'],
    ['if (HERE()) a();', 'kept'],
    ['function* f() { yield HERE(); }', 'kept'],
  ])('%s → %s', (source, wanted) => {
    expect(siteIn(source).promise).toBe(wanted);
  });

  test.each([
    ['outer(inner());', 'inner', 'kept'],
    ['outer(inner());', 'outer', 'dropped'],
    ['a().b().c(d).catch(e);', 'c(', 'caught'],
    ['(async () => {})();', '();', 'dropped'],
    ['(async () => {})().catch(f);', '().', 'caught'],
    ['f(a)(b);', '(b', 'dropped'],
  ])('V8 names a call by its last name or its parenthesis: %s at %s → %s', (source, at, wanted) => {
    expect(siteIn(source, at).promise).toBe(wanted);
  });
});

test.each<[string, Partial<FrameSite>]>([
  ['async () => { HERE(); }', { isAsync: true, isExecutor: false, catches: false }],
  ['async () => { [].map(() => HERE()); }', { isAsync: false }],
  ['async () => { try { HERE(); } catch {} }', { isAsync: true, catches: true }],
  ['async () => { HERE().catch(f); }', { catches: false }],
  ['new Promise((done, fail) => { HERE(); });', { isExecutor: true, rejects: undefined }],
  ['a(new Promise(HERE));', { makesPromise: false }],
  ['HERE();', { isAsync: false, runsMicrotasks: false }],
])('%s is %o', (source, wanted) => {
  expect(siteIn(source)).toMatchObject(wanted);
});

test('what rejects is told from what throws', () => {
  expect(siteIn('Promise.reject(a);', 'reject').rejects).toBe('own');
  expect(siteIn('new Promise((done, fail) => { fail(a); });', 'fail(').rejects).toBe('executor');
  expect(siteIn('new Promise((done, fail) => { done(a); });', 'done(a').rejects).toBeUndefined();
  expect(siteIn('const a = new Promise(f);', 'new').makesPromise).toBe(true);
  expect(siteIn('new Map(f);', 'new').makesPromise).toBe(false);
  expect(siteIn('runMicrotasks();', 'run').runsMicrotasks).toBe(true);
  expect(frameSiteAt('let a: number;', 1, 4)).toBeUndefined();
});

test.each([
  ['async function run() { HERE; } run();', 'dropped'],
  ['async function run() { HERE; } run().catch(f);', 'caught'],
  ['async function run() { HERE; } run(); run().catch(f);', 'open'],
  ['async function run() { HERE; } async function all() { return run(); } all();', 'dropped'],
  ['const run = async () => { HERE; }; const all = async () => run(); void all();', 'dropped'],
  ['async function run() { HERE; return run(); } run();', 'open'],
  ['export async function run() { HERE; } run();', 'open'],
  ['export const run = async () => { HERE; }; run();', 'open'],
  ['async function run() { HERE; } run(); export { run };', 'open'],
  ['async function run() { HERE; } run(); module.exports = { run };', 'open'],
  ['let run = async () => { HERE; }; run = wrap(run); run();', 'open'],
  ['async function run() { HERE; } run(); const a = o.run();', 'dropped'],
  ['{ async function run() { HERE; } run(); } { const run = f; const a = run(); }', 'dropped'],
  ['async function run() { HERE; } const a = run();', 'kept'],
  ['async function run() { HERE; } run(); jobs.push(run());', 'kept'],
  ['async function run() { HERE; } const all = [1].map(run);', 'kept'],
  ['async function run() { HERE; } [1].map(run);', 'open'],
  ['async function run() { HERE; } [1].forEach(run);', 'open'],
  ['async function run() { HERE; } await run();', 'open'],
  ['async function run() { HERE; } async function all() { await run(); } const a = all();', 'kept'],
  ['async function run() { HERE; return run(); }', 'open'],
  ['const run = async () => { HERE; }; const a = run();', 'kept'],
  ['class A { async run() { HERE; } } const a = new A().run();', 'kept'],
  ['class A { async #run() { HERE; } all() { this.list = [this.#run()]; } }', 'kept'],
  ['const o = { run: async () => { HERE; } }; o.run();', 'open'],
  ['const all = [1].map(async () => { HERE; });', 'kept'],
  ['app.get("/", async () => { HERE; });', 'open'],
  ['const a = (async () => { HERE; })();', 'kept'],
  ['(async () => { HERE; })();', 'dropped'],
  ['(async () => { HERE; })().catch(f);', 'caught'],
  ['(async () => (async () => { HERE; })())();', 'dropped'],
  ['a.then(() => { HERE; });', 'dropped'],
  ['a.then(() => { HERE; }).catch(f);', 'caught'],
  ['const b = a.then(() => { HERE; });', 'kept'],
  ['HERE;', 'open'],
])('of the promise that the function around gives: %s → %s', (source, wanted) => {
  expect(siteIn(source).byCallers()).toBe(wanted);
});
