import { fileURLToPath } from 'node:url';

const SCRIPT = new URL('../../scripts/bundle/debuggee-text.mjs', import.meta.url);
const QUERY = '?in-debuggee';

/** The text of code that runs in a debuggee, as the bundled product has it: the function that a module exports, with all that it imports. */
export async function debuggeeText(path: string, options: { readonly minify: boolean }): Promise<string> {
  const { debuggeeText: textOf } = await import(fileURLToPath(SCRIPT));
  return textOf(path, options);
}

/** The plugin for Vite that answers imports with `?in-debuggee`. */
export const DEBUGGEE_TEXTS = {
  name: 'debuggee-texts',
  enforce: 'pre' as const,
  async load(id: string): Promise<string | undefined> {
    if (!id.endsWith(QUERY)) return undefined;
    return `export default ${JSON.stringify(await debuggeeText(id.slice(0, -QUERY.length), { minify: false }))};`;
  },
};
