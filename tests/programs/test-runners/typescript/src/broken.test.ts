test('a test that does not parse', () => {
  const = 1;
});
