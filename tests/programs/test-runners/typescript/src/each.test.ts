test.each([3, 4, 5])('number %i is even', (number) => {
  const rest = number % 2;
  expect(rest === 0).toBe(true); // @each
});
