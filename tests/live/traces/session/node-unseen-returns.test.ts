import { describe, expect, test } from 'vitest';
import { DebuggedProgram } from '../../../support/debugged-program.ts';
import { follow } from '../../../support/live-trace.ts';
import { nodeVersions } from '../../../support/node-versions.ts';
import { record, treeText } from '../../../support/recorded-session.ts';

/** Functions that V8 does not show the return of. */
const PROGRAM = `let asked = 0;
function find(items, id) {
  for (const item of items) {
    if (item.id === id) return item.price; // find
  }
  return 0;
}
function guarded(n) {
  try {
    return n * 2; // guarded
  } finally {
    asked++;
  }
}
function counted(items) {
  for (const item of items) return asked++;
}
function broken(items) {
  for (const item of items) return item.missing.price; // broken
}
function tried(items) {
  try {
    return broken(items);
  } catch (error) {
    return error.name;
  }
}
async function later(items) {
  for (const item of items) {
    await item;
    return item.id;
  }
}
async function main() {
  const items = [{ id: 1, price: 3 }, { id: 2, price: 4 }]; // begin
  find(items, 2);
  find(items, 3);
  guarded(4);
  counted(items);
  tried(items);
  await later(items);
  return asked; // end
}
main();
`;

describe.each(nodeVersions())('Node $major', ({ path }) => {
  const start = (...places: readonly string[]) =>
    DebuggedProgram.start(path, { 'main.cjs': PROGRAM }, { breakpoints: places.map((at) => ({ at })) });

  test('calls that return unseen are not said to have thrown, and come to what can be read', async () => {
    await using program = await start('// begin', '// end');
    await program.firstStop();
    const { report } = await record(program.session, { kind: 'calls' });
    const items = 'items = [{id: 1, price: 3}, {id: 2, price: 4}]';
    expect(treeText(report.roots)).toEqual([
      `find(${items}, id = 2) → 4 (+1)`,
      'guarded(n = 4) → 8',
      `counted(${items}) → (the debugger does not show with what)`,
      `tried(${items}) → "TypeError"`,
      expect.stringMatching(/^ {2}broken\(.*\) threw TypeError: /),
      `later(${items}) → 1`,
    ]);
    expect(await program.go()).toBe('exited 0');
  });

  test.each([
    ['// find', '→ 4'],
    ['// guarded', '→ 8'],
  ])('so it is with the life of one: %s', async (at, end) => {
    await using program = await start(at);
    await program.firstStop();
    const { story } = await follow(program.session);
    expect(story.at(-1)).toBe(end);
  });

  test('one that throws there has thrown', async () => {
    await using program = await start('// broken');
    await program.firstStop();
    const { story } = await follow(program.session);
    expect(story.at(-1)).toMatch(/^! /);
  });
});
