import { join } from 'node:path';
import { programText, write, writeSources } from './program.ts';
import type { RunMode } from './run-mode.ts';
import { linkTools, toolIn } from './tools.ts';

const BOTH = [20, 24] as const;
/** A test that is stopped at a breakpoint must not run into its runner's own limit. */
const TEST_TIMEOUT_MS = 120_000;

function vitest(pool: 'forks' | 'threads' | 'vmForks' | 'vmThreads'): RunMode {
  return {
    name: `vitest, ${pool}`,
    nodeMajors: BOTH,
    prepare: async (folder) => {
      const sources = writeSources(folder, { format: 'module' });
      writeTest(folder);
      linkTools(folder);
      write(
        join(folder, 'vitest.config.mjs'),
        `export default {
          // Not below node_modules, which all programs share.
          cacheDir: './.vite',
          test: { globals: true, include: ['src/*.test.ts'], testTimeout: ${TEST_TIMEOUT_MS} },
        };`,
      );
      return { ...sources, launch: { program: toolIn(folder, 'vitest'), args: ['run', '--pool', pool], cwd: folder } };
    },
  };
}

interface JestOptions {
  /** The module that compiles, with its options. */
  readonly transform: readonly [string, object];
  readonly args: readonly string[];
}

function jest(name: string, { transform, args }: JestOptions): RunMode {
  return {
    name,
    nodeMajors: BOTH,
    prepare: async (folder) => {
      const sources = writeSources(folder, { format: 'commonjs', util: './util' });
      writeTest(folder);
      linkTools(folder);
      const config = {
        rootDir: folder,
        roots: ['<rootDir>/src'],
        testMatch: ['**/*.test.ts'],
        testEnvironment: 'node',
        testTimeout: TEST_TIMEOUT_MS,
        cacheDirectory: join(folder, '.jest-cache'),
        transform: { '\\.ts$': transform },
      };
      write(join(folder, 'jest.config.json'), JSON.stringify(config));
      return { ...sources, launch: { program: toolIn(folder, 'jest'), args, cwd: folder } };
    },
  };
}

function writeTest(folder: string): void {
  write(join(folder, 'src/main.test.ts'), programText('main.test.ts'));
}

const TS_JEST = [
  'ts-jest',
  { diagnostics: false, isolatedModules: true, tsconfig: { target: 'es2022', module: 'commonjs', sourceMap: true } },
] as const;
const BABEL_JEST = [
  'babel-jest',
  { presets: [['@babel/preset-env', { targets: { node: 'current' } }], '@babel/preset-typescript'] },
] as const;
const SWC_JEST = ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }] as const;

/** One test alone would run in jest's own process; with this limit, jest gives it a worker process all the same. */
const IN_WORKER = ['--maxWorkers=2', '--workerIdleMemoryLimit=2GB'];

/** Everything that runs TypeScript as a test. */
export const TEST_RUNNER_MODES: readonly RunMode[] = [
  vitest('forks'),
  vitest('threads'),
  vitest('vmForks'),
  vitest('vmThreads'),
  jest('jest -i, ts-jest', { transform: TS_JEST, args: ['-i'] }),
  jest('jest -i, babel', { transform: BABEL_JEST, args: ['-i'] }),
  jest('jest -i, swc', { transform: SWC_JEST, args: ['-i'] }),
  jest('jest worker process, swc', { transform: SWC_JEST, args: IN_WORKER }),
];
