test('a test that hangs', () => {
  let rounds = 0;
  for (;;) rounds++; // @endless
});
