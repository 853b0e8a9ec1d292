import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { TIER } from '../../../support/tier.ts';

/** Functions that call the next one, each in its own way. */
const WAYS: Readonly<Record<string, (next: string) => string>> = {
  plainly: (next) => `    return ${next}(1)`,
  'in a comprehension': (next) => `    return [${next}(each) for each in (1,)]`,
  'in a lambda': (next) => `    return (lambda: ${next}(1))()`,
  'through a library': (next) => `    return functools.reduce(lambda found, each: ${next}(each), [1], 0)`,
  'in a generator': (next) => `    def items():\n        yield ${next}(1)\n    return list(items())`,
  'in a method': (next) =>
    `    class Made:\n        def __len__(self):\n            ${next}(1)\n            return 1\n    return len(Made())`,
  'in a thread': (next) =>
    `    thread = threading.Thread(target=${next}, args=[1])\n    thread.start()\n    return thread.join()`,
  'in a text': (next) => `    return eval("${next}(1)")`,
};
/** Expressions that look at the stack. */
const LOOKS = [
  '[each.function for each in inspect.stack()]',
  '[each.lineno for each in inspect.stack(0)]',
  'inspect.stack()[1].function',
  'stack()[0][3]',
  '(inspect.stack()[0].function, inspect.stack()[-1].function)',
  '[inspect.stack][0]()[0].function',
  'sys._getframe().f_code.co_name',
  'sys._getframe(1).f_lineno',
  'inspect.currentframe().f_back.f_code.co_name',
  'list(inspect.currentframe().f_locals)',
  '[each.name for each in traceback.extract_stack()]',
  '[each.lineno for each in traceback.extract_stack(limit=2)]',
  '[each.name for each in traceback.extract_stack(None, -2)]',
  'len(traceback.format_stack())',
  'own.stack(3)',
];
const HEAD = `import functools, inspect, sys, threading, traceback
from inspect import stack
class own:
    @staticmethod
    def stack(number):
        return [number]
`;

// Feature: mcp-debugger-tool, Property 367: an expression sees the stack that it would see in the text of the program
test('expressions that look at the stack', { timeout: 300_000 }, async () => {
  const way = fc.constantFrom(...Object.keys(WAYS));
  const calls = fc.array(way, { minLength: 1, maxLength: 5 });
  const looks = fc.uniqueArray(fc.constantFrom(...LOOKS), { minLength: 1, maxLength: 6 });
  const run = fc.asyncProperty(fc.constantFrom(...pythonVersions()), calls, looks, async (version, ways, texts) => {
    using environment = environmentWithDebugpy(version);
    const { python } = environment;
    const functions = ways.map((each, at) => `def step${at}(value):\n${WAYS[each]?.(`step${at + 1}`)}`);
    // A message that names a variable of a comprehension in its line is said in each round of that.
    const lines = texts.map((each, at) => `    print(f'''{${each.replaceAll('each', 'other')}}''')  # ${at};`);
    const source = `${HEAD}${functions.join('\n')}\ndef step${ways.length}(value):\n${lines.join('\n')}\nstep0(1)\n`;
    const breakpoints = texts.map((each, at) => ({ at: `# ${at};`, logMessage: `{${each}}` }));
    await using program = await DebuggedPython.start({ 'main.py': source }, { breakpoints, python });
    expect(await program.firstStop()).toBe('exited 0');
    expect(program.output('log')).toBe(execFileSync(python, [program.path()], { encoding: 'utf8' }));
  });
  await fc.assert(run, { numRuns: TIER === 'all' ? 100 : 6 });
});

const CALLERS = `${HEAD}
def work(number):
    done = number * 2
    return done
def one():
    return work(1)
def two():
    return work(2)
def called_by(name):
    return any(each.function == name for each in inspect.stack())
for _ in range(3):
    one()
    two()
`;

test('conditions and evaluations look at the stack', async () => {
  const [version] = pythonVersions();
  if (version === undefined) throw new Error('there is no Python');
  using environment = environmentWithDebugpy(version);
  const breakpoints = [
    { at: 'return done', condition: 'inspect.stack()[1].function == "two" and not called_by("one")' },
  ];
  await using program = await DebuggedPython.start({ 'main.py': CALLERS }, { breakpoints, python: environment.python });
  expect(await program.firstStop()).toBe('breakpoint: return done');
  expect(await program.value('number, [each.function for each in inspect.stack()]')).toBe(
    "(2, ['work', 'two', '<module>'])",
  );
  expect(await program.value('found = sys._getframe(1).f_code.co_name')).toBe('None');
  expect(await program.value('found')).toBe("'two'");
  await program.value('kept = lambda: inspect.stack()[1].function');
  expect(await program.value('kept.__code__.co_consts')).toMatch(/^\((None, )?1,?\)$/);
  expect(await program.value('sys._getframe(3)')).toBe('ValueError: call stack is not deep enough');
  await program.value('traceback.print_stack()');
  expect(await program.go()).toBe('breakpoint: return done');
  expect(await program.go()).toBe('breakpoint: return done');
  expect(await program.go()).toBe('exited 0');
  const lines = program.output('stderr').trimEnd().split('\n');
  expect(lines.filter((line) => line.startsWith('  File'))).toEqual([
    `  File "${program.path()}", line ${program.line('    two()')}, in <module>`,
    `  File "${program.path()}", line ${program.line('return work(2)')}, in two`,
    `  File "${program.path()}", line ${program.line('return done')}, in work`,
  ]);
});
