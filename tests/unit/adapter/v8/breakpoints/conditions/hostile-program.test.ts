import { expect, it } from 'vitest';
import { conditionExpression } from '../../../../../../src/adapter/v8/breakpoints/conditions/condition-expression.ts';
import { conditionCounter } from '../../../../../../src/adapter/v8/breakpoints/conditions/counter-expressions.ts';
import { forgetExpression } from '../../../../../../src/adapter/v8/breakpoints/conditions/hit-condition.ts';
import { recorders } from '../../../../../../src/adapter/v8/breakpoints/recorded/recording.ts';
import { aloneExpression } from '../../../../../../src/adapter/v8/realms/own-realm.ts';
import { type HostileRealm, hostileRealm } from '../../../../../fakes/hostile-realm.ts';

/** Our own property, and the only built-in that a condition calls where nothing is installed. */
const SPARED = ['BigInt.prototype.__mcpDebugger', 'Symbol.for'];

const SETUP = `
var sent = { __proto__: null, length: 0 };
globalThis.__binding = (message) => { sent[sent.length++] = message; };
var thrown = { get message() { called += 'message '; throw 'not even this'; } };
var value = { __proto__: null, a: 1 };
`;

function messagesOf(realm: HostileRealm): unknown[] {
  const sent = realm.run('sent');
  return typeof sent === 'object' && sent !== null ? Object.values(sent).slice(0, -1) : [];
}

function installed(): HostileRealm {
  const realm = hostileRealm(SETUP);
  expect(realm.run(aloneExpression(recorders('__binding')))).toBe(true);
  return realm;
}

it.each(['quiet', 'loud'] as const)('a log message comes, %s, without a call of the program', (manner) => {
  const realm = installed();
  const condition = conditionExpression({ id: 4, logMessage: 'is {value} and {"text"}, {1 + 1}' });
  realm.poison(SPARED, manner);
  expect(realm.run(condition ?? '')).toBe(false);
  expect(realm.called()).toBe('');
  expect(messagesOf(realm)).toEqual(['[4,"is [Object: null prototype] {a: 1} and text, 2",null,null]']);
});

it.each(['quiet', 'loud'] as const)('values are collected, %s, without a call of the program', (manner) => {
  const realm = installed();
  const condition = conditionExpression({ id: 5, collect: ['"text"', '1 / 3', 'undefined', 'value'] });
  // A value's own toJSON writes its JSON, as the program would; the one that all inherit here is the program's.
  realm.poison([...SPARED, 'Object.prototype.toJSON', 'String.prototype.toJSON'], manner);
  expect(realm.run(condition ?? '')).toBe(false);
  expect(realm.called()).toBe('');
  expect(messagesOf(realm)).toEqual([
    `[5,null,[{"type":"string","json":"text"},{"type":"number","json":${1 / 3}},${[
      '{"type":"undefined","description":"undefined"}',
      '{"type":"object","json":{"a":1}}',
    ].join(',')}]]`,
  ]);
});

it('what an expression throws keeps neither message nor program from going on', () => {
  const realm = installed();
  realm.poison(SPARED, 'loud');
  const fail = '{(() => { throw thrown })()}';
  expect(realm.run(conditionExpression({ id: 6, logMessage: `a ${fail} b` }) ?? '')).toBe(false);
  expect(realm.run(conditionExpression({ id: 7, collect: ['(() => { throw thrown })()'] }) ?? '')).toBe(false);
  expect(messagesOf(realm)).toEqual([
    '[6,"a <an error that cannot be shown> b",null,null]',
    '[7,null,[{"thrown":"an error that cannot be shown"}]]',
  ]);
});

it.each(['quiet', 'loud'] as const)('passes are counted and forgotten, %s, without a call of the program', (manner) => {
  const realm = hostileRealm();
  const gate = { id: 3, hitCondition: '2' };
  const condition = conditionExpression(gate, { number: 1 }) ?? '';
  realm.poison(SPARED, manner);
  expect([realm.run(condition), realm.run(condition), realm.run(condition)]).toEqual([false, true, false]);
  realm.run(forgetExpression(gate) ?? '');
  expect([realm.run(condition), realm.run(condition)]).toEqual([false, true]);
  expect(realm.called()).toBe('');
});

it.each(['quiet', 'loud'] as const)('conditions are counted, %s, without a call of the program', (manner) => {
  const realm = hostileRealm(SETUP);
  expect(realm.run(aloneExpression(conditionCounter('__binding')))).toBe(true);
  const asked = conditionExpression({ id: 3, condition: 'value.a === 1' }, { number: 8 }) ?? '';
  const failing = conditionExpression({ id: 4, condition: 'nowhere' }, { number: 9 }) ?? '';
  const passed = conditionExpression({ id: 5, hitCondition: '2' }, { number: 10 }) ?? '';
  realm.poison(SPARED, manner);
  expect([realm.run(asked), realm.run(failing), realm.run(passed), realm.run(passed)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect(realm.called()).toBe('');
  expect(messagesOf(realm)).toEqual([
    '[8,1,0,0,null]',
    '[8,1,1,0,null]',
    '[9,1,0,0,null]',
    expect.stringMatching(/^\[9,1,0,1,".*nowhere is not defined"\]$/),
    '[10,1,0,0,null]',
    '[10,2,0,0,null]',
  ]);
});

it('what a condition throws is named without a call of the program', () => {
  const realm = hostileRealm(SETUP);
  realm.run(aloneExpression(conditionCounter('__binding')));
  const failing = conditionExpression({ id: 4, condition: '(() => { throw thrown })()' }, { number: 9 }) ?? '';
  realm.poison(SPARED, 'loud');
  expect(realm.run(failing)).toBe(false);
  expect(realm.called()).toBe('');
  expect(messagesOf(realm).at(-1)).toBe('[9,1,0,1,"…: …"]');
});

it('a condition holds where nothing counts', () => {
  const realm = hostileRealm(SETUP);
  const condition = conditionExpression({ id: 3, condition: 'value.a === 1', hitCondition: '>=1' }, { number: 8 });
  expect(realm.run(condition ?? '')).toBe(true);
});
