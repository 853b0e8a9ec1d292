test('a snapshot', () => {
  const shown = { title: 'lamp', count: 2 };
  expect(shown.title).toMatchInlineSnapshot(`"chair"`); // @snapshot
});
