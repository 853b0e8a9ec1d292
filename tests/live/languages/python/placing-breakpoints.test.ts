import { describe, expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';

const ARCHIVED = `
import os, sys, zipfile

with zipfile.ZipFile("tool.pyz", "w") as archive:
    archive.writestr("cart.py", "def total(prices):\\n    found = sum(prices)\\n    return found\\n")
sys.path.insert(0, "tool.pyz")
written = 1
exec(compile("def made(x):\\n    y = x\\n    return y\\n", os.path.abspath("elsewhere.py"), "exec"))
import cart
print(cart.total([1, 2]), made(3))
`;

test('code of an archive: a breakpoint in it stops, and its own text is shown; what is decompiled is marked', async () => {
  await using program = await DebuggedPython.start({ 'main.py': ARCHIVED }, { breakpoints: [{ at: 'written = 1' }] });
  await program.firstStop();
  const path = program.path('tool.pyz/cart.py');
  await program.session.breakpoints.set({ target: { kind: 'line', path, line: 3 } });
  await program.go();
  const stop = await program.session.report({ depth: 0, maxChildren: 9, maxTextLength: 80 });
  expect(stop.stop.location).toMatchObject({ path, line: 3 });
  expect(stop.locals.map(({ name, value }) => `${name} = ${value}`)).toEqual(['prices = [1, 2]', 'found = 3']);
  expect(stop.source?.lines).toContain('    found = sum(prices)');
  await program.session.breakpoints.set({ target: { kind: 'function', name: 'made' } });
  await program.go();
  const made = await program.session.report({ depth: 0, maxChildren: 9, maxTextLength: 80 });
  expect(made.source?.lines.find((line) => line !== '')).toMatch(/^\[decompiled\] /);
  expect(await program.go()).toBe('exited 0');
});

const TEXT = `"""Module
doc."""
import sys


# a comment
def one(x):
    """Doc
    of one."""
    # inner
    y = 1

    if x:
        z = (1 +
             2)
        # end of block
    else:
        z = 3
    return dict(
        a=1,
        b=y + z,
    )
# after one


def two():
    global G
    G = 1
    if False:
        G = 2
    return G


for i in range(2):
    one(i)
two()
# the end
`;

const MODULE = { 'main.py': TEXT };

describe('a breakpoint on a line of Python without code', () => {
  test.each([
    ['a comment in front of a function', 6, 7],
    ['a docstring', 9, 11],
    ['a comment in a function', 10, 11],
    ['a blank line in a function', 12, 13],
    ['a second line of a statement', 15, 14],
    ['an else', 17, 18],
    ['the end of a statement', 22, 21],
    ['a blank line between functions', 24, 26],
    ['a declaration', 27, 28],
  ])('moves to the code that it belongs to: %s', async (_what, line, found) => {
    await using program = await DebuggedPython.start(MODULE, { stopOnEntry: true });
    await program.firstStop();
    const target = { kind: 'line', path: program.path('main.py'), line } as const;
    expect((await program.session.breakpoints.set({ target })).state).toMatchObject({
      kind: 'verified',
      location: { line: found },
      movedFromLine: line,
    });
  });

  test.each([
    ['the end of a block', 16, 14],
    ['what is never run', 30, 29],
    ['the end of the file', 37, 36],
  ])('is refused where the block has no more: %s', async (_what, line, above) => {
    await using program = await DebuggedPython.start(MODULE, { stopOnEntry: true });
    await program.firstStop();
    const target = { kind: 'line', path: program.path('main.py'), line } as const;
    const reason = `no code there; the nearest line above that has some is ${above}`;
    expect((await program.session.breakpoints.set({ target })).state).toEqual({ kind: 'rejected', reason });
    const below = { kind: 'line', path: program.path('main.py'), line: 28 } as const;
    expect((await program.session.breakpoints.set({ target: below })).state).toMatchObject({ kind: 'verified' });
    expect(await program.go()).toBe('breakpoint: G = 1');
    expect(await program.go()).toBe('exited 0');
  });

  test('never records the values of another line', async () => {
    await using program = await DebuggedPython.start(MODULE, { stopOnEntry: true });
    await program.firstStop();
    const target = { kind: 'line', path: program.path('main.py'), line: 12 } as const;
    const { state } = await program.session.breakpoints.set({ target, collect: ['y'] });
    expect(state).toMatchObject({ kind: 'rejected', reason: expect.stringContaining('no code there') });
    expect(await program.go()).toBe('exited 0');
    expect(program.collected).toEqual([]);
  });
});
