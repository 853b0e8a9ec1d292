import { describe, expect, test } from 'vitest';
import { breakpointVerdicts } from '../../../../src/session/breakpoints/breakpoint-verdicts.ts';
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

test('code of an archive: a breakpoint in it stops, and its own text is shown; of other code without a file, its call', async () => {
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
  expect(made.source?.caller).toMatchObject({ path: program.path(), line: program.line('print(cart') });
  expect(made.source?.lines).toContain('print(cart.total([1, 2]), made(3))');
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

  test('gives way to one behind it that stands on the same line', async () => {
    const breakpoints = [{ at: 'of one."""' }, { at: '# inner', logMessage: 'inner' }];
    await using program = await DebuggedPython.start(MODULE, { breakpoints });
    expect(await program.firstStop()).toBe('exited 0');
    const [first, second] = program.session.breakpoints.list();
    const reason = 'no code there but on the line where breakpoint 2 stands';
    expect(first).toMatchObject({ state: { kind: 'rejected', reason }, hits: 0 });
    expect(second).toMatchObject({ state: { kind: 'verified', movedFromLine: 10 }, hits: 2 });
    expect(program.output('log')).toBe('inner\ninner\n');
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

const COPIED = 'import os\n\n\ndef total(prices):\n    """A sum."""\n    # a sum\n    return sum(prices)\n';
const ZIPPED = `import sys, zipfile

with zipfile.ZipFile("tool.pyz", "w", zipfile.ZIP_DEFLATED) as archive:
    archive.write("unpacked/cart.py", "cart.py")
sys.path.insert(0, "tool.pyz")
written = 1
import cart
print(cart.total([1, 2]))
`;

test('a breakpoint in an archive moves to code, and past its end is refused; one in the unpacked copy names the archive', async () => {
  const files = { 'main.py': ZIPPED, 'unpacked/cart.py': COPIED };
  await using program = await DebuggedPython.start(files, { breakpoints: [{ at: 'written = 1' }] });
  await program.firstStop();
  const path = program.path('tool.pyz/cart.py');
  const set = async (file: string, line: number) => {
    const { state } = await program.session.breakpoints.set({ target: { kind: 'line', path: file, line } });
    return state;
  };
  expect(await set(path, 60)).toEqual({ kind: 'rejected', reason: 'line 60 is past the end of cart.py (7 lines)' });
  const absent = { kind: 'rejected', reason: `there is no file shop/cart.py in ${program.path('tool.pyz')}` };
  expect(await set(program.path('tool.pyz/shop/cart.py'), 1)).toEqual(absent);
  expect(await set(path, 5)).toMatchObject({ kind: 'pending' });
  await set(program.path('unpacked/cart.py'), 7);
  expect(await program.go()).toBe('breakpoint: cart.py:7');
  const states = program.session.breakpoints.list().map(({ state }) => state);
  expect(states).toContainEqual({ kind: 'verified', location: { path, line: 7, column: 1 }, movedFromLine: 5 });
  const named = `cart.py is not loaded, but ${path} is, which has the same text: set it there`;
  expect(states).toContainEqual({ kind: 'pending', reason: named, final: true });
  expect(await program.go()).toBe('exited 0');
  const said = breakpointVerdicts(program.session.breakpoints.list(), { place: ({ id }) => String(id) });
  expect(said.at(-1)).toMatch(`never hit: ${named}`);
});

test('a breakpoint in a copy of a loaded file names that, and one in another file of its name does not', async () => {
  const files = {
    'main.py': 'import sys\nsys.path.insert(0, "installed")\nimport cart\nloaded = 1\n',
    'installed/cart.py': COPIED,
    'source/cart.py': COPIED,
    'other/cart.py': `${COPIED}\n`,
  };
  await using program = await DebuggedPython.start(files, { breakpoints: [{ at: 'loaded = 1' }] });
  await program.firstStop();
  for (const folder of ['source', 'other'])
    await program.session.breakpoints.set({
      target: { kind: 'line', path: program.path(`${folder}/cart.py`), line: 6 },
    });
  expect(await program.go()).toBe('exited 0');
  const said = breakpointVerdicts(program.session.breakpoints.list(), { place: () => 'x' });
  expect(said.slice(1).map((text) => text.slice(text.indexOf('x: ') + 3))).toEqual([
    `never hit: cart.py is not loaded, but ${program.path('installed/cart.py')} is, which has the same text: set it there`,
    'never hit: its file was not loaded',
  ]);
});
