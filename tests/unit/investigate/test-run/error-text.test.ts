import { expect, test } from 'vitest';
import { withoutAddresses } from '../../../../src/model/tests/steady-text.ts';

test.each([
  ['<Cart object at 0x7fbd8bb62910>', '<Cart object at 0x7fd9a045c7d0>'],
  ['assert [(<test_itert...fbd8bb62910>)] == []', 'assert [(<test_itert...fd9a045c7d0>)] == []'],
])('%s is the same text in the next run', (first, second) => {
  expect(withoutAddresses(first)).toBe(withoutAddresses(second));
});

test.each(['expected 123456 to be 123457', '<decade>', 'commit abcdef1'])('%s stays as it is', (text) => {
  expect(withoutAddresses(text)).toBe(text);
});
