// An esbuild plugin that makes ink (the terminal library of src/tui/) fit into an ESM bundle, as it is.
import { isBuiltin } from 'node:module';

/** React's developer tools, loaded when `DEV` is `true`. A package of its own that users do not have, which ink then says. */
const DEVTOOLS = /^react-devtools-core$/;

export const inkInBundle = {
  name: 'ink-in-bundle',
  setup(builder) {
    builder.onResolve({ filter: DEVTOOLS }, ({ path }) => ({ path, external: true }));
    // Only the developer tools need it, and it is the larger part of what ink would bring.
    builder.onResolve({ filter: /^ws$/ }, ({ path }) => ({ path, external: true }));
    // A bundle of ES modules has no `require`: what a CommonJS package requires of Node.js is imported for it.
    builder.onResolve({ filter: /^[a-z]/ }, ({ kind, path }) => {
      if (kind !== 'require-call' || !isBuiltin(path)) return undefined;
      return { path: path.replace(/^node:/, ''), namespace: 'imported-builtin' };
    });
    builder.onLoad({ filter: /.*/, namespace: 'imported-builtin' }, ({ path }) => ({
      contents: `export * from 'node:${path}'; export { default } from 'node:${path}';`,
    }));
  },
};
