jest.retryTimes(2);
let at = 0;
test('flaky', () => expect(++at).toBe(2));
