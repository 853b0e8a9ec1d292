test('a test that never ends', () => new Promise(() => {}), 200);
