import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** NODE_OPTIONS with further options behind what is there. An option with spaces is quoted. */
export function nodeOptions(
  env: Readonly<Record<string, string | undefined>>,
  options: readonly string[],
): { readonly NODE_OPTIONS: string } {
  const given = env.NODE_OPTIONS?.trim();
  const added = options.map((option) => (/[\s"\\]/.test(option) ? `"${option.replace(/["\\]/g, '\\$&')}"` : option));
  return { NODE_OPTIONS: [...(given ? [given] : []), ...added].join(' ') };
}

/**
 * The path of a file that is run by other processes: beside this file in the sources, beside the chunks in the distribution.
 *
 * @throws Error when the distribution was built without it
 */
export function fileFor(name: string): string {
  const path = fileURLToPath(new URL(`./${name}`, import.meta.url));
  if (!existsSync(path)) throw new Error(`A file of the test runners is missing: ${path}. Build again: npm run build`);
  return path;
}
