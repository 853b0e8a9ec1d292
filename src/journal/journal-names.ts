import { basename, dirname, extname, join } from 'node:path';

/** Path of the journal below the working directory of its server. */
export const DEFAULT_JOURNAL = join('logs', 'debug-mcp-server.log');

/**
 * The name under which a full journal is kept: `debug-mcp-server.20250106T161500123Z-4711.log`. Names sort by age, and no two servers
 * ever choose the same one, so that a rename can overwrite nothing.
 */
export function rotatedName(path: string, date: Date, pid: number): string {
  const stamp = date.toISOString().replace(/[-:.]/g, '');
  const extension = extname(path);
  return join(dirname(path), `${basename(path, extension)}.${stamp}-${pid}${extension}`);
}

/** The earlier parts of a journal among a folder's files, oldest first, as paths. */
export function rotatedOf(path: string, namesInFolder: readonly string[]): string[] {
  const extension = extname(path);
  const start = `${basename(path, extension)}.`;
  return namesInFolder
    .filter(
      (name) =>
        name.startsWith(start) &&
        name.endsWith(extension) &&
        /^\d{8}T\d{9}Z-\d+$/.test(name.slice(start.length, name.length - extension.length)),
    )
    .sort()
    .map((name) => join(dirname(path), name));
}
