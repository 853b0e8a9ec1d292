import { expect, test } from 'vitest';
import { differences } from '../../../../../src/investigate/trace/compare/differences.ts';
import { renderComparison } from '../../../../../src/render/trace/compared/comparison.ts';
import { expectGolden } from '../../../../support/golden.ts';
import { cwd } from '../../samples.ts';
import { call, pass, returned, SOURCE, value } from '../samples.ts';

const other = {
  ...call,
  number: 3,
  arguments: [
    { name: 'items', after: value('[5 items]', 'Array') },
    { name: 'member', after: value('false', 'boolean') },
  ],
  events: [...call.events.slice(0, 2), ...pass(1, '5', undefined), ...pass(2, '12', ['0', '12'])],
  end: returned('12'),
};

const frames = {
  ...({ kind: 'comparison', of: 'frame', otherName: 'the other run' } as const),
  ...{ one: call, other, differences: [], source: SOURCE, otherSource: SOURCE },
};

test('two runs are shown where they part', () => {
  const view = { ...frames, differences: differences(call.events, other.events, 5) };
  expectGolden('render/trace-comparison', renderComparison(view, { cwd }, 650).text);
});

test('two runs that are alike are said to be', () => {
  const view = { ...frames, other: call, differences: [] };
  const { text } = renderComparison(view, { cwd }, 650);
  expect(text).toContain('ran alike here and in the other run: the same path, the same values.');
});
