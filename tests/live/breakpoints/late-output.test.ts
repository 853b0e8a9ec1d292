import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const SOURCE = `export function load(): number {
  const rows: number[] = [1, 2];
  return rows.length;
}
`;
const OUTPUT = `module.exports = [
  () => {
    const rows = [1, 2];
    return rows.length;
  }
];
//# sourceMapping${'URL'}=chunk.js.map
`;
/** The function's lines are those of the source, two lines further down. */
const MAP = JSON.stringify({ version: 3, sources: ['../../lib.ts'], names: [], mappings: ';AAAA;AACA;AACA;AACA' });
/** A bundler at work: it writes a file where there was none before, loads it, and calls it at once. */
const bundler = (folder: string) => `const fs = require('node:fs');
fs.mkdirSync(__dirname + '/${folder}/server', { recursive: true });
fs.writeFileSync(__dirname + '/${folder}/server/chunk.js.map', ${JSON.stringify(MAP)});
fs.writeFileSync(__dirname + '/${folder}/server/chunk.js', ${JSON.stringify(OUTPUT)});
const [load] = require('./${folder}/server/chunk.js');
const n = load();
console.log(n);
`;
const filesOf = (folder: string) => ({ 'main.cjs': bundler(folder), 'lib.ts': SOURCE, 'package.json': '{}' });
const OUT_DIR = JSON.stringify({ compilerOptions: { outDir: './made' } });

describe.each(nodeVersions())('on Node $major, a file that is compiled while the program runs', ({ path: node }) => {
  test.each(['.built', 'dist', 'made'])('into %s stops at its breakpoints from its first call on', async (folder) => {
    const breakpoints = [{ at: 'rows.length', file: 'lib.ts' }];
    for (let run = 0; run < 3; run++) {
      const files = { ...filesOf(folder), 'tsconfig.json': OUT_DIR };
      await using program = await DebuggedProgram.start(node, files, { breakpoints });
      expect(await program.firstStop()).toBe('breakpoint [1] lib.ts:3');
      expect(await program.go()).toBe('exited 0');
    }
  });

  test('does not end a step over what loads it', async () => {
    const breakpoints = [{ at: 'const [load]' }, { at: 'rows.length', file: 'lib.ts' }];
    await using program = await DebuggedProgram.start(node, filesOf('.built'), { breakpoints });
    expect(await program.firstStop()).toBe('breakpoint [1] main.cjs:5');
    expect(await program.go('next')).toBe('step main.cjs:6');
    expect(await program.go('next')).toBe('breakpoint [2] lib.ts:3');
  });
});

/** Its first code is a function. */
const TYPED = `export function total(list: number[]): number {
  let sum = 0;
  for (const each of list) sum += each;
  return sum;
}
export const first: number = total([1]);
`;
/** The file as it was before: its lines stand elsewhere. */
const OLDER = `// older
export const kept = 1;

${TYPED}`;
const lineOf = (text: string) => TYPED.split('\n').findIndex((line) => line.includes(text)) + 1;

/** The output of a compiler for a source, with the map beside it. */
function outputOf(source: string, format: 'cjs' | 'esm'): readonly [code: string, map: string] {
  const options = { loader: 'ts', format, sourcefile: '../src/total.ts', sourcemap: 'external' } as const;
  const { code, map } = transformSync(source, options);
  return [`${code}//# sourceMapping${'URL'}=total.js.map\n`, map];
}

describe.each(nodeVersions())('on Node $major, a command that compiles and then runs', ({ path: node }) => {
  const cases = (['cjs', 'esm'] as const).flatMap((format) =>
    ['nothing', 'an older output', 'an older output elsewhere'].map((before) => ({ format, before })),
  );

  test.each(cases)('$format, with $before there before, stops at each line', async ({ format, before }) => {
    const older = { 'an older output': 'dist', 'an older output elsewhere': 'bundle' }[before];
    const [code, map] = outputOf(TYPED, format);
    const [olderCode, olderMap] = outputOf(OLDER, format);
    const files = {
      'src/total.ts': TYPED,
      'compile.cjs': `const fs = require('node:fs');
fs.mkdirSync('dist', { recursive: true });
fs.writeFileSync('dist/total.js.map', ${JSON.stringify(map)});
fs.writeFileSync('dist/total.js', ${JSON.stringify(code)});
`,
      'package.json': JSON.stringify({ type: format === 'esm' ? 'module' : 'commonjs' }),
      ...(older === undefined ? {} : { [`${older}/total.js`]: olderCode, [`${older}/total.js.map`]: olderMap }),
    };
    const command = { program: 'sh', args: ['-c', `"${node}" compile.cjs && "${node}" dist/total.js`] };
    const texts = ['let sum', 'return sum', 'const first'];
    const breakpoints = texts.map((at) => ({ at, file: 'src/total.ts' }));
    const prepare = (folder: string) => {
      const old = new Date(Date.now() - 60_000);
      if (older !== undefined) utimesSync(join(folder, older, 'total.js'), old, old);
    };
    await using program = await DebuggedProgram.start(node, files, { breakpoints, command, prepare });
    const stops: string[] = [];
    for (let stop = await program.firstStop(); stop.startsWith('breakpoint'); stop = await program.go())
      stops.push(stop.replace(/^.*:/, ''));
    expect(stops).toEqual(['const first', 'let sum', 'return sum'].map((text) => `${lineOf(text)}`));
  });
});
