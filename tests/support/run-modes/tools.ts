import { execFile } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CACHE = fileURLToPath(new URL('../../../.cache/', import.meta.url));
const BUILD_TIMEOUT_MS = 60_000;

/** A folder of tools that `scripts/install/ts-tools.mjs` or `scripts/install/test-runners.mjs` makes. */
export type ToolFolder = 'ts-tools' | 'vitest-3' | `test-runners/${'newest' | 'older' | 'vitest-2'}`;

/**
 * Makes the tools of `scripts/install/ts-tools.mjs` the program's own dependencies.
 *
 * @throws Error when they are missing: modes that are silently left out would look like passing ones.
 */
export function linkTools(folder: string, tools: ToolFolder = 'ts-tools'): void {
  const installed = join(CACHE, tools, 'node_modules');
  if (!existsSync(installed))
    throw new Error(
      `${tools} is not installed. Run: node scripts/install/ts-tools.mjs; node scripts/install/test-runners.mjs`,
    );
  symlinkSync(installed, join(folder, 'node_modules'), 'junction');
}

/** The command of a tool, by the name under which npm installed it, inside a folder that {@link linkTools} prepared. */
export function toolIn(folder: string, name: string): string {
  return join(folder, 'node_modules/.bin', name);
}

/** Runs a build tool to its end. @throws Error with its output when it fails */
export async function build(folder: string, name: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(toolIn(folder, name), args, { cwd: folder, timeout: BUILD_TIMEOUT_MS });
}

/** Runs a build script of the program to its end. @throws Error with its output when it fails */
export async function buildBy(folder: string, script: string): Promise<void> {
  await promisify(execFile)(process.execPath, [script], { cwd: folder, timeout: BUILD_TIMEOUT_MS });
}
