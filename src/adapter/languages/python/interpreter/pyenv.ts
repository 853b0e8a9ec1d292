import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { foldersUpward } from '../../../../files/folders-upward.ts';
import { readText } from '../../../../files/read-file.ts';

const MAX_VERSION_BYTES = 100_000;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The interpreter that pyenv would run, found without running it: its shims are shell scripts that cost more than Python's
 * start. Undefined when pyenv is not there, or has nothing to say.
 *
 * @param from Absolute folder of the program: `.python-version` is looked for from there upward.
 * @param asked `local`: only what is set for this folder or shell. `any`: also its default, which its shims would run.
 */
export function pyenvInterpreter(from: string, env: Environment, asked: 'local' | 'any'): string | undefined {
  const root = env.PYENV_ROOT ?? join(homedir(), '.pyenv');
  const folder = foldersUpward(from).find((each) => existsSync(join(each, '.python-version')));
  const wanted =
    env.PYENV_VERSION?.split(':') ??
    (folder === undefined ? undefined : versionsIn(join(folder, '.python-version'))) ??
    (asked === 'any' ? versionsIn(join(root, 'version')) : undefined) ??
    [];
  const installed = namesIn(join(root, 'versions'));
  for (const version of wanted) {
    const name = installed.includes(version) ? version : newestOf(version, installed);
    const path = name === undefined ? undefined : join(root, 'versions', name, 'bin', 'python');
    if (path !== undefined && existsSync(path)) return path;
  }
  return undefined;
}

/** True if a path is one of pyenv's shims. */
export function isPyenvShim(path: string): boolean {
  return (
    /[\\/]\.?pyenv[^\\/]*[\\/]shims$/.test(dirname(path)) || existsSync(join(dirname(path), '..', 'libexec', 'pyenv'))
  );
}

/**
 * The error of a pyenv shim that cannot run anything: the reason is the first line of its output, and the versions that have the
 * command stand indented below; advice for a shell follows. Undefined for other output.
 */
export function shimFailure(
  output: string,
): { readonly reason: string; readonly versions: readonly string[] } | undefined {
  const [, reason] = /^pyenv: (.+)$/m.exec(output) ?? [];
  if (reason === undefined) return undefined;
  const [, list = ''] = /exists in these Python versions:\n((?: +\S+\n?)+)/.exec(output) ?? [];
  return { reason: reason.trim(), versions: list.split('\n').flatMap((line) => line.trim() || []) };
}

/** `3.11` means the newest 3.11 that is installed. */
function newestOf(prefix: string, installed: readonly string[]): string | undefined {
  const matching = installed.filter((name) => name.startsWith(`${prefix}.`) && /^[\d.]+$/.test(name));
  return matching.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
}

function versionsIn(file: string): string[] | undefined {
  const words = readText(file, MAX_VERSION_BYTES)?.replace(/#.*/g, '').split(/\s+/);
  return words?.filter((word) => word !== '');
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
