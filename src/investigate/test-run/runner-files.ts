import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The path of a file that runs inside a test runner: in a folder beside the runners in the sources, beside the bundled chunks in
 * the distribution.
 *
 * @throws Error when the distribution was built without it
 */
export function runnerFile(name: string): string {
  const places = ['./runners/in-debuggee/', './in-debuggee/'].map((folder) =>
    fileURLToPath(new URL(`${folder}${name}`, import.meta.url)),
  );
  const path = places.find((place) => existsSync(place));
  if (path === undefined) throw new Error(`${name} is missing beside ${import.meta.url}. Build again: npm run build`);
  return path;
}

/**
 * NODE_OPTIONS with further options behind what is there. One with spaces is quoted. They are not added twice, as where this server
 * is itself a part of a test run that is debugged.
 */
export function nodeOptions(
  env: Readonly<Record<string, string | undefined>>,
  options: readonly string[],
): { readonly NODE_OPTIONS: string } {
  const given = env.NODE_OPTIONS?.trim();
  const added = options.map((option) => (/[\s"\\]/.test(option) ? `"${option.replace(/["\\]/g, '\\$&')}"` : option));
  if (given !== undefined && added.every((option) => given.includes(option))) return { NODE_OPTIONS: given };
  return { NODE_OPTIONS: [...(given ? [given] : []), ...added].join(' ') };
}
