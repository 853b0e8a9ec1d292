import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { makeOwnFolder, readOwnFile, replaceOwnFile } from '../../../storage/own-files.ts';
import type { ConfigurationFile } from './config-file.ts';

/** A configuration file of which the user said that it may take effect, as it was then. */
interface TrustedFile {
  readonly path: string;
  readonly sha256: string;
}

/** The user's decision about a configuration file. `changed`: the user trusted another text. */
export type Trust = 'trusted' | 'changed' | 'unknown';

/** Looks up the user's decision about a file. A list that cannot be read trusts nothing. */
export function trustIn(file: ConfigurationFile): Trust {
  const known = trustedFiles().filter(({ path }) => path === file.path);
  if (known.length === 0) return 'unknown';
  return known.some(({ sha256 }) => sha256 === hashOf(file)) ? 'trusted' : 'changed';
}

/** Writes down that a file may take effect as it is now. @throws DebugError, Error of the system when that cannot be written */
export function recordTrust(file: ConfigurationFile): void {
  const others = trustedFiles().filter(({ path }) => path !== file.path);
  const trusted: readonly TrustedFile[] = [...others, { path: file.path, sha256: hashOf(file) }];
  makeOwnFolder(stateFolder());
  replaceOwnFile(listPath(), `${JSON.stringify({ trusted }, undefined, 2)}\n`);
}

function trustedFiles(): readonly TrustedFile[] {
  try {
    const content: unknown = JSON.parse(readOwnFile(listPath()) ?? '{}');
    const list = typeof content === 'object' && content !== null && 'trusted' in content ? content.trusted : [];
    return Array.isArray(list) ? list.filter(isTrustedFile) : [];
  } catch {
    return [];
  }
}

function isTrustedFile(value: unknown): value is TrustedFile {
  if (typeof value !== 'object' || value === null || !('path' in value && 'sha256' in value)) return false;
  return typeof value.path === 'string' && typeof value.sha256 === 'string';
}

function hashOf({ text }: ConfigurationFile): string {
  return createHash('sha256').update(text).digest('hex');
}

function listPath(): string {
  return join(stateFolder(), 'trusted.json');
}

/** The folder below the user's folder for programs' states that is ours; absolute. */
function stateFolder(): string {
  const { XDG_STATE_HOME: chosen, LOCALAPPDATA: local } = process.env;
  // A relative one is to be ignored, says the XDG specification; a repository could hold the folder that it leads to.
  if (chosen !== undefined && isAbsolute(chosen)) return join(chosen, 'mcp-debugger');
  if (process.platform === 'win32') return join(local ?? join(homedir(), 'AppData', 'Local'), 'mcp-debugger');
  return join(homedir(), '.local', 'state', 'mcp-debugger');
}
