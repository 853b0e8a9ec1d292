import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { DebugError } from '../../../../model/debug-error.ts';
import { findCommand } from '../../../../process/find-command.ts';
import { makeOwnFolder } from '../../../../storage/own-files.ts';
import type { PythonInterpreter } from '../interpreter/find-interpreter.ts';
import { debugpyIn, interpreterFacts } from '../interpreter/interpreter-facts.ts';
import { cacheFolder } from './cache-folder.ts';
import { copiesFolder, type DebugpyCopy } from './debugpy-copy.ts';
import { pinnedDebugpy } from './pinned-debugpy.ts';

/** A wheel of 4 MB over a slow line. */
const INSTALL_TIMEOUT_MS = 300_000;

/** A command that puts debugpy for an interpreter into a folder. */
interface Installer {
  readonly command: string;
  readonly args: readonly string[];
}

/** The folders of one installation: where debugpy goes, and where the installer works. */
interface Places {
  readonly target: string;
  /** Ours alone, with nothing in it but the requirement. */
  readonly work: string;
}

/**
 * Installs a private copy of debugpy for an interpreter below the user's cache folder. Nothing of the interpreter's own
 * environment is changed. A copy is filled beside its place and moved there whole, so that a debugger that starts meanwhile finds
 * all of it or nothing.
 *
 * @param requirement Lines of a requirements file; left out, the version that belongs to this Python, by its hashes.
 * @throws DebugError `launch_failed` when no installer is there or none of them succeeds, with what the last one wrote
 */
export async function installDebugpy(interpreter: PythonInterpreter, requirement?: string): Promise<DebugpyCopy> {
  const facts = await interpreterFacts(interpreter.path);
  const copies = copiesFolder(facts);
  makeOwnFolder(cacheFolder(), copies);
  const filling = mkdtempSync(join(copies, '.filling-'));
  const places: Places = { target: join(filling, 'packages'), work: join(filling, 'work') };
  try {
    for (const folder of [places.target, places.work]) mkdirSync(folder);
    await fill(places, interpreter, requirement ?? pinnedDebugpy(interpreter.version));
    const installed = debugpyIn(places.target);
    if (installed === undefined) throw failed(interpreter, 'the installer left no debugpy behind');
    const pythonPath = join(copies, installed.version);
    place(places.target, pythonPath);
    return { pythonPath, version: installed.version, packages: pythonPath };
  } finally {
    rmSync(filling, { recursive: true, force: true });
  }
}

/** A folder of this version that is there already is complete: it came by the same rename. */
function place(filled: string, target: string): void {
  try {
    renameSync(filled, target);
  } catch (error) {
    if (!existsSync(join(target, 'debugpy'))) throw error;
  }
}

async function fill(places: Places, interpreter: PythonInterpreter, requirement: string): Promise<void> {
  const file = join(places.work, 'requirement.txt');
  writeFileSync(file, `${requirement}\n`);
  let said = 'neither its own pip nor uv nor the pip of another Python was found';
  for (const installer of installers(places.target, interpreter, file)) {
    const outcome = await run(installer, places.work);
    if (outcome.succeeded) return;
    said = outcome.said;
  }
  throw failed(interpreter, said);
}

/** The interpreter's own pip knows best which file fits. Without it, another one can be given what it would need to know. */
function installers(target: string, { path, version }: PythonInterpreter, requirement: string): Installer[] {
  // A relative folder on the PATH would be one of whatever folder this runs in.
  const folders = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute);
  const lookup = { cwd: target, env: { ...process.env, PATH: folders.join(delimiter) } };
  const minor = version.split('.').slice(0, 2).join('.');
  // Without its dependencies (it has none), and only ready-made files: building it takes a compiler, and runs its code.
  const common = ['--target', target, '--no-deps', '--only-binary', ':all:', '-r', requirement];
  // -I: no module of a working folder, of PYTHONPATH or of the user's own packages is taken for pip or one of Python's.
  const pip = ['-I', '-m', 'pip', 'install', '--no-input', '--disable-pip-version-check', '--quiet', ...common];
  const uv = findCommand('uv', lookup);
  const uvArgs = ['pip', 'install', '--quiet', '--no-config', '--python', path, ...common];
  const others = ['python3', 'python'].flatMap((name) => findCommand(name, lookup) ?? []);
  return [
    { command: path, args: pip },
    ...(uv === undefined ? [] : [{ command: uv, args: uvArgs }]),
    ...others.map((command) => ({ command, args: [...pip, '--python-version', minor, '--implementation', 'cp'] })),
  ];
}

/** Variables that overrule the user's settings for other installations (`user = true`, a virtual environment required). */
const PIP_ENVIRONMENT = { PIP_USER: '0', PIP_REQUIRE_VIRTUALENV: '0', PYTHONDONTWRITEBYTECODE: '1' };

/** @param cwd A folder of ours: a pip.py, debugpy or uv.toml of the caller's folder is not what is meant. */
function run({ command, args }: Installer, cwd: string): Promise<{ succeeded: boolean; said: string }> {
  return new Promise((resolve) => {
    const options = {
      cwd,
      env: { ...process.env, ...PIP_ENVIRONMENT },
      timeout: INSTALL_TIMEOUT_MS,
      windowsHide: true,
    };
    const child = execFile(command, [...args], options, (error, stdout, stderr) => {
      // Its last line is the verdict; the lines before list every version that there is.
      const said = (stderr || stdout).trim().split('\n').at(-1)?.slice(0, 300);
      resolve({ succeeded: error === null, said: said || (error?.message ?? '') });
    });
    child.stdin?.end();
  });
}

function failed({ path, version }: PythonInterpreter, why: string): DebugError {
  return new DebugError('launch_failed', `debugpy could not be installed for Python ${version} (${path}): ${why}`, {
    advice: `Install it by hand: "${path}" -m pip install debugpy. Without a pip, install one (python3-pip) or uv first.`,
    details: { program: path },
  });
}
