import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LAUNCHERS } from './launchers.ts';

/** The one variable in which the bootloader finds what to do. */
const BOOT_VARIABLE = 'MCP_DEBUGGER_BOOT';

/**
 * The environment that has every Node process below it announce itself at `fifo`: `base`, with `--require boot.cjs` added to
 * its NODE_OPTIONS.
 *
 * It also keeps node's "Debugger listening on" lines out of the stderr of all those processes
 * (`--inspect-publish-uid=http`). To have them in one process, give that one the flag `--inspect-publish-uid=stderr,http`:
 * the command line wins.
 */
export function bootEnvironment(
  base: Readonly<Record<string, string | undefined>>,
  fifo: string,
): Record<string, string> {
  const options = `--inspect-publish-uid=http --require ${quoted(bootPath())}`;
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(base)) if (value !== undefined) env[name] = value;
  const given = env.NODE_OPTIONS?.trim();
  env.NODE_OPTIONS = given ? `${given} ${options}` : options;
  env[BOOT_VARIABLE] = JSON.stringify({ fifo, options, serverPid: process.pid, launchers: LAUNCHERS });
  return env;
}

/**
 * Where `boot.cjs` lies: in a folder beside this file in the sources, and beside the bundled chunks in the distribution.
 *
 * @throws Error when the distribution was built without it
 */
export function bootPath(): string {
  const path = fileURLToPath(new URL('./in-debuggee/boot.cjs', import.meta.url));
  if (!existsSync(path)) throw new Error(`The bootloader is missing: ${path}. Build again: npm run build`);
  return path;
}

/** As NODE_OPTIONS is split: at spaces outside of double quotes, with backslash escapes inside of them. */
function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&')}"`;
}
