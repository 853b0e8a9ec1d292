// An esbuild plugin that makes ink (the terminal library of src/tui/) fit into an ESM bundle, and leaves out what a person at a
// terminal never needs.
import { isBuiltin } from 'node:module';

/** Ink draws nothing where `CI` is set. A test of the screen runs there, in a real terminal. */
const NEVER_IN_CI = 'export default false;';

/** Ink's link to React's developer tools, a package of its own that nobody has. It is loaded when `DEV` is `true`. */
const NO_DEVTOOLS = '';

export const leanInk = {
  name: 'lean-ink',
  setup(builder) {
    const replace = (filter, namespace, contents) => {
      builder.onResolve({ filter }, ({ path, importer }) => {
        return /[\\/]node_modules[\\/]ink[\\/]/.test(importer) ? { path, namespace } : undefined;
      });
      builder.onLoad({ filter: /.*/, namespace }, () => ({ contents }));
    };
    replace(/^is-in-ci$/, 'never-in-ci', NEVER_IN_CI);
    replace(/^\.\/devtools\.js$/, 'no-devtools', NO_DEVTOOLS);
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
