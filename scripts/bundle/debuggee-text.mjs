// Makes a text of code that runs in a debuggee: a function and all that its module imports, as one expression. A module in a folder
// `in-debuggee` exports one such function, and `import text from './in-debuggee/….ts?in-debuggee'` gives its text, in a bundle as in tests.
import { isAbsolute, join } from 'node:path';
import { build } from 'esbuild';

const QUERY = '?in-debuggee';
/** The end of a bundled module with one export, as esbuild writes it. */
const EXPORT = /export\s*{\s*([\w$]+)(?:\s+as\s+[\w$]+)?,?\s*};?\s*$/;

/** @returns {Promise<string>} The expression for the function that a module exports. */
export async function debuggeeText(path, { minify = true } = {}) {
  const how = { bundle: true, format: 'esm', platform: 'neutral', target: 'node20', legalComments: 'none', minify };
  const { outputFiles } = await build({ entryPoints: [path], write: false, logLevel: 'warning', ...how });
  const text = outputFiles[0]?.text ?? '';
  const name = EXPORT.exec(text)?.[1];
  if (name === undefined) throw new Error(`A module for a debuggee must export one function: ${path}`);
  // Like a function that is sent by its own text, it is no strict code: V8 hides the callers of such code in stacks.
  return `(() => {\n${text.replace(EXPORT, '').trim()}\nreturn ${name};\n})()`;
}

/** The plugin for esbuild; tests have one for Vite. */
export const debuggeeTexts = {
  name: 'debuggee-texts',
  setup(builder) {
    const { minify = false } = builder.initialOptions;
    builder.onResolve({ filter: /\?in-debuggee$/ }, ({ path, resolveDir }) => {
      const file = path.slice(0, -QUERY.length);
      return { path: isAbsolute(file) ? file : join(resolveDir, file), namespace: 'in-debuggee' };
    });
    builder.onLoad({ filter: /.*/, namespace: 'in-debuggee' }, async ({ path }) => ({
      contents: await debuggeeText(path, { minify }),
      loader: 'text',
    }));
  },
};
