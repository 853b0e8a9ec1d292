import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readText, statOf } from '../../../../files/read-file.ts';
import { DebugError } from '../../../../model/debug-error.ts';
import { debuggeeText } from '../debuggee-files.ts';
import { shimFailure } from './pyenv.ts';

/** Starting Python takes 10 to 100 ms; a shim or a network folder may need a second. What takes longer waits for something. */
const ASK_TIMEOUT_MS = 5_000;

/** Version and packages of an interpreter, asked once for each state of its file. */
export interface InterpreterFacts {
  /** `3.11.7`. */
  readonly version: string;
  /** The kind of compiled modules that fit: `python3.11`, `python3.13t` (free-threaded), `pypy3.10`. */
  readonly tag: string;
  /** The debugpy that the interpreter imports by itself. */
  readonly debugpy: InstalledDebugpy | undefined;
}

/** A debugpy in a folder of packages. */
export interface InstalledDebugpy {
  /** `1.8.14`. */
  readonly version: string;
  /** The folder in which the package lies. */
  readonly packages: string;
}

/** The environment that an interpreter will run in; only PYTHONPATH matters here. */
type Environment = Readonly<Record<string, string | undefined>>;

const answers = new Map<string, Promise<InterpreterFacts>>();

/**
 * Facts of an interpreter, read from its virtual environment where that is enough and asked from itself otherwise, once for
 * each state of its file.
 *
 * @param path Absolute.
 * @throws DebugError `launch_failed` when it is no Python, or does not answer within 5 s
 */
export async function interpreterFacts(path: string, env: Environment = process.env): Promise<InterpreterFacts> {
  return factsOfEnvironment(path) ?? askInterpreter(path, env, 'once');
}

/**
 * Facts of an interpreter from itself: one start of it, in its own folder, so that no module of the program's folder is taken
 * for one of Python's.
 *
 * @param how `again`: something may have been installed since.
 * @throws DebugError as {@link interpreterFacts}
 */
export function askInterpreter(path: string, env: Environment, how: 'once' | 'again'): Promise<InterpreterFacts> {
  const modified = statOf(path)?.mtimeMs ?? 0;
  const key = [path, modified, env.PYTHONPATH].join('\0');
  const known = how === 'once' ? answers.get(key) : undefined;
  if (known) return known;
  const answer = ask(path, env);
  answers.set(key, answer);
  answer.catch(() => answers.delete(key));
  return answer;
}

function ask(path: string, env: Environment): Promise<InterpreterFacts> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd: dirname(path),
      env: { ...env, PYTHONIOENCODING: 'utf-8', PYTHONDONTWRITEBYTECODE: '1' },
      timeout: ASK_TIMEOUT_MS,
      killSignal: 'SIGKILL',
      windowsHide: true,
    } as const;
    const child = execFile(path, ['-c', debuggeeText('interpreter_facts.py')], options, (error, stdout, stderr) => {
      const [, version, tag, origin] = /<<interpreter>>([\d.]+)\|([\w.]+)\|(.*)/.exec(stdout) ?? [];
      if (version === undefined || tag === undefined) reject(notPython(path, error, stdout + stderr));
      else resolve({ version, tag, debugpy: origin ? installedIn(dirname(dirname(origin.trim()))) : undefined });
    });
    child.stdin?.end();
  });
}

function notPython(path: string, error: { killed?: boolean; message: string } | null, output: string): DebugError {
  const shim = shimFailure(output);
  if (shim) {
    const [version] = shim.versions;
    const install = version === undefined ? 'Install that version' : `Choose one that has it (pyenv local ${version})`;
    return new DebugError(
      'launch_failed',
      `"${path}" is a shim of pyenv and leads to no Python here: ${shim.reason}.`,
      {
        advice: `${install}, or pass the path of a Python 3 as runtimeExecutable.`,
        details: { program: path },
        cause: error ?? undefined,
      },
    );
  }
  const said = output.trim().split('\n').at(-1)?.slice(0, 200);
  const why = error?.killed
    ? `it did not answer within ${ASK_TIMEOUT_MS / 1_000} s`
    : said
      ? `asked for its version it wrote: ${said}`
      : 'it does not answer like one';
  return new DebugError('launch_failed', `"${path}" is not a Python interpreter: ${why}.`, {
    advice:
      'Pass the path of a Python 3 as runtimeExecutable (python3 -c "import sys; print(sys.executable)" prints it).',
    details: { program: path },
    cause: error ?? undefined,
  });
}

/**
 * Reads the facts from a virtual environment's own files, without a start of Python; undefined if they do not say enough: the
 * environment may see packages of the system.
 */
function factsOfEnvironment(path: string): InterpreterFacts | undefined {
  const home = dirname(dirname(path));
  const settings = settingsOf(join(home, 'pyvenv.cfg'));
  const version = /^\d+\.\d+\.\d+/.exec(settings.get('version') ?? settings.get('version_info') ?? '')?.[0];
  const folder = version === undefined ? undefined : libraryOf(home, version);
  if (version === undefined || folder === undefined) return undefined;
  const debugpy = debugpyIn(folder.sitePackages);
  if (debugpy === undefined && settings.get('include-system-site-packages') !== 'false') return undefined;
  return { version, tag: folder.tag, debugpy };
}

function settingsOf(file: string): Map<string, string> {
  const lines = readText(file)?.split('\n') ?? [];
  return new Map(lines.map((line) => [line.split('=')[0]?.trim() ?? '', line.slice(line.indexOf('=') + 1).trim()]));
}

function libraryOf(home: string, version: string): { tag: string; sitePackages: string } | undefined {
  const minor = version.split('.').slice(0, 2).join('.');
  const found = namesIn(join(home, 'lib')).find((name) => /^(python|pypy)[\d.]+t?$/.test(name) && name.includes(minor));
  if (found) return { tag: found, sitePackages: join(home, 'lib', found, 'site-packages') };
  if (process.platform !== 'win32') return undefined;
  return { tag: `python${minor}`, sitePackages: join(home, 'Lib', 'site-packages') };
}

/** The debugpy in a folder of packages, or undefined when there is none. */
export function debugpyIn(packages: string): InstalledDebugpy | undefined {
  return readText(join(packages, 'debugpy', '__init__.py')) === undefined ? undefined : installedIn(packages);
}

function installedIn(packages: string): InstalledDebugpy {
  return { version: versionAt(packages), packages };
}

/** An installation that was not made by pip has no `dist-info`. */
function versionAt(sitePackages: string): string {
  const info = namesIn(sitePackages).find((name) => /^debugpy-[^-]+\.dist-info$/.test(name));
  if (info) return info.slice('debugpy-'.length, -'.dist-info'.length);
  const text = readText(join(sitePackages, 'debugpy', '_version.py')) ?? '';
  return /"version": "([\w.]+)"/.exec(text)?.[1] ?? 'of unknown version';
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
