import { describe, expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';

const HOSTILE = `
import sys

class Throws:
    def __repr__(self): raise RuntimeError("no repr")
    def __getattr__(self, name): raise RuntimeError("no attribute")

class Hangs:
    def __init__(self): self.ready = True
    def __repr__(self):
        while True: pass
    def __len__(self):
        while True: pass

class Prints:
    def __init__(self): self.n = 1
    def __repr__(self): print("repr was called"); return "Prints!"
    __str__ = __repr__
    @property
    def size(self): print("property was called"); return 3

class Loud(dict):
    def __iter__(self): print("iterated"); return iter(())
    def items(self): print("items"); return []

def look():
    throws, hangs, prints, loud = Throws(), Hangs(), Prints(), Loud(a=1)
    circular = [1]
    circular.append(circular)
    deep = {"a": {"b": {"c": {"d": {"e": 1}}}}}
    long = "x" * 50_000_000
    many = list(range(1_000_000))
    table = {f"key{i}": i for i in range(100_000)}
    text = "line one\\nline two \\u2028 \\U0001F600"
    huge = 10 ** 10_000
    done = True
    return done

look()
finished = True
`;

describe('values of a Python program', () => {
  test('are described without running any code of the program', async () => {
    await using program = await DebuggedPython.start({ 'main.py': HOSTILE }, { breakpoints: [{ at: 'return done' }] });
    await program.firstStop();
    expect(await program.locals()).toEqual([
      'throws = <Throws>',
      'hangs = Hangs(ready=True)',
      'prints = Prints(n=1)',
      "loud = Loud({'a': 1})",
      'circular = [1, list(2)]',
      "deep = {'a': {'b': {'c': dict(1)}}}",
      expect.stringMatching(/^long = 'x{80,100}… \(50000000\)'$/),
      expect.stringMatching(/^many = \[0, 1, 2, .* … 9999\d\d more\]$/),
      expect.stringMatching(/^table = \{'key0': 0, .* … 9999\d more\}$/),
      expect.stringMatching(/^text = 'line one\\nline two \\u2028 😀'$/),
      'huge = <integer of 33220 bits>',
      'done = True',
    ]);
    expect(program.output('stdout') + program.output('log')).toBe('');
    expect(await program.go()).toBe('exited 0');
  });

  test('a repr that throws, hangs or prints is what the caller asked for, and bounded', async () => {
    await using program = await DebuggedPython.start({ 'main.py': HOSTILE }, { breakpoints: [{ at: 'return done' }] });
    await program.firstStop();
    expect(await program.value('repr(throws)')).toBe('RuntimeError: no repr');
    expect(await program.value('repr(prints)')).toBe("'Prints!'");
    expect(program.output('stdout')).toBe('repr was called\n');
    expect(await program.value('repr(hangs)', { timeoutMs: 300 })).toBe('timeout');
    expect(await program.value('__import__("time").sleep(100)', { timeoutMs: 300 })).toBe('timeout');
    expect(await program.value('done')).toBe('True');
    expect(await program.go()).toBe('exited 0');
  });

  test('are expanded step by step, by pages, and refer to nothing after the program went on', async () => {
    await using program = await DebuggedPython.start({ 'main.py': HOSTILE }, { breakpoints: [{ at: 'return done' }] });
    await program.firstStop();
    const { inspection } = program.session;
    const limits = { depth: 1, maxChildren: 2, maxTextLength: 60 };
    const [local] = await inspection.scopes();
    const variables = await inspection.variables(local?.variablesReference ?? 0, { ...limits, maxChildren: 100 });
    const named = (name: string) => variables.find((variable) => variable.name === name);
    expect(named('deep')?.children).toMatchObject([{ name: "'a'", type: 'dict', childCount: 1 }]);
    const many = named('many');
    const page = await inspection.variables(many?.variablesReference ?? 0, limits, { start: 999_998 });
    expect(page).toMatchObject([
      { name: '[999998]', value: '999998', type: 'int' },
      { name: '[999999]', value: '999999' },
    ]);
    const outcome = await inspection.evaluate({ ...limits, expression: '[[1, [2, 3]]]', readOnly: false });
    const reference = outcome.kind === 'value' ? outcome.variablesReference : 0;
    const [inner] = await inspection.variables(reference, limits);
    expect(inner?.children).toMatchObject([{ value: '1' }, { value: '[2, 3]' }]);
    const pair = await inspection.variables(inner?.children?.[1]?.variablesReference ?? 0, limits);
    expect(pair.map(({ value }) => value)).toEqual(['2', '3']);
    await program.go('next');
    await expect(inspection.variables(reference, limits)).rejects.toMatchObject({ code: 'stale_reference' });
  });

  test('of a module are its own: no special names, no imports, functions and classes last', async () => {
    const main = 'import os\n\ndef helper(): pass\n\nclass Thing: pass\n\nlimit = 3\nitems = [limit]\nprint(items)\n';
    await using program = await DebuggedPython.start({ 'main.py': main }, { breakpoints: [{ at: 'print' }] });
    await program.firstStop();
    expect(await program.locals()).toEqual([
      'limit = 3',
      'items = [3]',
      'helper = <function helper()>',
      'Thing = <class Thing>',
    ]);
    expect(await program.value('__name__')).toBe("'__main__'");
  });

  test('a function’s result is shown after it was stepped over', async () => {
    const main = 'def twice(n):\n    return n * 2\n\ndef main():\n    a = twice(21)\n    return a\n\nmain()\n';
    await using program = await DebuggedPython.start({ 'main.py': main }, { breakpoints: [{ at: 'a = twice' }] });
    await program.firstStop();
    expect(await program.go('next')).toBe('step: return a');
    expect(await program.locals()).toEqual(['(return) twice = 42', 'a = 42']);
  });

  test('of numpy and pandas are shape, type and a sample', async () => {
    const main = `
import numpy as np
import pandas as pd
grid = np.arange(1_000_000, dtype="float32").reshape(1000, 1000)
small = np.array([1, 2, 3])
frame = pd.DataFrame({"name": ["a", "b"] * 5000, "price": range(10000)})
column = frame["price"]
print(len(frame))
`;
    await using program = await DebuggedPython.start({ 'main.py': main }, { breakpoints: [{ at: 'print' }] });
    await program.firstStop();
    const locals = await program.locals();
    expect(locals[0]).toMatch(
      /^grid = ndarray\(shape=\(1000, 1000\), dtype=float32\) \[0\.0, 1\.0, .* … 9999\d\d more\]$/,
    );
    expect(locals[1]).toBe('small = ndarray(shape=(3,), dtype=int64) [1, 2, 3]');
    expect(locals[2]).toMatch(
      /^frame = DataFrame\(10000 rows × 2 columns: name \w+, price int64\) \[\('a', 0\), \('b', 1\), .* more\]$/,
    );
    expect(locals[3]).toMatch(/^column = Series\(10000, int64\) \[0, 1, 2, .* more\]$/);
  });

  test('of larger arrays is the range, of tables and columns the labels, of times the zone', async () => {
    const main = `
from datetime import datetime, timedelta, timezone
import numpy as np
import pandas as pd
zeros = np.zeros((300, 200), dtype="float32")
holes = np.where(np.arange(60) % 3 == 0, np.nan, 2.0)
halves = np.append(np.arange(21) / 2, np.nan)
none = np.full(30, np.nan)
bytes_ = np.arange(256, dtype="uint8")[::-1]
prices = pd.Series([1.5, float("nan")], index=["tea", "milk"])
later = pd.Series([7, 8, 9])[1:]
table = pd.DataFrame({"n": [1, 2]}, index=pd.Index(["p", "q"]))
berlin = pd.Timestamp("2024-03-31 01:30", tz="Europe/Berlin")
west = pd.Timestamp(datetime(2024, 1, 2, 3, tzinfo=timezone(-timedelta(hours=3, minutes=30))))
naive = pd.Timestamp("2024-01-02")
print(len(table))
`;
    await using program = await DebuggedPython.start({ 'main.py': main }, { breakpoints: [{ at: 'print' }] });
    await program.firstStop();
    const locals = await program.locals();
    expect(locals.filter((each) => !each.includes('<class'))).toEqual([
      'zeros = ndarray(shape=(300, 200), dtype=float32) all 0.0',
      'holes = ndarray(shape=(60,), dtype=float64) all 2.0 but 20 nan',
      expect.stringMatching(
        /^halves = ndarray\(shape=\(22,\), dtype=float64, 0\.0 to 10\.0, 1 nan\) \[0\.0, 0\.5, .* more\]$/,
      ),
      'none = ndarray(shape=(30,), dtype=float64) all nan',
      expect.stringMatching(/^bytes_ = ndarray\(shape=\(256,\), dtype=uint8, 0 to 255\) \[255, 254, .* more\]$/),
      "prices = Series(2, float64) ['tea': 1.5, 'milk': nan]",
      'later = Series(2, int64) [1: 8, 2: 9]',
      "table = DataFrame(2 rows × 1 columns: n int64) ['p': (1,), 'q': (2,)]",
      "berlin = Timestamp('2024-03-31 01:30:00+01:00 Europe/Berlin')",
      "west = Timestamp('2024-01-02 03:00:00-03:30')",
      "naive = Timestamp('2024-01-02 00:00:00')",
    ]);
  });
});
