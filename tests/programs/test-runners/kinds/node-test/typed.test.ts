import assert from 'node:assert';
import { test } from 'node:test';

interface Line {
  readonly price: number;
}

test('typed', () => {
  const line: Line = { price: 3 };
  assert.equal(line.price, 4); // @typed
});
