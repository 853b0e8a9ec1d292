import { compileFunction } from 'node:vm';
import { tokenizer } from 'acorn';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planLiveEdit } from '../../../../../src/adapter/v8/live-edit/plan-live-edit.ts';

/** Lines of a small program that ends. */
type Lines = readonly string[];

const { statements } = fc.letrec<{ statements: Lines; statement: Lines }>((tie) => ({
  statements: fc.array(tie('statement'), { minLength: 1, maxLength: 4 }).map((all) => all.flat()),
  statement: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Lines>(
      ['out(x)'],
      ['x += 1', ''],
      ['x = x * 3 % 17 // note', '// more', ''],
      ['out(`a', 'b \u0024{x} ;`)'],
      ["out('s' +", "  x + 't')"],
      ['/* c */ x -= 2'],
      ['var y = x', ';[x].forEach((e) => out(e))'],
      ['var z = (x) =>', '  x + 1', 'out(z(x))'],
      ['if (x % 2) out(1)', 'else', '  out(2)'],
      ['out({', '  a: x,', '  f() {', '    return 1', '  }', '}.f())'],
      ['out(new (class {', '  v = x', '  get() {', '    return this.v', '  }', '})().get())'],
      ['do x++', 'while (x < 0)'],
      ['try { x() } catch (e) {', '  out(e.name)', '}'],
    ),
    fc
      .tuple(fc.constantFrom('for (let i = 0; i < 3; i++)', 'for (const i of [1, 2])', 'if (x > 2)'), tie('statements'))
      .map(([head, body]) => [`${head} {`, ...body.map(indent), '}']),
    tie('statements').map((body) => [
      'switch (x % 3) {',
      '  case 1:',
      ...body.map(indent),
      '    break',
      '  default:',
      '    out(0)',
      '}',
    ]),
    fc
      .tuple(fc.boolean(), tie('statements'))
      .map(([strict, body]) => [
        '(function () {',
        ...(strict ? ["  'use strict'"] : []),
        ...body.map(indent),
        '  return x',
        '})()',
      ]),
  ),
}));

function indent(line: string): string {
  // Lines inside a template keep their text; a change of it would be a change of the program.
  return line.startsWith('b $') ? line : `  ${line}`;
}

/** Statements without semicolons, at the top level or in a function; a line that begins with a parenthesis has one before it. */
const programs = fc.tuple(statements, fc.boolean(), fc.constantFrom('\n', '\r\n')).map(([body, braces, lineEnd]) => {
  const guarded = body.map((line) => (/^\s*\(/.test(line) ? line.replace('(', ';(') : line));
  const inner = braces ? ['function main() {', ...guarded.map(indent), '}', 'main()'] : guarded;
  return ['let x = 1', 'function unused() {', '  return x', '}', ...inner].join(lineEnd);
});

/** Runs it as Node runs a CommonJS module: as the body of a function. A context for each would take most of the test's time. */
function run(source: string): { output: unknown[]; passes: number } {
  const output: unknown[] = [];
  const counter = { passes: 0 };
  try {
    compileFunction(source, ['out', 'globalThis'])((value: unknown) => output.push(value), counter);
  } catch (thrown) {
    output.push(String(thrown));
  }
  return { output, passes: counter.passes };
}

/** So many edits at most, spread over the program: where one of them does not parse, each is tried alone. */
const MAX_EDITS = 25;

function editedLines(lineCount: number, first: number): number[] {
  const step = Math.ceil(lineCount / MAX_EDITS);
  const lines = Array.from({ length: lineCount }, (_, lineNumber) => lineNumber);
  return lines.filter((lineNumber) => lineNumber % step === first % step);
}

function places(source: string): Set<string> {
  const options = { ecmaVersion: 'latest', locations: true } as const;
  return new Set(
    [...tokenizer(source, options)].map(
      ({ loc, start, end }) => `${loc?.start.line}:${loc?.start.column} ${source.slice(start, end)}`,
    ),
  );
}

it('an edited program does the same, with every token where it was', () => {
  let placedEdits = 0;
  let passes = 0;
  fc.assert(
    fc.property(programs, fc.nat(100), (source, first) => {
      const lineCount = source.split(/\r?\n/).length;
      const edits = editedLines(lineCount, first).map((lineNumber) => ({
        id: lineNumber,
        lineNumber,
        condition: '(globalThis.passes++, false)',
      }));
      const { source: edited, placed } = planLiveEdit({ source, sourceType: 'commonjs', started: false, edits });
      placedEdits += placed.length;
      const before = run(source);
      const after = run(edited);
      passes += after.passes;
      expect(after.output).toEqual(before.output);
      expect(edited.split(/\r?\n/).length).toBe(lineCount);
      const found = places(edited);
      expect([...places(source)].filter((place) => !found.has(place))).toEqual([]);
    }),
    { numRuns: 300 },
  );
  // Programs without a single edit would prove nothing.
  expect(placedEdits).toBeGreaterThan(500);
  expect(passes).toBeGreaterThan(500);
});
