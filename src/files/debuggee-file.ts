import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readText } from './read-file.ts';

/**
 * The path of a file that runs in the debuggee: it lies in a folder beside the module that names it in the sources, and beside
 * the bundled chunks in the distribution.
 *
 * @param module The `import.meta.url` of that module.
 * @throws Error when the distribution was built without it
 */
export function pathInDebuggee(name: string, module: string): string {
  const path = fileURLToPath(new URL(`./in-debuggee/${name}`, module));
  if (!existsSync(path)) throw new Error(`A file is missing: ${path}. Build again: npm run build`);
  return path;
}

/** Its text. @throws Error as {@link pathInDebuggee} */
export function textInDebuggee(name: string, module: string): string {
  const path = pathInDebuggee(name, module);
  const text = readText(path);
  if (text === undefined) throw new Error(`A file cannot be read: ${path}. Build again: npm run build`);
  return text;
}
