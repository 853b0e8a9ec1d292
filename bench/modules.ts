import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import type { Bench, Measurement } from './bench.ts';
import { interleaved, timed } from './samples.ts';
import { Server } from './server.ts';
import type { Row } from './table.ts';

const MODULES = 2_000;
const BREAKPOINTS = 20;
/** The line of a module that no run reaches. */
const LINE = 4;

/** A program of many modules, none of whose breakpoints is ever reached. */
export const modules: Measurement = {
  name: 'modules',
  counted: `a program that loads ${MODULES} modules, from nothing to its end. Floor: one debug_launch without breakpoints. Server: with ${BREAKPOINTS} breakpoints in modules, on lines that are not reached.`,
  run: async (bench) => {
    const [node] = bench.nodes.filter(({ major }) => major === 24);
    if (!node) return [];
    return [
      await row(bench, node.path, { name: 'JavaScript', folder: await writeModules(bench, false), ext: 'js' }),
      await row(bench, node.path, { name: 'TypeScript with maps', folder: await writeModules(bench, true), ext: 'ts' }),
    ];
  },
};

interface Program {
  readonly name: string;
  readonly folder: string;
  readonly ext: 'js' | 'ts';
}

async function row(bench: Bench, node: string, { name, folder, ext }: Program): Promise<Row> {
  const server = await Server.start(bench);
  const breakpoints = Array.from({ length: BREAKPOINTS }, (_, index) => {
    const number = index * (MODULES / BREAKPOINTS);
    return `${join(folder, ext === 'ts' ? 'src' : 'dist', `module-${number}.${ext}`)}:${LINE}`;
  });
  const args = { program: join(folder, 'dist/main.js'), stopOnEntry: false, runtimeExecutable: node };
  const run = async (more: object) => {
    const ms = await timed(() => server.call('debug_launch', { ...args, ...more }, 'Program terminated'));
    await server.call('debug_stop', {}, 'ended');
    return ms;
  };
  try {
    const repetition = { count: bench.quick ? 2 : 15, budgetMs: 12_000, warmUp: 1 };
    const [floor, ours] = await interleaved([() => run({}), () => run({ breakpoints })], repetition);
    return {
      name: `${MODULES.toLocaleString('en')} modules, ${BREAKPOINTS} breakpoints, ${name}`,
      unit: 'ms',
      against: 'itself, without breakpoints',
      target: { ratio: 1.15 },
      floor,
      server: ours,
    };
  } finally {
    await server.close();
  }
}

/** The program, as it is written or compiled file by file, each with a map beside it. */
async function writeModules(bench: Bench, isTyped: boolean): Promise<string> {
  const folder = join(bench.folder, isTyped ? 'typed-modules' : 'modules');
  for (const name of ['src', 'dist']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{}');
  const names = Array.from({ length: MODULES }, (_, index) => `module-${index}`);
  const main = `${names.map((name) => `require('./${name}.js');`).join('\n')}\n`;
  writeFileSync(join(folder, 'dist/main.js'), isTyped ? `${main}//# sourceMappingURL=main.js.map\n` : main);
  if (isTyped) writeFileSync(join(folder, 'dist/main.js.map'), JSON.stringify(await mapOf(main, 'main.ts')));
  for (const name of names) {
    const source = `const base${isTyped ? ': number' : ''} = ${name.length};\n\nexports.add = function add(value${isTyped ? ': number' : ''}) {\n  const sum = base + value;\n  return sum;\n};\n`;
    if (!isTyped) writeFileSync(join(folder, 'dist', `${name}.js`), source);
    else await writeCompiled(folder, name, source);
  }
  return folder;
}

async function writeCompiled(folder: string, name: string, source: string): Promise<void> {
  const { code, map } = await transform(source, {
    loader: 'ts',
    sourcefile: `../src/${name}.ts`,
    sourcemap: 'external',
  });
  writeFileSync(join(folder, 'src', `${name}.ts`), source);
  writeFileSync(join(folder, 'dist', `${name}.js`), `${code}//# sourceMappingURL=${name}.js.map\n`);
  writeFileSync(join(folder, 'dist', `${name}.js.map`), map);
}

async function mapOf(source: string, name: string): Promise<unknown> {
  const { map } = await transform(source, { loader: 'ts', sourcefile: `../src/${name}`, sourcemap: 'external' });
  return JSON.parse(map);
}
