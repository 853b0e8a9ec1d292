let attempts = 0;

test('a test that fails at first', { retry: 2 }, () => {
  attempts++;
  expect(attempts).toBe(3);
});
