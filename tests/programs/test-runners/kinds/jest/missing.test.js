require('./not-there.cjs'); // @missing
test('never', () => {});
