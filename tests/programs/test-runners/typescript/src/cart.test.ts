import { type Line, priceOf, priceOrZero, total } from './cart';

interface Fixture {
  readonly lines: readonly Line[];
}

describe('cart', () => {
  const chair: Line = { title: 'chair', price: -1, count: 1 };

  test('a passing test', () => {
    expect(total([])).toBe(0);
  });

  test('a wrong total', () => {
    const fixture: Fixture = { lines: [{ title: 'lamp', price: 5, count: 2 }] };
    const wanted = 10;
    expect(total(fixture.lines)).toBe(wanted); // @assertion
  });

  test('an exception of the program', () => {
    const order = 7;
    expect(priceOf(chair)).toBe(order);
  });

  test('an expected exception', () => {
    expect(() => priceOf(chair)).toThrow('negative price');
    expect(priceOrZero(chair)).toBe(0);
  });

  test('an assertion after an await', async () => {
    const before = 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    const after = before + 1;
    expect(after).toBe(before); // @awaited
  });

  test('a rejected promise', () => {
    const reason = 'no stock';
    return Promise.reject(new Error(reason)); // @rejection
  });

  test('a library that awaits', async () => {
    const pending = Promise.resolve('pending');
    await expect(pending).resolves.toBe('done'); // @library
  });

  test.skip('a skipped test', () => {
    expect(1).toBe(2);
  });

  test.todo('a test to be written');
});
