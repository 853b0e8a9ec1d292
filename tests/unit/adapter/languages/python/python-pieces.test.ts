import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { markedMessage, unmarkedOutput } from '../../../../../src/adapter/dap/breakpoints/log-marks.ts';
import { ATTACHED } from '../../../../../src/adapter/languages/python/debugpy/debugpy-arguments.ts';
import { pythonExpressionErrors } from '../../../../../src/adapter/languages/python/expression-check.ts';
import { plainCommand } from '../../../../../src/adapter/languages/python/hang/plain-command.ts';
import { callIn, isMatching } from '../../../../../src/adapter/languages/python/hang/python-stacks.ts';
import { pythonPlaces } from '../../../../../src/adapter/languages/python/python-places.ts';
import { isPythonProgram } from '../../../../../src/adapter/languages/python/python-program.ts';
import { logMessageParts } from '../../../../../src/adapter/log-message.ts';
import { pythonWith } from '../../../../support/pythons.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const folder = temporaryFolder('pieces-');
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('what is taken for a Python program', () => {
  written('plain', '#!/usr/bin/env python3\n');
  written('long', '#!/bin/sh\n\'\'\'exec\' "/very/long/path/bin/python3" "$0" "$@"\n');
  written('shell', '#!/bin/sh\necho python\n');
  test.each([
    ['app.py', true],
    ['sh app.py', false],
    ['my app.py', true],
    ['tool.pyz', true],
    ['python app.py', true],
    ['python3.12 -m http.server', true],
    ['/opt/venv/bin/python -c "1"', true],
    ['-m pytest', true],
    ['pytest tests', true],
    ['plain', true],
    ['long', true],
    ['shell', false],
    ['node app.js', false],
    ['pythonic.js', false],
    ['npm test', false],
  ])('%s: %s', (program, expected) => {
    expect(isPythonProgram({ program, cwd: folder, env: {} })).toBe(expected);
  });
});

describe('the warning for a moved breakpoint', () => {
  const path = written(
    'moved.py',
    'def one():\n    # note\n    a = 1\n\n# between\ndef two():\n    return 2\n\nprint(3)\n',
  );
  test.each([
    [2, 3, undefined],
    [5, 6, 'this is the def statement, which runs once, when the function is defined; its body begins at line 7'],
    [3, 7, 'that is in another function (two)'],
    [7, 9, 'that is outside of the function'],
  ])('from line %i to line %i', (from, to, warning) => {
    expect(pythonPlaces(path)?.warning(from, to)).toBe(warning);
  });
});

test.each([
  ['def one(n):\n    return n\n', 1, 'the def statement', 2],
  [
    'def one(\n    n: dict = {},  # (\n) -> str:\n    """Says\n    more."""\n\n    return n\n',
    1,
    'the def statement',
    7,
  ],
  [
    'class A:\n    @cached("a:(")\n    # note\n    async def one(self):\n        """Says."""\n        return 1\n',
    2,
    'a decorator',
    6,
  ],
  ['class A:\n    async def one(self): # note\n        """Only this."""\nprint(1)\n', 2, 'the def statement', 3],
  ['def one(n): return n\n', 1, undefined, 0],
  ['def one(n):\n    return n\n', 2, undefined, 0],
  ['default = 1\n', 1, undefined, 0],
])('the head of a function is no place in it: %j, line %i', (text, line, what, body) => {
  const runs = 'which runs once, when the function is defined';
  const warning = what === undefined ? undefined : `this is ${what}, ${runs}; its body begins at line ${body}`;
  expect(pythonPlaces(written('head.py', text))?.warning(line, line)).toBe(warning);
});

describe('a log message', () => {
  test.each([
    ['total is {total}!', ['total is ', '<total>', '!']],
    ['{d["a}"]} \\{x\\}', ['<d["a}"]>', ' {x}']],
    ['{ {1: 2}[1] }', ['< {1: 2}[1] >']],
    ['', []],
  ])('%s is taken apart', (message, parts) => {
    const shown = logMessageParts(message).map(({ kind, text }) => (kind === 'expression' ? `<${text}>` : text));
    expect(shown).toEqual(parts);
  });

  test('has doubled braces where the language has them', () => {
    const shown = logMessageParts('{{{x}}} {y:{w}} }} {{}}', { doubledBraces: true });
    expect(shown).toEqual([
      { kind: 'text', text: '{' },
      { kind: 'expression', text: 'x' },
      { kind: 'text', text: '} ' },
      { kind: 'expression', text: 'y:{w}' },
      { kind: 'text', text: ' } {}' },
    ]);
  });

  test('without the other half of a brace is refused', () => {
    expect(() => logMessageParts('{a')).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
  });

  test('is found again in output, also where several came in one piece', () => {
    const output = `before\n${markedMessage('log', 3, 'a\n')}${markedMessage('collect', 4, '{}\n')}`;
    expect(unmarkedOutput(output)).toEqual({
      other: 'before\n',
      marked: [
        { kind: 'log', id: 3, text: 'a\n' },
        { kind: 'collect', id: 4, text: '{}\n' },
      ],
    });
    expect(unmarkedOutput('nothing of ours\n')).toEqual({ other: 'nothing of ours\n', marked: [] });
  });
});

test('expressions are parsed by Python itself, and nothing is run', async () => {
  const texts = ['a > 1', 'a >', 'x = 1', '[i for i in "é😀"]', 'print("ran")', 'await it'];
  const forms = texts.map((text) => [text]);
  const errors = await pythonExpressionErrors(pythonWith('newest'), forms, {});
  expect(errors.map((error) => error === undefined)).toEqual([true, false, false, true, true, true]);
});

test.each([
  ['def bye():\n    x = 1\natexit.register(bye)\n', 2, 'bye'],
  ['class App:\n    def close(self):\n        x = 1\nimport atexit; atexit.register( app.close, 1)\n', 3, 'close'],
  ['@atexit.register\n@other\ndef bye():\n    x = 1\n', 4, 'bye'],
  ['def bye():\n    x = 1\natexit.register(byebye)\n', 2, undefined],
  ['@register\ndef bye():\n    x = 1\natexit.register\n', 3, undefined],
  ['def bye():\n    x = 1\natexit.register(bye)\ny = 2\n', 4, undefined],
])('a line that may run when the debugger of an attached program has gone is warned of: %j', (text, line, name) => {
  const said =
    name &&
    `Python calls ${name} at its end (atexit.register): where that was registered before the debugger came, the debugger has gone by then, and it is not seen`;
  expect(pythonPlaces(written('end.py', text), ATTACHED)?.warning(line, line)).toBe(said);
  expect(pythonPlaces(written('end.py', text))?.warning(line, line)).toBeUndefined();
});

describe('the call that a stack is in, by the text of its line', () => {
  const frame = (name: string, presentation: 'normal' | 'internal') => ({
    name,
    presentation,
    location: { path: '/p', line: 1, column: 1 },
  });
  test.each([
    ['match', 'def check(s): return re.match(r"(a+)+$", s)', 're.match(r"(a+)+$", s)'],
    ['match', 'print(len(text), re.match(")", text), 1)', 're.match(")", text)'],
    [undefined, 'found = pattern.match(text)', 'pattern.match(text)'],
    [undefined, 'print(pattern.match(text))', undefined],
    ['sub', 'text = PATTERN.sub(', 'PATTERN.sub('],
    [undefined, 'total = a ** b', undefined],
    [undefined, `long(${'x'.repeat(200)})`, `long(${'x'.repeat(94)}…`],
  ])('%s in: %s', (called, line, expected) => {
    const frames = [...(called === undefined ? [] : [frame(called, 'internal')]), frame('check', 'normal')];
    expect(callIn(frames, line)).toBe(expected);
  });

  test.each([
    ['/usr/lib/python3.11/re/__init__.py', 'return _compile(pattern, flags).match(string)', true],
    ['/usr/lib/python3.8/re.py', '', true],
    ['/app/parse.py', 'found = PATTERN.fullmatch(text)', true],
    ['/app/parse.py', 'while not LINE.search (text): pass', true],
    ['/app/store.py', 'total = rematch(text)', false],
    ['/app/more.py', 'json.loads(text)', false],
  ])('is one of a pattern: %s, %s', (path, line, expected) => {
    const innermost = { ...frame('x', 'normal'), location: { path, line: 1, column: 1 } };
    expect(isMatching([innermost, frame('check', 'normal')], line)).toBe(expected);
    expect(isMatching([], line)).toBe(false);
  });
});

test.each([
  [
    "python -c import sys; sys.path.insert(0, r'/d/pydevd'); import pydevd; pydevd.config('a', 'b'); pydevd.settrace(port=1, access_token='s', __setup_holder__={'a': 1, 'file': None}); print(1)",
    'python -c print(1)',
  ],
  [
    'python -X frozen_modules=off /d/pydevd.py --multiprocess --client 127.0.0.1 --access-token s --file work.py --file x',
    'python work.py --file x',
  ],
  [
    'python -u -X frozen_modules=off /d/start_debuggee.py  --connect 127.0.0.1:1 --configure-subProcess true app.py 1',
    'python -u app.py 1',
  ],
  ['python -m pytest start_debuggee.py', 'python -m pytest start_debuggee.py'],
  [
    "python -c import sys; from multiprocessing.forkserver import main; main(8, ['a (b)'], **{'sys_path': ['/x', '/y']}) /d/app.py",
    'python -c import sys; from multiprocessing.forkserver import main; main(…) /d/app.py',
  ],
])('of a command line, what the debugger put there is not shown: %s', (command, plain) => {
  expect(plainCommand(command)).toBe(plain);
});
