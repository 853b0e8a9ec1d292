import { expect, it } from 'vitest';
import { COLLECT_OWN_GLOBALS } from '../../../../../src/adapter/v8/inspection/frame-scopes.ts';
import { boxLongText } from '../../../../../src/adapter/v8/inspection/in-debuggee/box-long-text.ts';
import { readAll } from '../../../../../src/adapter/v8/inspection/in-debuggee/read-all.ts';
import { captureIntrinsics } from '../../../../../src/adapter/v8/summary/in-debuggee/intrinsics.ts';
import { functionText } from '../../../../../src/cdp/function-text.ts';
import { inHostileProcess } from '../../../../fakes/hostile-process.ts';
import { hostileRealm } from '../../../../fakes/hostile-realm.ts';

it('globals are collected without a call of the program', () => {
  const { answer, called } = inHostileProcess({
    setup: `
      globalThis.saved = (${captureIntrinsics})(globalThis);
      globalThis.collectOwn = ${COLLECT_OWN_GLOBALS};
      globalThis.mine = 1;
      globalThis.lazy = () => { called += 'lazy '; };
      Object.defineProperty(globalThis, 'lazily', { enumerable: true, configurable: true, get: lazy });
      setImmediate(go);`,
    text: `
      var own = collectOwn(saved);
      var of = saved.descriptor;
      ({ mine: of(own, 'mine').value, isLazy: of(own, 'lazily').get === lazy, process: of(own, 'process') === undefined,
        prototype: saved.prototypeOf(own) })`,
  });
  expect(called).toBe('');
  expect(answer).toEqual({ mine: 1, isLazy: true, process: true, prototype: null });
});

it.each(['quiet', 'loud'] as const)('variables are read anew, %s, without a call of the program', (manner) => {
  const realm = hostileRealm(`
    var read = ${functionText(readAll)};
    var readers = { __proto__: null, value: () => 1, k: () => { throw null; }, name: () => 'text', 0: () => 2 };
  `);
  // V8 calls it as a method of theirs, which is no property of them.
  realm.run("Object.defineProperty(readers, 'run', { value: read });");
  realm.poison([], manner);
  const values = realm.run(
    'var found = readers.run(); ({ __proto__: null, value: found.value, name: found.name, at: found[0] })',
  );
  expect(realm.called()).toBe('');
  expect(values).toEqual(Object.assign(Object.create(null), { value: 1, name: 'text', at: 2 }));
  expect(realm.run("'k' in found")).toBe(false);
});

it.each(['quiet', 'loud'] as const)('a long text is boxed, %s, without a call of the program', (manner) => {
  const realm = hostileRealm(`var box = ${functionText(boxLongText)}; var object = { get a() { called += 'a'; } };`);
  realm.poison([], manner);
  expect(realm.run("box(3, 'Tag', 'long')")).toMatchObject({ text: 'long', [Symbol.toStringTag]: 'Tag' });
  expect(realm.run("box(3, 'Tag', 'abc')")).toBe('abc');
  expect(realm.run("box(3, 'Tag', object) === object")).toBe(true);
  expect(realm.called()).toBe('');
});
