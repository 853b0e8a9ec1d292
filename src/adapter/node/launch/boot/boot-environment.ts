import { pathInDebuggee } from '../../../../files/debuggee-file.ts';

/** The one variable in which the bootloader finds what to do. */
export const BOOT_VARIABLE = 'MCP_DEBUGGER_BOOT';

/** Settings of the environment that preloads the bootloader in a tree's processes. */
export interface BootOptions {
  /** The folder in which the server and the processes meet. */
  readonly folder: string;
  /** The program finds the environment that it would have without us. Left out for a command, which may start others in ways that we do not see. */
  readonly isHidden?: boolean;
  /** The process that is started with it has the flag --inspect-wait, and is to write on stderr where it listens. */
  readonly isFlagged?: boolean;
}

/**
 * The variables with which every Node process below reports itself: `base`'s own NODE_OPTIONS with `--require boot.cjs` behind
 * them.
 *
 * They also keep node's "Debugger listening on" lines out of the stderr of all those processes
 * (`--inspect-publish-uid=http`). To have them in one process, give that one the flag `--inspect-publish-uid=stderr,http`:
 * the command line wins.
 */
export function bootVariables(
  base: Readonly<Record<string, string | undefined>>,
  { folder, isHidden = false, isFlagged = false }: BootOptions,
): Record<string, string> {
  const { load, options } = bootOptions();
  const given = base.NODE_OPTIONS?.trim();
  const own = isFlagged ? load : options;
  return {
    NODE_OPTIONS: given ? `${given} ${own}` : own,
    [BOOT_VARIABLE]: JSON.stringify({ folder, options, load, hidden: isHidden }),
  };
}

/** The option that loads the bootloader, and all that belongs into NODE_OPTIONS with it. */
export function bootOptions(): { readonly load: string; readonly options: string } {
  const load = `--require ${quoted(bootPath())}`;
  return { load, options: `--inspect-publish-uid=http ${load}` };
}

/** The path of `boot.cjs`. @throws Error when the distribution was built without it */
export function bootPath(): string {
  return pathInDebuggee('boot.cjs', import.meta.url);
}

/** As NODE_OPTIONS is split: at spaces outside of double quotes, with backslash escapes inside of them. */
function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&')}"`;
}
