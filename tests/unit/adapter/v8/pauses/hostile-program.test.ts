import { expect, it } from 'vitest';
import { ASYNC_STACK } from '../../../../../src/adapter/v8/pauses/async-parents.ts';
import { aloneExpression } from '../../../../../src/adapter/v8/realms/own-realm.ts';
import { SUMMARISER } from '../../../../../src/adapter/v8/summary/summariser-source.ts';
import { textLiteral } from '../../../../../src/cdp/function-text.ts';
import { hostileRealm } from '../../../../fakes/hostile-realm.ts';

const SETUP = `
var original = Error;
var summariser = ${aloneExpression(SUMMARISER)};
var read = () => summariser(['compile', ${textLiteral(ASYNC_STACK)}])(summariser(['intrinsics']));
var stack;
var look = async () => { await null; stack = read(); };
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
  expect(realm.run('read()')).toMatch(/^Error/);
  expect(realm.called()).toBe('');
  expect(settings()).toBe(before);
  expect(realm.run("Object.getOwnPropertyDescriptor(original, 'prepareStackTrace').get === hook")).toBe(true);
});

it.each([
  ['a class of its own', 'class Mine extends original {}; Mine.prepareStackTrace = hook; globalThis.Error = Mine;'],
  ['a proxy', 'globalThis.Error = new Proxy(original, { get: hook, has: hook, getOwnPropertyDescriptor: hook });'],
  ['a getter', "Object.defineProperty(globalThis, 'Error', { get: hook, configurable: true });"],
  ['nothing', 'delete globalThis.Error;'],
  ['a frozen class', 'Object.freeze(Error);'],
])('where the program calls %s Error, the callers are read and none of it runs', (_what, change) => {
  const realm = hostileRealm(SETUP);
  realm.run(`${change}; called = '';`);
  expect(realm.run('read()')).toMatch(/^Error\n {4}at /);
  expect(realm.called()).toBe('');
});
