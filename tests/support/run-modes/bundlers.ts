import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build as bundle } from 'esbuild';
import { write, writeSources } from './program.ts';
import type { PreparedProgram, RunMode } from './run-mode.ts';
import { build, buildBy, linkTools } from './tools.ts';

const BOTH = [20, 24] as const;
const OUTPUT = 'bundle/main.js';

function esbuild(
  name: string,
  options: Pick<BuildOptions, 'format' | 'sourcemap' | 'minify'>,
  change: (prepared: PreparedProgram, folder: string) => PreparedProgram = (prepared) => prepared,
): RunMode {
  return {
    name,
    nodeMajors: BOTH,
    prepare: async (folder) => {
      const sources = writeSources(folder, { format: options.format === 'esm' ? 'module' : 'commonjs' });
      await bundle({
        entryPoints: [sources.main],
        outfile: join(folder, OUTPUT),
        bundle: true,
        platform: 'node',
        target: 'es2022',
        ...options,
      });
      return change({ ...sources, launch: { program: join(folder, OUTPUT), cwd: folder } }, folder);
    },
  };
}

const webpack: RunMode = {
  name: 'webpack bundle, webpack:// sources',
  nodeMajors: BOTH,
  prepare: async (folder) => {
    const sources = writeSources(folder, { format: 'commonjs', util: './util' });
    linkTools(folder);
    const compilerOptions = { target: 'es2022', module: 'esnext', moduleResolution: 'bundler', sourceMap: true };
    write(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
    write(
      join(folder, 'build.cjs'),
      `require('webpack')({
        mode: 'development',
        target: 'node',
        devtool: 'source-map',
        entry: './src/main.ts',
        output: { path: __dirname + '/bundle', filename: 'main.js' },
        resolve: { extensions: ['.ts', '.js'] },
        module: { rules: [{ test: /\\.ts$/, loader: 'ts-loader', options: { transpileOnly: true } }] },
      }, (error, stats) => {
        if (error || stats.hasErrors()) throw error ?? new Error(stats.toString());
      });`,
    );
    await buildBy(folder, 'build.cjs');
    return { ...sources, launch: { program: join(folder, OUTPUT), cwd: folder } };
  },
};

const rollup: RunMode = {
  name: 'rollup bundle, relative sources',
  nodeMajors: BOTH,
  prepare: async (folder) => {
    const sources = writeSources(folder, { format: 'module', util: './util.js' });
    linkTools(folder);
    const compilerOptions = {
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      noCheck: true,
      types: [],
    };
    write(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
    write(
      join(folder, 'rollup.config.mjs'),
      `import typescript from '@rollup/plugin-typescript';
      export default {
        input: 'src/main.ts',
        external: /^node:/,
        output: { file: '${OUTPUT}', format: 'es', sourcemap: true },
        plugins: [typescript()],
      };`,
    );
    await build(folder, 'rollup', ['-c', '--silent']);
    return { ...sources, launch: { program: join(folder, OUTPUT), cwd: folder } };
  },
};

/** Everything that makes one script of many sources. */
export const BUNDLER_MODES: readonly RunMode[] = [
  esbuild('esbuild bundle, external map', { format: 'cjs', sourcemap: true }),
  esbuild('esbuild bundle, inline map, ESM', { format: 'esm', sourcemap: 'inline' }),
  esbuild('esbuild bundle, minified', { format: 'cjs', sourcemap: true, minify: true }, (prepared) => ({
    ...prepared,
    expectations: { ...prepared.expectations, code: 'minified' },
  })),
  esbuild('map whose sources are gone', { format: 'cjs', sourcemap: true }, (prepared, folder) => {
    rmSync(join(folder, 'src'), { recursive: true });
    return { ...prepared, expectations: { ...prepared.expectations, sourcesExist: false } };
  }),
  webpack,
  rollup,
];
