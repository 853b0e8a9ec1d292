// Tools that a platform does not have, as their installers found out: .cache/unavailable.json. Tests that need one are left out, and named,
// only with such a record (tests/support/unavailable-tools.ts); without it they fail.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const RECORDS = fileURLToPath(new URL('../../.cache/unavailable.json', import.meta.url));

/** @returns {Record<string, {platform: string, reason: string}>} By the name of the tool. */
export function unavailableTools(file = RECORDS) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** @param {string | undefined} reason Undefined: it is there. */
export function recordTool(tool, reason, file = RECORDS) {
  const { [tool]: former, ...others } = unavailableTools(file);
  if (reason === undefined && former === undefined) return;
  const records = reason === undefined ? others : { ...others, [tool]: { platform: platform(), reason } };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(records, undefined, 2)}\n`);
}

function platform() {
  return `${process.platform} ${process.arch}`;
}
