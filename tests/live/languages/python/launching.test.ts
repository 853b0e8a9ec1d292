import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LaunchRequest } from '../../../../src/adapter/debug-adapter.ts';
import { launchWithAdapter } from '../../../../src/adapter/languages/python/debugpy/launch-with-adapter.ts';
import { planPythonCommand } from '../../../../src/adapter/languages/python/python-command.ts';
import { pythonRecipe } from '../../../../src/adapter/languages/python/recipe.ts';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { pythonWith } from '../../../support/pythons.ts';

const PACKAGE = {
  'shop/__init__.py': '',
  'shop/__main__.py': 'import sys\nfrom shop.total import total\n\nprint(total([1, 2]), sys.argv[1:])\n',
  'shop/total.py': 'def total(items):\n    result = sum(items)\n    return result\n',
  'test_shop.py':
    'from shop.total import total\n\ndef test_total():\n    found = total([1, 2])\n    assert found == 4\n\ndef test_other():\n    assert total([]) == 0\n',
};
const inTotal = [{ at: 'return result', file: 'shop/total.py' }];

describe('ways to start a Python program', () => {
  test.each([
    ['a module', { program: '-m shop', args: ['a'] }],
    ['a command line', { program: 'python -X dev -m shop', args: ['a'] }],
    ['a folder with a __main__', { program: 'shop', args: ['a'], env: { PYTHONPATH: '.' } }],
    ['code', { program: 'python -c "import shop.total; shop.total.total([3])"', args: ['a'] }],
  ])('%s', async (_, options) => {
    await using program = await DebuggedPython.start(PACKAGE, { breakpoints: inTotal, ...options });
    expect(await program.firstStop()).toBe('breakpoint: return result');
    expect(await program.value('result')).toBe('3');
    expect(await program.value('__import__("sys").argv[1:]')).toBe("['a']");
    expect(await program.go()).toBe('exited 0');
  });

  test.each([[['bare.py']], [['-m', 'bare']]])(
    'the namespace of the program has no names but its own: %s',
    async (args) => {
      const files = { 'bare.py': "import os\nprint([*filter(lambda name: name[:2] != '__', globals())])\n" };
      await using program = await DebuggedPython.start(files, { program: 'python', args });
      expect(await program.firstStop()).toBe('exited 0');
      expect(program.output('stdout')).toBe("['os']\n");
    },
  );

  test('a script without an extension, by its first line', async () => {
    await using program = await DebuggedPython.start(
      { run: `#!${pythonWith('newest')}\nvalue = 1\nprint(value)\n` },
      { breakpoints: [{ at: 'print' }] },
    );
    expect(await program.firstStop()).toBe('breakpoint: print(value)');
  });

  test('a console script beside the interpreter: pytest, stopped where the assertion fails', async () => {
    await using program = await DebuggedPython.start(PACKAGE, {
      program: 'pytest',
      args: ['-q', '-p', 'no:cacheprovider', 'test_shop.py'],
      exceptionMode: 'userUnhandled',
    });
    expect(await program.firstStop()).toBe('exception: assert found == 4');
    expect((await program.locals())[0]).toBe('found = 3');
    expect(program.session.state).toMatchObject({ exception: { name: 'AssertionError' } });
    expect(await program.go()).toBe('exited 1');
    expect(program.output('stdout')).toContain('1 failed, 1 passed');
  });

  test('stop on entry is the first line of the program itself', async () => {
    const main = 'import sys\nfrom shop.total import total\nprint(total([1]))\n';
    await using program = await DebuggedPython.start({ 'main.py': main, ...PACKAGE }, { stopOnEntry: true });
    expect(await program.firstStop()).toBe('entry: import sys');
    expect(await program.go('next')).toBe('step: from shop.total import total');
  });

  test('the program sees its own arguments, path and environment', async () => {
    const main =
      'import os, sys\nfacts = [sys.argv, sys.path[0], os.environ.get("MINE"), sys.flags.optimize]\nprint(facts)\n';
    await using program = await DebuggedPython.start(
      { 'main.py': main },
      { program: 'python -O main.py one', args: ['two words'], env: { MINE: 'yes' }, breakpoints: [{ at: 'print' }] },
    );
    await program.firstStop();
    expect(await program.value('facts[0][1:]')).toBe("['one', 'two words']");
    expect(await program.value('facts[1]')).toBe(`'${program.folder}'`);
    expect(await program.value('facts[2:]')).toBe("['yes', 1]");
  });

  test('an error in the program’s syntax is its own error', async () => {
    await using program = await DebuggedPython.start({ 'main.py': 'def broken(:\n' }, { exceptionMode: 'none' });
    expect(await program.firstStop()).toBe('exited 1');
    expect(program.output('stderr')).toContain('SyntaxError');
  });

  test.each([
    [{ program: 'missing.py' }, 'source_not_found'],
    [{ program: 'python' }, 'invalid_argument'],
  ])('%o is refused', async (options, code) => {
    await expect(DebuggedPython.start({ 'main.py': '' }, options)).rejects.toMatchObject({ code });
  });

  test('an interpreter that ends at once is reported with what it said', async () => {
    const files = { 'main.py': 'print(1)\n' };
    const broken = DebuggedPython.start(files, { program: 'python --no-such-option main.py' });
    await expect(broken).rejects.toMatchObject({
      code: 'launch_failed',
      message: expect.stringContaining('no-such-option'),
    });
  });
});

describe('by way of debugpy’s adapter', () => {
  const recipe = {
    ...pythonRecipe,
    launch: async (request: LaunchRequest) => {
      const command = await planPythonCommand(request);
      const env = { ...process.env, ...request.env } as Record<string, string>;
      return launchWithAdapter(request, command, { pythonPath: undefined, version: '1.0', packages: '' }, env);
    },
  };

  test('a program is stopped, stepped, looked into and ended alike', async () => {
    const main =
      'import subprocess, sys\n\ndef twice(n):\n    result = n * 2\n    return result\n\nprint(twice(4))\nsubprocess.run([sys.executable, "child.py"])\nsys.exit(5)\n';
    await using program = await DebuggedPython.start(
      { 'main.py': main, 'child.py': 'value = 3\nprint(value)\n' },
      { recipe, breakpoints: [{ at: 'return result' }, { at: 'print', file: 'child.py' }] },
    );
    expect(await program.firstStop()).toBe('breakpoint: return result');
    expect(await program.locals()).toEqual(['n = 4', 'result = 8']);
    expect(await program.value('result + 1')).toBe('9');
    expect(await program.go('stepOut')).toBe('step: print(twice(4))');
    expect(await program.go()).toBe('breakpoint: print(value)');
    expect(await program.value('value')).toBe('3');
    expect(await program.go()).toBe('exited 5');
    expect(program.output('stdout')).toContain('8\n');
  });

  test('an exception that nobody catches is reported with its traceback', async () => {
    await using program = await DebuggedPython.start({ 'main.py': '1 / 0\n' }, { recipe });
    expect(await program.firstStop()).toBe('exception: 1 / 0');
    expect(program.session.state).toMatchObject({ exception: { name: 'ZeroDivisionError', uncaught: true } });
    expect(await program.go()).toBe('exited 1');
    expect(program.output('stderr')).toContain('ZeroDivisionError');
  });
});

describe('what is the program’s own code', () => {
  const MAIN =
    'import json\n\nclass Encoder(json.JSONEncoder):\n    def default(self, value):\n        return str(value)\n\nprint(json.dumps({1}, cls=Encoder))\nprint(2)\n';

  test('a step does not land in a library, but in what the library calls', async () => {
    await using program = await DebuggedPython.start({ 'main.py': MAIN }, { breakpoints: [{ at: 'json.dumps' }] });
    await program.firstStop();
    expect(await program.go('stepIn')).toBe('step: return str(value)');
    const { frames } = await program.session.report({ depth: 0, maxChildren: 0, maxTextLength: 80 });
    const named = (kind: string) => frames.filter((each) => each.presentation === kind).map(({ name }) => name);
    expect(named('normal')).toEqual(['default', '<module>']);
    // The library's are there for callers that ask for them.
    expect(named('internal')).toEqual(['iterencode', 'encode', 'dumps']);
    expect(await program.go('stepOut')).toBe('step: print(json.dumps({1}, cls=Encoder))');
    expect(await program.go('next')).toBe('step: print(2)');
  });

  test('a breakpoint in a library works nevertheless', async () => {
    await using program = await DebuggedPython.start({ 'main.py': MAIN }, { breakpoints: [{ at: 'json.dumps' }] });
    await program.firstStop();
    const library = (await program.value('json.encoder.__file__')).slice(1, -1);
    const lines = readFileSync(library, 'utf8').split('\n');
    const line = lines.findIndex((text) => text.includes('chunks = self.iterencode')) + 1;
    const record = await program.session.breakpoints.set({ target: { kind: 'line', path: library, line } });
    expect(record.state.kind).toBe('verified');
    expect(await program.go()).toMatch(/^breakpoint: encoder\.py:\d+$/);
    expect((await program.locals()).join()).toContain('self = Encoder(');
  });

  test('a program that lies among the packages is its own code', async () => {
    const files = { 'site-packages/tool.py': 'def run():\n    return 1\n\nrun()\n' };
    const options = { breakpoints: [{ at: 'return 1' }] };
    await using program = await DebuggedPython.start(files, options);
    expect(await program.firstStop()).toBe('breakpoint: return 1');
    expect(await program.go('stepOut')).toBe('step: run()');
  });
});

describe('an executable script on the PATH', () => {
  test('is run by the Python of its first line', async () => {
    const files = { 'bin/greet': `#!${pythonWith('newest')}\nname = "x"\nprint(name)\n` };
    await using first = await DebuggedPython.start(files, { program: 'bin/greet' });
    expect(await first.firstStop()).toBe('exited 0');
    const folder = dirname(first.path('bin/greet'));
    writeFileSync(join(folder, 'hello'), files['bin/greet']);
    chmodSync(join(folder, 'hello'), 0o755);
    const env = { PATH: `${folder}:${process.env.PATH}` };
    await using second = await DebuggedPython.start(files, { program: 'hello', env, breakpoints: [] });
    expect(await second.firstStop()).toBe('exited 0');
    expect(second.output('stdout')).toBe('x\n');
  });
});
