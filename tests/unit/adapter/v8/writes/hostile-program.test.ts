import { expect, it } from 'vitest';
import { HELD, HELD_PLACE } from '../../../../../src/adapter/v8/realms/held.ts';
import { aloneExpression } from '../../../../../src/adapter/v8/realms/own-realm.ts';
import { SUMMARISER } from '../../../../../src/adapter/v8/summary/summariser-source.ts';
import type { trapsMaker } from '../../../../../src/adapter/v8/writes/in-debuggee/traps-maker.ts';
import trapsMakerText from '../../../../../src/adapter/v8/writes/in-debuggee/traps-maker.ts?in-debuggee';
import type { watchesMaker } from '../../../../../src/adapter/v8/writes/in-debuggee/watches-maker.ts';
import watchesMakerText from '../../../../../src/adapter/v8/writes/in-debuggee/watches-maker.ts?in-debuggee';
import { callBundled, textLiteral } from '../../../../../src/cdp/function-text.ts';
import { hostileRealm } from '../../../../fakes/hostile-realm.ts';

/** A pause has no effect where no debugger listens: the counts say what was seen. */
const SETUP = `
var plain = { __proto__: null, total: 1 };
var list = [1, 2];
var map = new Map([['a', 1]]);
var set = new Set([1]);
var assign = (value) => { plain.total = value; };
var originals = { push: list.push, mapSet: map.set, add: set.add };
var summariser = ${aloneExpression(SUMMARISER)};
var made = (text) => summariser(['compile', text])(summariser(['intrinsics']));
var traps = made(${textLiteral(callBundled<typeof trapsMaker>(trapsMakerText, 10, HELD_PLACE))});
var places = [
  { object: plain, key: 'total' }, { object: list, key: 'length' },
  { object: map, key: 'a', isEntry: true }, { object: set, key: 'size' },
];
var held = () => false;
var add = () => { let refused = ''; for (let i = 0; i < 4; i++) refused += traps.add(places[i], { dataId: '' + i, access: 'write', isLogged: false }, held); return refused; };
var x = 0;
var variables = made(${textLiteral(callBundled<typeof watchesMaker>(watchesMakerText, { place: HELD_PLACE, mostLogged: 10, mostFrames: 1000 }))});
var addVariable = () => {
  variables.plan([
    { line: 1, column: 1, pauses: 'never', variables: [{ dataId: 'x', opens: [0], checks: [], closes: [], begins: false, returns: false }] },
    { line: 2, column: 1, pauses: 'never', variables: [{ dataId: 'x', opens: [], checks: [0], closes: [0], begins: false, returns: false }] },
  ], true);
  variables.add({ dataId: 'x', isLogged: false, depth: 0, sites: [{ isFollowed: false, mayBeginUnseen: false }], begun: [] }, () => x, held);
};
var writeVariable = (value) => { variables.lookAt(0); x = value; variables.lookAt(1); return variables.lift(); };
var write = () => { traps.lay(); assign(2); return traps.lift(); };
`;

it.each(['quiet', 'loud'] as const)(
  'watches neither call nor trip over what a program has patched, %s',
  async (manner) => {
    const realm = hostileRealm(SETUP);
    realm.poison([], manner);
    expect(realm.run('add()')).toBe('');
    expect(realm.run('write()')).toBe('[["0","",false],["1","",false],["2","",false],["3","",false]]');
    realm.run('traps.removeAll()');
    expect(realm.called()).toBe('');
    expect(realm.run('plain.total')).toBe(2);
  },
);

it.each(['quiet', 'loud'] as const)(
  'looking at a variable neither calls nor trips over what a program has patched, %s',
  async (manner) => {
    const realm = hostileRealm(SETUP);
    realm.poison(['BigInt.prototype.__mcpDebugger'], manner);
    realm.run('addVariable()');
    expect(realm.run('writeVariable(1)')).toBe('[["x","",false]]');
    expect(realm.run(`${HELD}.writes.at(1)`)).toBe(true);
    expect(realm.run('x = 2, variables.lookAt(0), variables.lift()')).toBe('[["x","",true]]');
    realm.run('variables.removeAll()');
    expect(realm.run(`typeof ${HELD}.writes`)).toBe('undefined');
    expect(realm.called()).toBe('');
  },
);

it('a watched collection calls the methods that the program has put in place of the built-in ones, as without a watch', () => {
  const realm = hostileRealm(SETUP);
  realm.run(`add(); traps.lay(); var own = 0;
    Array.prototype.push = function (...given) { own += given.length; return originals.push.apply(this, given); };`);
  expect(realm.run('list.push(3, 4)')).toBe(4);
  expect(realm.run('own')).toBe(2);
  expect(realm.run('traps.lift()')).toContain('["1","",false]');
  expect(realm.run('Reflect.ownKeys(list).join() + Reflect.ownKeys(map).join() + Reflect.ownKeys(set).join()')).toBe(
    '0,1,2,3,length',
  );
});

it('an error of a method is that of the program, and what was changed before it is not lost', () => {
  const realm = hostileRealm(SETUP);
  realm.run(`add(); traps.lay();
    Array.prototype.push = function (given) { originals.push.call(this, given); throw new TypeError('mine'); };`);
  expect(realm.run("try { list.push(3); 'no' } catch (error) { error.message }")).toBe('mine');
  expect(realm.run('traps.lift()')).toContain('["1","",true]');
});
