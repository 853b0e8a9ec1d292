import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import type { BreakpointTarget } from '../../../src/model/breakpoints/breakpoint-record.ts';
import { breakpointVerdicts } from '../../../src/session/breakpoints/breakpoint-verdicts.ts';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PRICE_TS =
  'interface Order {\n  sum: number;\n}\nexport function price(order: Order) {\n  return order.sum * 2;\n}\n';
const MAIN = "const { price } = require('./dist/price.js');\nprice({ sum: 1 });\n";

/** The TypeScript above as CommonJS, with its map in the text or without any. */
function compiled(sourcemap: 'inline' | false): string {
  const options = { loader: 'ts', format: 'cjs', sourcefile: '../src/price.ts', sourcemap } as const;
  return transformSync(PRICE_TS, options).code;
}

/** The verdict at the end of one breakpoint, with the program's folder as `.`. */
async function verdictOf(program: DebuggedProgram, target: BreakpointTarget): Promise<string> {
  await program.firstStop();
  await program.session.breakpoints.set({ target });
  expect(await program.go()).toBe('exited 0');
  const [verdict = ''] = breakpointVerdicts(program.session.breakpoints.list(), { place: () => 'x' });
  return verdict.replaceAll(program.path('.').replace(/\/\.?$/, ''), '.');
}

/** A program that ends at once ends before V8 has said which line is near. */
const NO_CODE = /^Breakpoint 1 at x: no code there(; the nearest line with code is [256])?$/;

const at = (path: string, line: number): BreakpointTarget => ({ kind: 'line', path, line });

describe.each(nodeVersions())('on Node $major, a file that was never loaded:', ({ path: node }) => {
  test('another one of its name was', async () => {
    const files = {
      'main.js': "require('./a/util.js');\n",
      'a/util.js': 'exports.x = 1;\n',
      'b/util.js': 'exports.x = 2;\n',
    };
    await using program = await DebuggedProgram.start(node, files, { stopOnEntry: true });
    const verdict = await verdictOf(program, at(program.path('b/util.js'), 1));
    expect(verdict).toBe('Breakpoint 1 at x: never hit: its file was not loaded: ./a/util.js of the same name was');
  });

  test('what was compiled from it has no map', async () => {
    const files = { 'main.js': MAIN, 'dist/price.js': compiled(false), 'src/price.ts': PRICE_TS };
    await using program = await DebuggedProgram.start(node, files, { stopOnEntry: true });
    const verdict = await verdictOf(program, at(program.path('src/price.ts'), 5));
    expect(verdict).toContain('its file was not loaded: ./dist/price.js was, which has no source map; compile it');
  });

  test('what was compiled from it has no map, and another one of its name in another package was loaded', async () => {
    const files = {
      'main.js': "require('./other/price.js');\nrequire('./price/dist/price.js');\n",
      'other/package.json': '{}',
      'other/price.js': 'exports.x = 1;\n//# sourceMappingURL=price.js.map\n',
      'other/price.js.map': '{"version":3,"sources":["price.ts"],"names":[],"mappings":"AAAA"}',
      'other/price.ts': 'export const x = 1;\n',
      'price/package.json': '{}',
      'price/dist/price.js': compiled(false),
      'price/src/price.ts': PRICE_TS,
    };
    await using program = await DebuggedProgram.start(node, files, { stopOnEntry: true });
    const verdict = await verdictOf(program, at(program.path('price/src/price.ts'), 5));
    expect(verdict).toContain(
      'its file was not loaded: ./price/dist/price.js was, which has no source map; compile it',
    );
  });

  test('neither was what is compiled from it', async () => {
    const files = { 'main.js': '0;\n', 'dist/price.js': compiled('inline'), 'src/price.ts': PRICE_TS };
    await using program = await DebuggedProgram.start(node, files, { stopOnEntry: true });
    const verdict = await verdictOf(program, at(program.path('src/price.ts'), 5));
    expect(verdict).toContain('its file was not loaded: nor was ./dist/price.js, which is compiled from it');
  });

  test('it lies outside of all that the program loads', async () => {
    const elsewhere = temporaryFolder('elsewhere-');
    writeFileSync(join(elsewhere, 'lonely.js'), 'exports.x = 1;\n');
    try {
      await using program = await DebuggedProgram.start(node, { 'main.js': '0;\n' }, { stopOnEntry: true });
      const verdict = await verdictOf(program, at(join(elsewhere, 'lonely.js'), 1));
      expect(verdict).toContain(`its file was not loaded: nothing below ${elsewhere} was`);
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  });

  test('another process of the tree loaded it: then the others say nothing', async () => {
    const files = {
      'main.js': "require('node:child_process').execFileSync(process.execPath, ['child.js']);\n",
      'child.js': 'const x = 1;\n',
    };
    const command = { program: 'sh', args: ['-c', `${node} main.js; ${node} -e 0`] };
    const options = { command, breakpoints: [{ at: 'x = 1', file: 'child.js' }] };
    await using program = await DebuggedProgram.start(node, files, options);
    expect(await program.firstStop()).toMatch(/^breakpoint \[1\] child\.js:1$/);
    expect(await program.go()).toBe('exited 0');
    const [verdict] = breakpointVerdicts(program.session.breakpoints.list(), { place: () => 'x' });
    expect(verdict).toBe('Breakpoint 1 at x: hit once');
  });

  test('another process or worker of the tree loaded it, and it has no code there: that is the verdict', async () => {
    const files = {
      'main.js': "new (require('node:worker_threads').Worker)('./child.js');\n",
      // It lives on for a moment: what V8 says of a worker that ends at once may be lost with it.
      'child.js': 'setTimeout(() => 0, 300); exports.run = () => {\n  return 1;\n};\n',
    };
    const breakpoints = [{ at: '};', file: 'child.js' }];
    const command = { program: 'sh', args: ['-c', `${node} child.js; ${node} -e 0`] };
    for (const options of [{ breakpoints }, { breakpoints, command }]) {
      await using program = await DebuggedProgram.start(node, files, options);
      expect(await program.firstStop()).toBe('exited 0');
      expect(breakpointVerdicts(program.session.breakpoints.list(), { place: () => 'x' })).toEqual([
        expect.stringMatching(NO_CODE),
      ]);
    }
  });

  test('what was found in a process that has ended stays known when another breakpoint of the file is set', async () => {
    const files = {
      'main.js': 'const later = 1;\n',
      'child.js': 'exports.run = () => {\n  return 1;\n};\n',
    };
    const command = { program: 'sh', args: ['-c', `${node} child.js; ${node} main.js`] };
    const breakpoints = [{ at: '};', file: 'child.js' }, { at: 'return 1', file: 'child.js' }, { at: 'later' }];
    await using program = await DebuggedProgram.start(node, files, { command, breakpoints });
    expect(await program.firstStop()).toBe('breakpoint [3] main.js:1');
    await program.breakpoint({ at: 'exports.run', file: 'child.js' });
    expect(await program.go()).toBe('exited 0');
    const verdicts = breakpointVerdicts(program.session.breakpoints.list(), { place: () => 'x' });
    expect(verdicts.slice(0, 2)).toEqual([
      expect.stringMatching(NO_CODE),
      'Breakpoint 2 at x: never hit: its line was not reached',
    ]);
  });

  test('a source that is loaded and has no code on the line or below it', async () => {
    // In the order in which they are saved: the output is the newer one.
    const files = { 'main.js': MAIN, 'src/price.ts': `${PRICE_TS}\n// the end\n`, 'dist/price.js': compiled('inline') };
    const reason = 'no code there; the nearest line with code is 5';
    const breakpoints = [{ at: 'the end', file: 'src/price.ts' }];
    await using program = await DebuggedProgram.start(node, files, { breakpoints });
    expect(await program.firstStop()).toBe('exited 0');
    expect(breakpointVerdicts(program.session.breakpoints.list(), { place: () => 'x' })).toEqual([
      expect.stringMatching(NO_CODE),
    ]);
    await using other = await DebuggedProgram.start(node, files, { breakpoints: [{ at: 'price({' }] });
    expect(await other.firstStop()).toBe('breakpoint [1] main.js:2');
    const target = at(other.path('src/price.ts'), 8);
    const set = other.session.breakpoints.set({ target });
    await expect(set).resolves.toMatchObject({ state: { kind: 'rejected', reason } });
  });

  test('a source that is newer than what was compiled from it is warned of, where it stands and at the end', async () => {
    const files = { 'main.js': MAIN, 'dist/price.js': compiled('inline'), 'src/price.ts': PRICE_TS };
    await using program = await DebuggedProgram.start(node, files, { stopOnEntry: true });
    const source = program.path('src/price.ts');
    const soon = Date.now() / 1000 + 60;
    utimesSync(source, soon, soon);
    const target = at(source, 5);
    await program.firstStop();
    await program.session.breakpoints.set({ target, condition: 'order.sum > 5' });
    expect(await program.go()).toBe('exited 0');
    const [record] = program.session.breakpoints.list();
    const warning =
      'price.ts was changed after price.js was compiled from it: lines may have shifted; compile it again';
    expect(record?.state).toMatchObject({ kind: 'verified', warning });
    const [verdict] = breakpointVerdicts(program.session.breakpoints.list(), { place: () => 'x' });
    expect(verdict).toContain(`was never true (${warning})`);
  });
});
