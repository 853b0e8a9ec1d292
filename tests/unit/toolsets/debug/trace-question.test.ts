import { expect, test } from 'vitest';
import { refuseCall, refuseUnused } from '../../../../src/toolsets/debug/trace-points.ts';

const at = ['priceOf()'];

test.each([
  [{ mode: 'deep', at }, 'Mode deep has no use for at.'],
  [{ mode: 'lines', at }, 'Mode lines has no use for at.'],
  [{ at, function: 'invoice()' }, 'at and function do not go together.'],
  [{ mode: 'values', at, file: 'a.js', line: 3 }, 'at and file do not go together.'],
  [{ function: 'invoice()', file: 'a.js', line: 3 }, 'function and line do not go together.'],
  [{ line: 3 }, 'line needs file.'],
  [{ value: '36', mode: 'frame', function: 'invoice()' }, 'Mode frame has no use for value.'],
  [{ value: '36', mode: 'calls' }, 'Mode calls has no use for value.'],
  [{ value: '36', at }, 'value and at do not go together.'],
  [{ value: '36', mode: 'deep', call: '2' }, 'value and call do not go together.'],
  [{ value: '36', compareWith: { args: [] } }, 'value and compareWith do not go together.'],
])('%o is refused, for an argument would be left aside', (args, message) => {
  expect(() => refuseUnused(args)).toThrow(message);
});

test.each([
  [{ value: '36' }],
  [{ value: '36', mode: 'deep', function: 'f()' }],
  [{ at }],
  [{ mode: 'values', at }],
  [{ function: 'f()', file: 'a.js' }],
  [{ file: 'a.js', line: 3 }],
  [{}],
])('%o is a question', (args) => {
  expect(() => refuseUnused(args)).not.toThrow();
});

test('which call is meant is asked only where one is shown', () => {
  expect(() => refuseCall({ call: '2' }, 'calls')).toThrow('Mode calls has no use for call.');
  expect(() => refuseCall({ call: '2', mode: 'lines' }, 'lines')).toThrow('Mode lines has no use for call.');
  expect(() => refuseCall({ call: '2' }, 'frame')).not.toThrow();
  expect(() => refuseCall({}, 'values')).not.toThrow();
});
