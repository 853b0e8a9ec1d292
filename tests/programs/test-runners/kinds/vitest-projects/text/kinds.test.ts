declare const test: any;
declare const expect: any;

test('passes', () => expect(1).toBe(1));
test.for([1, 2])('passes with %i', (number: number) => expect(number).toBeGreaterThan(0));
test('assertion', () => {
  const total: number = 3;
  expect(total).toBe(4); // @assertion
});
test.skip('skipped', () => {});
