import { expect, it } from 'vitest';
import type { PathStep } from '../../../../../src/adapter/v8/summary/summary-node.ts';
import { toValueSummary } from '../../../../../src/adapter/v8/summary/to-variable.ts';
import { nodeOf } from '../../../../fakes/in-process.ts';

it('allots a reference for the path of everything that can be expanded, and for nothing else', () => {
  const paths: (readonly PathStep[])[] = [];
  const allot = (path: readonly PathStep[]) => paths.push(path);
  const root = nodeOf({ id: 1, list: [[1], 'a'], map: new Map([['k', { v: 1 }]]), empty: {} }, { depth: 2 });

  const summary = toValueSummary(root, [], allot);

  expect(summary).toMatchObject({ type: 'object', variablesReference: 1, childCount: 4 });
  expect(summary.children?.map(({ name, variablesReference }) => [name, variablesReference])).toEqual([
    ['id', 0],
    ['list', 2],
    ['map', 4],
    ['empty', 0],
  ]);
  expect(paths).toEqual([
    [],
    [{ kind: 'property', name: 'list' }],
    [
      { kind: 'property', name: 'list' },
      { kind: 'property', name: '0' },
    ],
    [{ kind: 'property', name: 'map' }],
    [
      { kind: 'property', name: 'map' },
      { kind: 'entry-value', index: 0 },
    ],
  ]);
});
