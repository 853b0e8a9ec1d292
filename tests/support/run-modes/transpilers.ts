import { join } from 'node:path';
import { write, writeSources } from './program.ts';
import type { RunMode } from './run-mode.ts';
import { build, linkTools, toolIn } from './tools.ts';

const BOTH = [20, 24] as const;

interface TscOptions {
  readonly format: 'module' | 'commonjs';
  /** Compiler options about the map. */
  readonly map: (folder: string) => Readonly<Record<string, string | boolean>>;
}

function tsc(name: string, { format, map }: TscOptions): RunMode {
  return {
    name,
    nodeMajors: BOTH,
    prepare: async (folder) => {
      const sources = writeSources(folder, { format, util: './util.js' });
      linkTools(folder);
      writeConfig(folder, { module: 'nodenext', rootDir: 'src', outDir: 'dist', ...map(folder) });
      await build(folder, 'tsc', ['-p', '.']);
      return { ...sources, launch: { program: join(folder, 'dist/main.js'), cwd: folder } };
    },
  };
}

function writeConfig(folder: string, options: Readonly<Record<string, string | boolean>>): void {
  const compilerOptions = { target: 'es2022', noCheck: true, types: [], ...options };
  write(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
}

interface HookOptions {
  readonly format: 'module' | 'commonjs';
  readonly runtimeArgs: readonly string[];
  readonly nodeMajors?: readonly number[];
}

/** A loader that compiles each file as it is loaded: V8 sees the path of the source with other text. */
function hook(name: string, { format, runtimeArgs, nodeMajors = BOTH }: HookOptions): RunMode {
  return {
    name,
    nodeMajors,
    prepare: async (folder) => {
      const sources = writeSources(folder, { format, util: format === 'module' ? './util.ts' : './util' });
      linkTools(folder);
      writeConfig(folder, { module: format === 'module' ? 'nodenext' : 'commonjs', sourceMap: true });
      return { ...sources, launch: { program: sources.main, cwd: folder, runtimeArgs } };
    },
  };
}

function tsxCommand(name: string, format: 'module' | 'commonjs'): RunMode {
  return {
    name,
    nodeMajors: BOTH,
    prepare: async (folder) => {
      const sources = writeSources(folder, { format, util: format === 'module' ? './util.ts' : './util' });
      linkTools(folder);
      return { ...sources, launch: { program: toolIn(folder, 'tsx'), args: [sources.main], cwd: folder } };
    },
  };
}

function native(name: string, runtimeArgs: readonly string[]): RunMode {
  const erasable = runtimeArgs.length === 0;
  return {
    name,
    // Node 20 cannot run TypeScript by itself.
    nodeMajors: [24],
    prepare: async (folder) => {
      const sources = writeSources(folder, { format: 'module', erasable });
      return { ...sources, launch: { program: sources.main, cwd: folder, runtimeArgs } };
    },
  };
}

/** Everything that turns one TypeScript file into one script. */
export const TRANSPILER_MODES: readonly RunMode[] = [
  tsc('tsc, external map, ESM', { format: 'module', map: () => ({ sourceMap: true }) }),
  tsc('tsc, external map, CommonJS', { format: 'commonjs', map: () => ({ sourceMap: true }) }),
  tsc('tsc, absolute sourceRoot', {
    format: 'commonjs',
    map: (folder) => ({ sourceMap: true, sourceRoot: join(folder, 'src') }),
  }),
  tsc('tsc, relative sourceRoot', { format: 'module', map: () => ({ sourceMap: true, sourceRoot: '../src' }) }),
  tsc('tsc, inline map, ESM', { format: 'module', map: () => ({ inlineSourceMap: true }) }),
  tsc('tsc, inline map with sources, CommonJS', {
    format: 'commonjs',
    map: () => ({ inlineSourceMap: true, inlineSources: true }),
  }),
  tsxCommand('tsx command, ESM', 'module'),
  tsxCommand('tsx command, CommonJS', 'commonjs'),
  hook('node --import tsx, ESM', { format: 'module', runtimeArgs: ['--import', 'tsx'] }),
  hook('node --import tsx, CommonJS', { format: 'commonjs', runtimeArgs: ['--import', 'tsx'] }),
  hook('ts-node', { format: 'commonjs', runtimeArgs: ['--require', 'ts-node/register/transpile-only'] }),
  hook('swc-node, CommonJS', { format: 'commonjs', runtimeArgs: ['--require', '@swc-node/register'] }),
  hook('swc-node, ESM', { format: 'module', runtimeArgs: ['--import', '@swc-node/register/esm-register'] }),
  native('native type stripping', []),
  native('native type transformation', ['--experimental-transform-types', '--disable-warning=ExperimentalWarning']),
];
