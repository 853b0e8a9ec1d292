import { expect, test } from 'vitest';
import { toCdpPosition, toSourcePosition } from '../../../src/cdp/positions.ts';

test('both numbers move by one, and a missing column is the start of the line', () => {
  expect(toSourcePosition({ lineNumber: 0, columnNumber: 4 })).toEqual({ line: 1, column: 5 });
  expect(toSourcePosition({ lineNumber: 9 })).toEqual({ line: 10, column: 1 });
});

test('back again, a missing column stays missing', () => {
  expect(toCdpPosition({ line: 1, column: 5 })).toEqual({ lineNumber: 0, columnNumber: 4 });
  expect(toCdpPosition({ line: 10 })).toEqual({ lineNumber: 9 });
});
