import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import type { Bench, Measurement } from './bench.ts';
import { interleaved, timed } from './samples.ts';
import { Server } from './server.ts';
import type { Row } from './table.ts';

const MAP_BYTES = 5_000_000;
const FUNCTIONS = 42_000;

/** A bundle with a large source map. */
export const largeMap: Measurement = {
  name: 'map',
  counted:
    'a bundle with a source map of 5 MB. "What it adds": from nothing to the stop in its source, by a new server each time, less the same in the bundle without its map. "Beside": a TypeScript program in the same folder that does not load it, with (server) and without (floor) the bundle there.',
  run: async (bench) => {
    const [node] = bench.nodes.filter(({ major }) => major === 24);
    return node ? [await used(bench, node.path), await beside(bench, node.path)] : [];
  },
};

async function used(bench: Bench, node: string): Promise<Row> {
  const { folder, line, generatedLine } = await writeBundle(bench);
  const source = { program: join(folder, 'dist/bundle.js'), breakpoint: `${join(folder, 'src/bundle.ts')}:${line}` };
  const bare = {
    program: join(folder, 'bare/bundle.js'),
    breakpoint: `${join(folder, 'bare/bundle.js')}:${generatedLine}`,
  };
  const repetition = { count: bench.quick ? 2 : 9, budgetMs: 12_000, warmUp: 1 };
  let floorMs = 0;
  const floor = async () => {
    floorMs = await firstStop(bench, node, bare);
    return floorMs;
  };
  const extra = async () => (await firstStop(bench, node, source)) - floorMs;
  const [, ours] = await interleaved([floor, extra], repetition);
  const against = 'itself, without the map';
  return { name: 'map of 5 MB, what it adds', unit: 'ms', against, target: { atMost: 300 }, server: ours };
}

async function beside(bench: Bench, node: string): Promise<Row> {
  const { folder } = await writeBundle(bench);
  const alone = join(bench.folder, 'alone');
  for (const root of [folder, alone]) await writeSmall(root);
  const at = (root: string) => ({
    program: join(root, 'dist/small.js'),
    breakpoint: `${join(root, 'src/small.ts')}:2`,
  });
  const repetition = { count: bench.quick ? 2 : 9, budgetMs: 12_000, warmUp: 1 };
  const samplers = [() => firstStop(bench, node, at(alone)), () => firstStop(bench, node, at(folder))];
  const [floor, ours] = await interleaved(samplers, repetition);
  const against = 'itself, without the map';
  return { name: 'map of 5 MB beside the program', unit: 'ms', against, target: { ratio: 1.5 }, floor, server: ours };
}

async function firstStop(
  bench: Bench,
  runtimeExecutable: string,
  { program, breakpoint }: { program: string; breakpoint: string },
): Promise<number> {
  const server = await Server.start(bench);
  await server.request('tools/list', {});
  try {
    const args = { program, breakpoints: [breakpoint], runtimeExecutable };
    return await timed(() => server.call('debug_launch', args, 'Stopped (breakpoint)'));
  } finally {
    await server.close();
  }
}

/** The bundle with its map in `dist`, and without it in `bare`. */
async function writeBundle(bench: Bench): Promise<{ folder: string; line: number; generatedLine: number }> {
  const folder = join(bench.folder, 'large-map');
  for (const name of ['src', 'dist', 'bare']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{}');
  const functions = Array.from({ length: FUNCTIONS }, (_, index) => [
    `function step${index}(value: number, rest: readonly number[]): number {`,
    `  const sum${index} = value + ${index} + rest.length * (value - ${index});`,
    `  return rest.reduce((left, right) => left + right, sum${index});`,
    '}',
  ]);
  const lines = [...functions.flat(), 'const result = step7(1, [2]);', 'console.log(result);'];
  const options = {
    loader: 'ts',
    sourcefile: '../src/bundle.ts',
    sourcemap: 'external',
    sourcesContent: false,
  } as const;
  const { code, map } = await transform(lines.join('\n'), options);
  if (map.length < MAP_BYTES) throw new Error(`the map has only ${map.length} bytes`);
  writeFileSync(join(folder, 'src/bundle.ts'), lines.join('\n'));
  writeFileSync(join(folder, 'dist/bundle.js'), `${code}//# sourceMappingURL=bundle.js.map\n`);
  writeFileSync(join(folder, 'dist/bundle.js.map'), map);
  writeFileSync(join(folder, 'bare/bundle.js'), code);
  const generatedLine = code.split('\n').indexOf('console.log(result);') + 1;
  return { folder, line: lines.length, generatedLine };
}

async function writeSmall(root: string): Promise<void> {
  for (const name of ['src', 'dist']) mkdirSync(join(root, name), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{}');
  const source = 'const value: number = 1;\nconsole.log(value);\n';
  const { code, map } = await transform(source, { loader: 'ts', sourcefile: '../src/small.ts', sourcemap: 'external' });
  writeFileSync(join(root, 'src/small.ts'), source);
  writeFileSync(join(root, 'dist/small.js'), `${code}//# sourceMappingURL=small.js.map\n`);
  writeFileSync(join(root, 'dist/small.js.map'), map);
}
