import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DebugError } from '../../../../model/debug-error.ts';
import { findCommand } from '../../../../process/find-command.ts';
import type { PythonInterpreter } from '../interpreter/find-interpreter.ts';
import { debugpyIn, interpreterFacts } from '../interpreter/interpreter-facts.ts';
import { copiesFolder, type DebugpyCopy } from './debugpy-copy.ts';

/** A wheel of 4 MB over a slow line. */
const INSTALL_TIMEOUT_MS = 300_000;

/** A command that puts debugpy for an interpreter into a folder. */
interface Installer {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * Installs a private copy of debugpy for an interpreter below the user's cache folder. Nothing of the interpreter's own
 * environment is changed. A copy is filled beside its place and moved there whole, so that a debugger that starts meanwhile finds
 * all of it or nothing.
 *
 * @param requirement What pip is to install: `debugpy`, or `debugpy==1.8.14`.
 * @throws DebugError `launch_failed` when no installer is there or none of them succeeds, with what the last one wrote
 */
export async function installDebugpy(interpreter: PythonInterpreter, requirement = 'debugpy'): Promise<DebugpyCopy> {
  const facts = await interpreterFacts(interpreter.path);
  const copies = copiesFolder(facts);
  mkdirSync(copies, { recursive: true });
  const filling = mkdtempSync(join(copies, '.filling-'));
  try {
    await fill(filling, interpreter, requirement);
    const version = debugpyIn(filling);
    if (version === undefined) throw failed(interpreter, 'the installer left no debugpy behind');
    const pythonPath = join(copies, version);
    place(filling, pythonPath);
    return { pythonPath, version };
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

async function fill(folder: string, interpreter: PythonInterpreter, requirement: string): Promise<void> {
  let said = 'neither its own pip nor uv nor the pip of another Python was found';
  for (const { command, args } of installers(folder, interpreter, requirement)) {
    const outcome = await run(command, args);
    if (outcome.succeeded) return;
    said = outcome.said;
  }
  throw failed(interpreter, said);
}

/** The interpreter's own pip knows best which file fits. Without it, another one can be given what it would need to know. */
function installers(target: string, { path, version }: PythonInterpreter, requirement: string): Installer[] {
  const lookup = { cwd: tmpdir(), env: process.env };
  const minor = version.split('.').slice(0, 2).join('.');
  // Without its dependencies (it has none), and only ready-made files: building it takes a compiler.
  const common = ['--target', target, '--no-deps', '--only-binary', ':all:', requirement];
  const pip = ['-m', 'pip', 'install', '--no-input', '--disable-pip-version-check', '--quiet', ...common];
  const uv = findCommand('uv', lookup);
  const others = ['python3', 'python'].flatMap((name) => findCommand(name, lookup) ?? []);
  return [
    { command: path, args: pip },
    ...(uv === undefined ? [] : [{ command: uv, args: ['pip', 'install', '--quiet', '--python', path, ...common] }]),
    ...others.map((command) => ({ command, args: [...pip, '--python-version', minor, '--implementation', 'cp'] })),
  ];
}

/** What the user's settings say of other installations (`user = true`, a virtual environment required) must not apply. */
const PIP_ENVIRONMENT = { PIP_USER: '0', PIP_REQUIRE_VIRTUALENV: '0', PYTHONDONTWRITEBYTECODE: '1' };

function run(command: string, args: readonly string[]): Promise<{ succeeded: boolean; said: string }> {
  return new Promise((resolve) => {
    const options = {
      // Not the caller's folder: a pip.py or debugpy there is not what is meant.
      cwd: tmpdir(),
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
