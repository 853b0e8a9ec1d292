import { expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';

test('a container that finds no room inside another is named with its size, and does not read like more elements of that', async () => {
  const text = `rows = [{"id": number, "name": "x" * 30, "tags": [1, 2]} for number in range(4)]\nprint(rows)\n`;
  await using program = await DebuggedPython.start({ 'main.py': text }, { breakpoints: [{ at: 'print' }] });
  await program.firstStop();
  const { locals } = await program.session.report({ depth: 0, maxChildren: 5, maxTextLength: 100 });
  const { value } = locals.find(({ name }) => name === 'rows') ?? { value: '' };
  expect(value).toContain(', dict(3)');
  expect(value).not.toMatch(/[[({]… \d+ more/);
});
