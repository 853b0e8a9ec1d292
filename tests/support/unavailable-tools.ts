import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const RECORDS = fileURLToPath(new URL('../../.cache/unavailable.json', import.meta.url));

/** The records of installers: for a tool that they could not get, the platform and the reason. */
type Records = Readonly<Record<string, { readonly platform: string; readonly reason: string }>>;

/**
 * The reason why this machine is without a tool, as its installer below scripts/install recorded it for this platform; else
 * undefined: then a test that needs the tool is not left out, and fails where it is missing.
 */
export function reasonWithout(tool: string, records = RECORDS): string | undefined {
  if (!existsSync(records)) return undefined;
  // Only scripts/install/unavailable.mjs writes it.
  const found = (JSON.parse(readFileSync(records, 'utf8')) as Records)[tool];
  return found?.platform === `${process.platform} ${process.arch}` ? found.reason : undefined;
}
