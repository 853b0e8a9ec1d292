import { expect, it } from 'vitest';
import { ASYNC_STACK } from '../../../../../src/adapter/v8/pauses/async-parents.ts';
import { captureIntrinsics } from '../../../../../src/adapter/v8/summary/in-debuggee/intrinsics.ts';
import { hostileRealm } from '../../../../fakes/hostile-realm.ts';

const SETUP = `
var original = Error;
var read = ${ASYNC_STACK};
var saved = (${captureIntrinsics})(globalThis);
var stack;
var look = async () => { await null; stack = read(saved); };
var caller = async function caller() { await look(); };
Error.stackTraceLimit = 1;
var hook = () => { called += 'prepareStackTrace '; return 'not a stack'; };
Error.prepareStackTrace = hook;
`;

it.each(['quiet', 'loud'] as const)(
  'the awaiting callers are read, %s, without a call of the program',
  async (manner) => {
    const realm = hostileRealm(SETUP);
    realm.poison([], manner);
    realm.run('void caller()');
    // Awaited, the promise would be asked for its `then`, which is the program's.
    await new Promise((resolve) => setImmediate(resolve));
    expect(realm.called()).toBe('');
    expect(realm.run('stack')).toMatch(/^Error.*\n[\s\S]* at async caller \(/);
  },
);

it('the settings of the program are as they were, accessors too', () => {
  const realm = hostileRealm(`${SETUP}
    Object.defineProperty(Error, 'prepareStackTrace', { get: hook, set: hook, configurable: true, enumerable: false });`);
  const settings = () =>
    realm.run(
      "JSON.stringify([Error.stackTraceLimit, Object.getOwnPropertyDescriptor(original, 'prepareStackTrace')])",
    );
  const before = settings();
  expect(realm.run('read(saved)')).toMatch(/^Error/);
  expect(realm.called()).toBe('');
  expect(settings()).toBe(before);
  expect(realm.run("Object.getOwnPropertyDescriptor(original, 'prepareStackTrace').get === hook")).toBe(true);
});

it.each([
  [
    'a class of its own',
    'class Mine extends original {}; Mine.prepareStackTrace = hook; globalThis.Error = Mine;',
    /^Error/,
  ],
  [
    'a proxy',
    'globalThis.Error = new Proxy(original, { get: hook, has: hook, getOwnPropertyDescriptor: hook });',
    /^$/,
  ],
  ['a getter', "Object.defineProperty(globalThis, 'Error', { get: hook, configurable: true });", /^$/],
])('where the program calls %s Error, none of it runs', (_what, change, expected) => {
  const realm = hostileRealm(SETUP);
  // As in a debuggee, where the summariser can tell proxies apart.
  realm.run(`saved.types ??= { isProxy: process.getBuiltinModule('util').types.isProxy }; ${change}; called = '';`);
  expect(realm.run('read(saved)')).toMatch(expected);
  expect(realm.called()).toBe('');
});
