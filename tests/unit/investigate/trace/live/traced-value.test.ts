import { expect, test } from 'vitest';
import { tracedValue } from '../../../../../src/investigate/trace/live/traced-value.ts';

test.each([
  [
    { type: 'number', value: '1.5' },
    { text: '1.5', type: 'number', number: 1.5 },
  ],
  [
    { type: 'number', value: '-1e+21' },
    { text: '-1e+21', type: 'number', number: -1e21 },
  ],
  [
    { type: 'number', value: 'NaN' },
    { text: 'NaN', type: 'NaN' },
  ],
  [
    { type: 'float', value: 'nan' },
    { text: 'nan', type: 'NaN' },
  ],
  [
    { type: 'number', value: 'Infinity' },
    { text: 'Infinity', type: 'number' },
  ],
  [
    { type: 'int', value: '12' },
    { text: '12', type: 'int', number: 12 },
  ],
  [
    { type: 'string', value: '"12"' },
    { text: '"12"', type: 'string' },
  ],
  [
    { type: 'null', value: 'null' },
    { text: 'null', type: 'null' },
  ],
])('%o', (summary, value) => {
  expect(tracedValue(summary)).toEqual(value);
});
