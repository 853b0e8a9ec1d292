import { transformSync } from 'esbuild';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { linesOfText } from '../../../../src/files/text-lines.ts';
import { DebuggerBench } from '../../../support/debugger-bench.ts';
import { lineOf, variableIn } from '../../../support/debugger-toolbox.ts';
import { generatedProgram, traceOf } from '../../../support/generated-program.ts';
import { primitive } from '../../../support/generated-values.ts';

// A hundred runs take seconds on a machine at rest, and much longer on a busy one.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

let bench: DebuggerBench;
beforeAll(async () => {
  bench = await DebuggerBench.start();
});
afterAll(() => bench?.[Symbol.asyncDispose]());

describe('lines of TypeScript', () => {
  // Feature: mcp-debugger-tool, Property 15: Source map round-trip consistency
  // *For any* TypeScript source location with a valid source map, mapping that location to JavaScript and then back to TypeScript should
  // yield the original location.
  test('are where a breakpoint is set and where it stops, whatever the lines of the compiled code are', async () => {
    let number = 0;
    const chosen = fc.array(fc.nat(200), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(generatedProgram, chosen, fc.nat(3), async (program, choices, moved) => {
        await bench.finish();
        const { points } = await traceOf(program);
        const folder = `programs/lines-${++number}`;
        // Types and blank lines, of which the compiled code has none.
        const blank = Array.from({ length: moved }, (_, index) => `interface Gone${index} { name: string }\n\n`).join(
          '',
        );
        const text = blank + program.source.replaceAll('let n = 0;', 'let n: number = 0;');
        const source = bench.toolbox.write(`${folder}/main.ts`, text);
        const { code } = transformSync(text, { loader: 'ts', sourcemap: 'inline', sourcefile: source });
        await bench.subject(bench.toolbox.write(`${folder}/main.cjs`, code));
        const wanted = new Set(choices.flatMap((each) => points[each % points.length]?.line ?? []));
        for (const each of wanted) await bench.ok('set_breakpoint', { file: source, line: each + 2 * moved });
        const stops: unknown[] = [];
        for (let stop = await bench.ok('continue'); !bench.isBetween(stop); stop = await bench.ok('continue')) {
          expect(stop, text).toMatchObject({ reason: 'breakpoint', location: { file: source } });
          stops.push((lineOf(stop) ?? 0) - 2 * moved);
        }
        expect(stops, text).toEqual(points.flatMap((point) => (wanted.has(point.line) ? point.line : [])));
        const { breakpoints = [] } = await bench.ok('list_breakpoints');
        expect(breakpoints.map(({ verified, line, file }) => ({ verified, line, file }))).toEqual(
          [...wanted].map((each) => ({ verified: true, line: each + 2 * moved, file: source })),
        );
      }),
      { numRuns: 100 },
    );
  });
});

describe('variables of TypeScript', () => {
  const name = fc
    .stringMatching(/^[a-zA-Z_$][a-zA-Z0-9_$]{0,12}$/)
    .filter(
      (each) =>
        !/^(do|if|in|of|as|is|for|let|new|try|var|int|any|case|else|enum|eval|null|this|true|void|with|type|async|await|break|catch|class|const|false|super|throw|while|yield|delete|export|import|public|return|static|switch|typeof|default|extends|finally|package|private|continue|debugger|function|arguments|interface|protected|implements|instanceof|exports|require|module|run|undefined|NaN|Infinity|Promise|Symbol)$/.test(
          each,
        ),
    );

  // Feature: mcp-debugger-tool, Property 16: Source map variable name preservation
  // *For any* variable in a TypeScript source file with a valid source map, when that variable is inspected during debugging, the
  // variable name should match the name in the TypeScript source, not the potentially mangled JavaScript name.
  test('have the names and values of the source, also where a compiler has renamed them', async () => {
    const locals = fc.uniqueArray(fc.tuple(name, primitive), {
      minLength: 1,
      maxLength: 5,
      selector: ([each]) => each,
    });
    let number = 0;
    let mangled = 0;
    await fc.assert(
      fc.asyncProperty(locals, fc.boolean(), async (variables, isMinified) => {
        await bench.finish();
        const folder = `programs/ts-${++number}`;
        const lines = [
          'type Anything = unknown;',
          'function use(...values: Anything[]): number {',
          '  return values.length;',
          '}',
          'function run(): number {',
          ...variables.map(([each, { source }]) => `  let ${each}: Anything = ${source};`),
          `  const counted: number = use(${variables.map(([each]) => each).join(', ')});`,
          '  return counted;',
          '}',
          'module.exports = { then(resolve: (value: number) => void) { resolve(run()); } };',
        ];
        const text = `${lines.join('\n')}\n`;
        const source = bench.toolbox.write(`${folder}/main.ts`, text);
        const { code } = transformSync(text, {
          loader: 'ts',
          sourcemap: 'inline',
          sourcefile: source,
          minifyIdentifiers: isMinified,
          minifyWhitespace: isMinified,
        });
        const [first = ''] = variables.find(([each]) => each.length > 3) ?? [];
        if (first !== '' && !new RegExp(`let ${first.replace(/\$/g, '\\$')}\\b`).test(code)) mangled++;
        await bench.subject(bench.toolbox.write(`${folder}/main.cjs`, code));
        // A text may hold a U+2028, which ends a line for every tool that compiles or runs scripts.
        const line = linesOfText(text, source).findIndex((each) => each.includes('counted: number')) + 1;
        await bench.ok('set_breakpoint', { file: source, line });
        const stop = await bench.ok('continue');
        expect(stop, text).toMatchObject({ reason: 'breakpoint', location: { file: source, line } });
        const locals = await bench.ok('get_local_variables');
        const names = locals.variables?.map((each) => each.name).filter((each) => each !== 'counted');
        expect(names?.sort(), text).toEqual(variables.map(([each]) => each).sort());
        for (const [each, { shown }] of variables) {
          expect(variableIn(locals.variables, each), `${each} in\n${text}`).toEqual(shown.value);
          expect(await bench.value(each), `${each} in\n${text}`).toEqual(shown.value);
        }
      }),
      { numRuns: 100 },
    );
    // Otherwise the names would be right for nothing.
    expect(mangled).toBeGreaterThan(10);
  });
});
