describe('hooks', () => {
  let prepared: string | undefined;

  beforeEach(() => {
    const fixture = 'database';
    if (prepared === undefined) throw new Error(`no ${fixture}`); // @hook
  });

  test('one', () => {
    prepared = 'one';
  });

  test('two', () => {
    prepared = 'two';
  });
});
