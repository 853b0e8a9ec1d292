import { findCommand } from '../../../../../process/find-command.ts';

/** A native debugger by which debugpy gets into a process. */
export interface FoundDebugger {
  readonly name: 'gdb' | 'lldb';
  /** Absolute. */
  readonly path: string;
}

/**
 * The debuggers that would do on this system, in the order of debugpy's preference. Windows needs none: debugpy brings its own.
 */
export function usableNames(platform: string = process.platform): readonly FoundDebugger['name'][] {
  if (platform === 'win32') return [];
  return platform === 'darwin' ? ['lldb'] : ['gdb', 'lldb'];
}

/** The installed ones of these debuggers. */
export function nativeDebuggers(env: Readonly<Record<string, string | undefined>> = process.env): FoundDebugger[] {
  return usableNames().flatMap((name) => {
    const path = findCommand(name, { cwd: '/', env });
    return path === undefined ? [] : [{ name, path }];
  });
}
