import { describe, expect, test } from 'vitest';
import { joinChanges, VariableChanges } from '../../../../../src/investigate/trace/live/variable-changes.ts';
import type { Variable } from '../../../../../src/model/variable.ts';

const none = () => false;
const number = (name: string, value: number): Variable => ({
  name,
  type: 'number',
  value: `${value}`,
  variablesReference: 0,
});
const absent = (name: string): Variable => ({ name, type: 'undefined', value: 'undefined', variablesReference: 0 });
const object = (name: string, parts: Readonly<Record<string, number>>, type = 'object'): Variable => ({
  name,
  type,
  value: JSON.stringify(parts),
  variablesReference: 1,
  childCount: Object.keys(parts).length,
  children: Object.entries(parts).map(([part, value]) => number(part, value)),
});
const texts = (changes: ReturnType<VariableChanges['at']>) =>
  changes.map(({ name, before, after }) => `${name}: ${before?.text ?? '-'} → ${after?.text ?? '-'}`);

describe('changes of variables', () => {
  test('are new values, and values where there was none', () => {
    const variables = new VariableChanges([number('a', 1), absent('b')]);
    expect(texts(variables.at([number('a', 2), number('b', 3), number('c', 4)], none, false))).toEqual([
      'a: 1 → 2',
      'b: - → 3',
      'c: - → 4',
    ]);
    expect(variables.at([number('a', 2), number('b', 3)], none, false)).toEqual([]);
    expect(texts(variables.at([absent('a')], none, false))).toEqual(['a: 2 → undefined']);
  });

  test('of the module are known from the first look on', () => {
    const variables = new VariableChanges([]);
    expect(variables.at([], none, false, [number('hits', 1)])).toEqual([]);
    expect(texts(variables.at([], none, false, [number('hits', 2)]))).toEqual(['hits: 1 → 2']);
  });

  test('are none where a block begins anew', () => {
    const variables = new VariableChanges([number('item', 1)]);
    expect(variables.at([absent('item')], none, true)).toEqual([]);
    expect(texts(variables.at([number('item', 2)], none, true))).toEqual(['item: 1 → 2']);
  });

  test('are those of parts, of an object that is not assigned', () => {
    const first = object('cart', { total: 1, count: 2 });
    const second = object('cart', { total: 5, more: 3 });
    expect(texts(new VariableChanges([first]).at([second], none, false))).toEqual([
      'cart.total: 1 → 5',
      'cart.more: - → 3',
      'cart.count: 2 → -',
    ]);
    const [whole] = new VariableChanges([first]).at([second], (name) => name === 'cart', false);
    expect(whole?.name).toBe('cart');
    expect(whole?.before?.object).not.toBe(whole?.after?.object);
  });

  test('are named as each language writes parts', () => {
    const part = (children: Variable[]): Variable => ({ ...object('x', {}), value: `${children.length}`, children });
    const before = part([number('other', 1)]);
    const children = [
      { ...number('[0]', 1), isElement: true },
      number("'key'", 2),
      number('#secret', 3),
      number('other', 1),
    ];
    expect(texts(new VariableChanges([before]).at([part(children)], none, false))).toEqual([
      'x[0]: - → 1',
      "x['key']: - → 2",
      'x.#secret: - → 3',
    ]);
  });

  test('of one object by two names are shown once', () => {
    const before = [object('self', { a: 1 }), object('cart', { a: 1 })];
    const after = [object('self', { a: 2 }), object('cart', { a: 2 })];
    expect(texts(new VariableChanges(before).at(after, none, false))).toEqual(['self.a: 1 → 2']);
  });

  test('are bounded', () => {
    const many = Array.from({ length: 50 }, (_, index) => number(`v${index}`, index));
    expect(new VariableChanges([]).at(many, none, false)).toHaveLength(20);
  });
});

test('changes of several stops on a line are one', () => {
  const value = (text: string) => ({ text, type: 'number' });
  const joined = joinChanges(
    [
      { name: 'i', after: value('0') },
      { name: 'a', before: value('1'), after: value('2') },
    ],
    [
      { name: 'i', before: value('0'), after: value('1') },
      { name: 'a', before: value('2'), after: value('1') },
    ],
  );
  expect(joined).toEqual([{ name: 'i', after: value('1') }]);
});
