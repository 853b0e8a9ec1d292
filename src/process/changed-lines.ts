import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const TIMEOUT_MS = 2_000;
const MAX_BYTES = 20_000_000;
/** The user's configuration of git must not run commands, nor change the form of the answer. */
const SETTINGS = ['-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false'];
const DIFF = [
  'diff',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--no-renames',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

/** Lines that differ from the last commit. */
export interface ChangedLines {
  has(path: string, line: number): boolean;
}

/**
 * The lines below a folder that differ from the last commit of its git repository, staged or not, and all lines of files that were never
 * added. Undefined where there is no repository, no commit or no git, or where it takes too long.
 */
export async function changedLines(folder: string, signal?: AbortSignal): Promise<ChangedLines | undefined> {
  const git = async (...args: readonly string[]) => {
    const options = { cwd: folder, timeout: TIMEOUT_MS, maxBuffer: MAX_BYTES, signal };
    // It would refresh its index, and take a lock that another command waits for.
    const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0' };
    const { stdout } = await promisify(execFile)('git', [...SETTINGS, ...args], { ...options, env });
    return stdout;
  };
  try {
    const root = (await git('rev-parse', '--show-toplevel')).trimEnd();
    const [diff, added] = await Promise.all([
      git(...DIFF, '--unified=0', 'HEAD', '--', '.'),
      git('ls-files', '--others', '--exclude-standard', '-z'),
    ]);
    const changed = linesOfDiff(diff, root);
    const whole = new Set(added.split('\0').map((name) => join(folder, name)));
    return { has: (path, line) => whole.has(path) || (changed.get(path)?.has(line) ?? false) };
  } catch {
    return undefined;
  }
}

/**
 * The lines of each file that a diff without context adds. @param root Absolute; the folder that the diff's paths are relative
 * to.
 */
function linesOfDiff(diff: string, root: string): Map<string, Set<number>> {
  const files = new Map<string, Set<number>>();
  let lines = new Set<number>();
  /** Lines of a hunk that may look like anything. */
  let left = 0;
  for (const text of diff.split('\n')) {
    if (left > 0) {
      left--;
      continue;
    }
    const [, path] = /^\+\+\+ b\/(.*?)\t?$/.exec(text) ?? [];
    if (path !== undefined) {
      lines = new Set();
      files.set(join(root, path), lines);
    }
    const [, removed = '1', from, count = '1'] = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(text) ?? [];
    if (from === undefined) continue;
    left = Number(removed) + Number(count);
    for (let at = 0; at < Number(count); at++) lines.add(Number(from) + at);
  }
  return files;
}
