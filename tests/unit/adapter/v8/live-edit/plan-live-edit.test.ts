import { describe, expect, it } from 'vitest';
import { placedEditAt } from '../../../../../src/adapter/v8/live-edit/live-edit-plan.ts';
import { planLiveEdit } from '../../../../../src/adapter/v8/live-edit/plan-live-edit.ts';

interface Options {
  readonly sourceType?: 'module' | 'commonjs';
  readonly started?: boolean;
  readonly condition?: string;
}

/** Plans one edit for the line that has `<<` at its end (the mark is taken out), or for the line after the last one. */
function plan(marked: string, options: Options = {}) {
  const lines = marked.split('\n');
  const lineNumber = lines.findIndex((line) => line.endsWith('<<'));
  const source = marked.replace('<<', '');
  const { sourceType = 'commonjs', started = true, condition = 'cond' } = options;
  const edits = [{ id: 7, lineNumber: lineNumber < 0 ? lines.length : lineNumber, condition }];
  return planLiveEdit({ source, sourceType, started, edits });
}

const INSERTED = ';try{if(cond)debugger}catch{}';

describe('a statement that is the first of its line in a statement list takes an edit', () => {
  const cases: [name: string, marked: string, lineBefore: string][] = [
    ['in a loop', 'function f() {\n  for (;;) {\n    go()<<\n  }\n}', `  for (;;) {${INSERTED}`],
    ['after a line comment', 'function f() {\n  a() // then\n  b()<<\n}', `  a()${INSERTED} // then`],
    ['after blank lines', 'function f() {\n  a()\n\n\n  b()<<\n}', `  a()${INSERTED}`],
    ['after an else', 'function f() {\n  if (a) {\n  } else {\n    b()<<\n  }\n}', `  } else {${INSERTED}`],
    ['after a directive', "function f() {\n  'use strict'\n  b()<<\n}", `  'use strict'${INSERTED}`],
    ['in a switch', 'function f(x) {\n  switch (x) {\n    case 1:\n      b()<<\n  }\n}', `    case 1:${INSERTED}`],
    ['in an arrow body', 'const f = () => {\n  b()<<\n}', `const f = () => {${INSERTED}`],
    ['in a method', 'class A {\n  m() {\n    b()<<\n  }\n}', `  m() {${INSERTED}`],
    ['after a text of two lines', 'function f() {\n  const t = `a\nb`\n  go(t)<<\n}', `b\`${INSERTED}`],
    ['after a comment on its own line', 'function f() {\n  a()\n  /* c */ b()<<\n}', `  a()${INSERTED}`],
  ];
  it.each(cases)('%s', (_name, marked, lineBefore) => {
    const { source, placed, unsafe } = plan(marked);
    expect(unsafe).toEqual([]);
    const [edit] = placed;
    const line = source.split('\n')[edit?.debuggerAt.lineNumber ?? -1] ?? '';
    expect(line).toBe(lineBefore);
    expect(line.slice(edit?.debuggerAt.columnNumber)).toMatch(/^debugger/);
    expect(line.slice(edit?.startColumn, edit?.endColumn)).toBe(INSERTED);
  });
});

describe('a line without such a statement is unsafe', () => {
  const cases: [name: string, marked: string, reason: RegExp, options?: Options][] = [
    ['past the end', 'function f() {\n  a()\n}', /past the end/],
    ['only a comment', 'function f() {\n  // note<<\n  a()\n}', /no code/],
    ['inside a template', 'function f() {\n  a(`\n text<<\n`)\n}', /inside a text/],
    ['inside an expression', 'function f() {\n  a(\n    b(),<<\n  )\n}', /does not begin with a statement/],
    ['a branch without braces', 'function f() {\n  if (a)\n    b()<<\n}', /does not begin with a statement/],
    ['an arrow body without braces', 'const f = () =>\n  b()<<\n', /does not begin with a statement/],
    ['a class field', 'class A {\n  x = 1<<\n}', /does not begin with a statement/],
    ['a static block', 'class A {\n  static {\n    b()<<\n  }\n}', /initialiser of a class/],
    ['a closing brace', 'function f() {\n  a()\n}<<', /does not begin with a statement/],
    ['a second statement', 'function f() {\n  a(\n  ); b()<<\n}', /does not begin with a statement/],
    ['after a label', 'function f() {\n  x:\n  for (;;) {}<<\n}', /does not begin with a statement/],
    ['a directive', "function f() {\n  'use strict'<<\n  a()\n}", /directive/],
    ['a function declaration', 'function f() {\n  function g() {}<<\n}', /FunctionDeclaration/],
    ['a declaration without a value', 'function f() {\n  let a<<\n}', /VariableDeclaration/],
    ['a loop that begins with its test', 'function f() {\n  a()\n  while (b()) {}<<\n}', /WhileStatement/],
    ['a for without a start', 'function f() {\n  a()\n  for (; b(); ) {}<<\n}', /ForStatement/],
    ['a value on the next line', 'function f() {\n  const a =<<\n    1\n}', /later line/],
    ['the first statement of all', 'a()<<', /nothing precedes/, { started: false }],
    ['a syntax error', 'function f( {\n  a()<<\n}', /could not be parsed/],
    ['the top level of a running module', 'a()\nb()<<', /top level runs/],
    ['the top level of an ES module', 'a()\nb()<<', /ES module/, { sourceType: 'module', started: false }],
  ];
  it.each(cases)('%s', (_name, marked, reason, options) => {
    const { placed, unsafe, source } = plan(marked, options);
    expect(placed).toEqual([]);
    expect(unsafe).toEqual([{ id: 7, reason: expect.stringMatching(reason) }]);
    expect(source).toBe(marked.replace('<<', ''));
  });

  it.each([
    ['the branch of an if', 'function f(o) {\n  if (o) b()<<\n}', 9],
    ['a part of a test that may be left out', 'function f(o) {\n  if (o && o.a) b()<<\n}', 13],
    ['a case', 'function f(o) {\n  switch (o) { case g(): b() }<<\n}', 20],
  ])('%s', (_name, marked, columnNumber) => {
    const source = marked.replace('<<', '');
    const edits = [{ id: 7, lineNumber: 1, columnNumber, isFirstOnLine: true, condition: 'cond' }];
    const { unsafe } = planLiveEdit({ source, sourceType: 'commonjs', started: true, edits });
    expect(unsafe).toEqual([{ id: 7, reason: 'the breakpoint stops elsewhere on the line' }]);
  });

  it('a script that is too long to parse', () => {
    expect(plan(`function f() {\n  a()<<\n}\n//${'x'.repeat(1_000_000)}`).unsafe[0]?.reason).toMatch(/longer than/);
  });
});

describe('a condition must mean the same in its place', () => {
  const inFunction = 'function f() {\n  a()<<\n}';
  const cases: [name: string, marked: string, condition: string, reason: RegExp | undefined][] = [
    ['`this` and `arguments` of the function', inFunction, 'this.x && arguments[0]', undefined],
    ['a private field of the class', 'class A {\n  #p = 1\n  m() {\n    b()<<\n  }\n}', 'this.#p > 1', undefined],
    ['a private field of no class', inFunction, 'this.#p > 1', /at that place/],
    ['`yield -1` in a generator', 'function* f() {\n  a()<<\n}', 'yield -1', /yield/],
    ['`await` in an async function', 'async function f() {\n  a()<<\n}', 'await (x)', /await/],
    ['`yield` in a generator', 'function* f() {\n  a()<<\n}', 'yield', /yield/],
    ['sloppy code in a strict function', "function f() {\n  'use strict'\n  a()<<\n}", '010 === x', /at that place/],
    ['sloppy code in a sloppy function', inFunction, '010 === x', undefined],
    ['a comment', inFunction, 'a /* b */', /comment/],
    ['a line end', inFunction, 'a\n&& b', /more than one line/],
    ['two expressions', inFunction, 'a) && (b', /does not parse/],
    ['a statement', inFunction, 'a; b', /does not parse/],
    ['eval', inFunction, 'eval("x")', /eval/],
    ['super', 'class A extends B {\n  m() {\n    b()<<\n  }\n}', 'super.x', /super/],
  ];
  it.each(cases)('%s', (_name, marked, condition, reason) => {
    const { unsafe } = plan(marked, { condition });
    expect(unsafe.map((each) => each.reason)).toEqual(reason ? [expect.stringMatching(reason)] : []);
  });
});

describe('a condition must not change what the functions around keep', () => {
  const nested = 'const top = 1\nfunction mk(kept, lost) {\n  return function hot(n) {\n    go(kept)<<\n  }\n}';
  const cases: [condition: string, started: boolean, sourceType: 'module' | 'commonjs', reason: RegExp | undefined][] =
    [
      ['n === kept', true, 'commonjs', undefined],
      ['n === lost', true, 'commonjs', /lost/],
      ['n === lost', false, 'module', undefined],
      ['n === top', true, 'commonjs', /top/],
      ['n === top', false, 'commonjs', undefined],
      ['n === top', false, 'module', /ES module/],
      ['module.exports', true, 'commonjs', /module/],
      ['n === undeclared', true, 'commonjs', undefined],
      ['n.lost', true, 'commonjs', undefined],
      ['[1].some((lost) => lost === 1)', true, 'commonjs', undefined],
      ['[1].some((x) => x === n)', true, 'commonjs', /captures n yet/],
      ['[1].some((x) => x === n)', false, 'commonjs', undefined],
    ];
  it.each(cases)('%s (started: %s, %s)', (condition, started, sourceType, reason) => {
    const { unsafe } = plan(nested, { condition, started, sourceType });
    expect(unsafe.map((each) => each.reason)).toEqual(reason ? [expect.stringMatching(reason)] : []);
  });

  it('counts a name that an inner function declares itself as not captured', () => {
    const marked = 'function mk(x) {\n  const g = (x) => x\n  return function hot(n) {\n    go(g)<<\n  }\n}';
    expect(plan(marked, { condition: 'x' }).unsafe[0]?.reason).toMatch(/captures x yet/);
  });

  it('counts the `this` of an arrow function as a captured variable', () => {
    const uses = 'function A() {\n  this.f = () => {\n    go(this)<<\n  }\n}';
    const lacks = 'function A() {\n  this.f = () => {\n    go()<<\n  }\n}';
    expect(plan(uses, { condition: 'this.x' }).unsafe).toEqual([]);
    expect(plan(lacks, { condition: 'this.x' }).unsafe[0]?.reason).toMatch(/captures this yet/);
  });

  it('takes an import of an ES module', () => {
    const marked = "import { x } from 'y'\nfunction f() {\n  a()<<\n}";
    expect(plan(marked, { condition: 'x', sourceType: 'module' }).unsafe).toEqual([]);
  });

  it('lays the top level out anew only where its first statement calls nothing', () => {
    const { unsafe } = plan(nested.replace('1', 'one()'), { started: false, condition: 'n === top' });
    expect(unsafe.map((each) => each.reason)).toEqual([expect.stringMatching(/captures top yet/)]);
  });

  it('restarts the frame of a CommonJS module only for a change of its top level', () => {
    expect(plan('a()\nb()<<', { started: false }).restartsTopFrame).toBe(true);
    expect(plan(nested, { started: false, condition: 'n' }).restartsTopFrame).toBe(false);
  });
});

describe('a script that is paused where it begins', () => {
  const source = 'function f() {\n  a()\n}\nf()\nf()\n';
  const reasons = (lineNumber: number) =>
    planLiveEdit({
      source,
      sourceType: 'commonjs',
      started: false,
      pausedAt: { lineNumber: 3, columnNumber: 0 },
      edits: [{ id: 7, lineNumber, columnNumber: lineNumber === 1 ? 2 : 0, condition: 'cond' }],
    }).unsafe.map(({ reason }) => reason);

  it('takes no edit there: V8 has come by, and would again when the frame begins anew', () => {
    expect(reasons(3)).toEqual([expect.stringContaining('the first statement already')]);
  });

  it.each([1, 4])('takes one in a function before it, and one after it (%i)', (lineNumber) => {
    expect(reasons(lineNumber)).toEqual([]);
  });
});

describe('several edits of one script', () => {
  const source = 'function f(a) {\n  one()\n  two()\n  three(\n  four())\n}';

  it('are judged one by one, and placed without moving each other', () => {
    const edits = [
      { id: 1, lineNumber: 2, condition: 'a > 1' },
      { id: 2, lineNumber: 1, condition: 'a > 2' },
      { id: 3, lineNumber: 4, condition: 'a' },
      { id: 4, lineNumber: 3, condition: 'this.#none' },
    ];
    const { placed, unsafe, source: edited } = planLiveEdit({ source, sourceType: 'commonjs', started: true, edits });
    expect(edited.split('\n').slice(0, 3)).toEqual([
      'function f(a) {;try{if(a\t>\t2)debugger}catch{}',
      '  one();try{if(a\t>\t1)debugger}catch{}',
      '  two()',
    ]);
    expect(placed.map(({ id, targetLineNumber, insideFunction }) => [id, targetLineNumber, insideFunction])).toEqual([
      [1, 2, 'f'],
      [2, 1, 'f'],
    ]);
    expect(unsafe.map(({ id }) => id)).toEqual([3, 4]);
  });

  it('take one condition for a line', () => {
    const edits = [1, 2].map((id) => ({ id, lineNumber: 2, condition: 'a' }));
    const { placed, unsafe } = planLiveEdit({ source, sourceType: 'commonjs', started: true, edits });
    expect([placed.length, unsafe.length]).toEqual([1, 1]);
  });

  it('keep what the running text has already, however far the script has run', () => {
    const script = 'let x = 1\nfor (;;) {\n  go(x)\n}';
    const edit = { id: 1, lineNumber: 2, condition: 'x' };
    const plan = (inPlace: boolean) =>
      planLiveEdit({ source: script, sourceType: 'commonjs', started: true, edits: [{ ...edit, inPlace }] });
    expect(plan(false).unsafe).toHaveLength(1);
    expect(plan(true)).toMatchObject({ unsafe: [], placed: [{ id: 1 }], restartsTopFrame: false });
  });

  it('lead to the column where the breakpoint stops, or are unsafe', () => {
    const script = 'function f(a) {\n  go()\n  return a;\n}';
    const plan = (lineNumber: number, columnNumber: number) => {
      const edits = [{ id: 1, lineNumber, columnNumber, condition: 'a' }];
      return planLiveEdit({ source: script, sourceType: 'commonjs', started: true, edits }).placed[0];
    };
    expect(plan(1, 2)).toMatchObject({ targetLineNumber: 1, targetColumnNumber: 2 });
    expect(plan(1, 4)).toBeUndefined();
    // V8 stops at the end of a return whose value is at hand.
    expect([plan(2, 2)?.id, plan(2, 11)?.id, plan(2, 9)]).toEqual([1, 1, undefined]);
  });

  it('are recognised by any position inside the inserted text', () => {
    const edits = [{ id: 1, lineNumber: 2, condition: 'a' }];
    const { placed } = planLiveEdit({ source, sourceType: 'commonjs', started: true, edits });
    const at = (lineNumber: number, columnNumber: number) => placedEditAt(placed, { lineNumber, columnNumber })?.id;
    expect([at(1, 6), at(1, 7), at(1, 20), at(1, 7 + ';try{if(a)debugger}catch{}'.length), at(2, 8)]).toEqual([
      undefined,
      1,
      1,
      undefined,
      undefined,
    ]);
  });
});

describe('a breakpoint that V8 places inside its statement', () => {
  const plan = (line: string, columnNumber: number, isFirstOnLine: boolean) => {
    const source = `function f(a, g) {\n  a.x;\n  ${line}\n}\n`;
    const edits = [{ id: 1, lineNumber: 2, columnNumber, isFirstOnLine, condition: 'a' }];
    return planLiveEdit({ source, sourceType: 'commonjs', started: false, edits }).placed.length;
  };

  it.each([
    ['reads a property first', 'return a.half + a.more;', 11, true, 1],
    ['was asked for at that column', 'return a.half + a.more;', 11, false, 0],
    ['stands in a function of the statement', 'return () => a.half;', 17, true, 0],
    ['stands in a branch', 'return g ? a.half : a.more;', 15, true, 0],
    ['stands behind an operator that may end early', 'return g && a.half;', 16, true, 0],
  ] as const)('%s', (_case, line, column, isFirstOnLine, placed) => {
    expect(plan(line, column, isFirstOnLine)).toBe(placed);
  });
});
