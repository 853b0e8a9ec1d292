/**
 * Ends of the real paths of scripts whose own code is not debugged: they start the program as another process. The bootloader
 * lets them run without a debugger, and only hands the environment on.
 */
export const LAUNCHERS: readonly string[] = [
  'npm/bin/npm-cli.js',
  'npm/bin/npx-cli.js',
  'npm/bin/npm-prefix.js',
  'yarn/bin/yarn.js',
  'yarn.js',
  'pnpm/bin/pnpm.cjs',
  'pnpm/bin/pnpx.cjs',
  'pnpm/bin/pnpm.mjs',
  'pnpm/bin/pnpx.mjs',
  'corepack/dist/corepack.js',
  'corepack/dist/npm.js',
  'corepack/dist/npx.js',
  'corepack/dist/pnpm.js',
  'corepack/dist/pnpx.js',
  'corepack/dist/yarn.js',
  'corepack/dist/yarnpkg.js',
  'tsx/dist/cli.mjs',
  'cross-env/src/bin/cross-env.js',
  'cross-env/src/bin/cross-env-shell.js',
  'cross-env/dist/bin/cross-env.js',
  'cross-env/dist/bin/cross-env-shell.js',
  'dotenv-cli/cli.js',
  'concurrently/dist/bin/concurrently.js',
  'npm-run-all/bin/npm-run-all/index.js',
  'nodemon/bin/nodemon.js',
];
