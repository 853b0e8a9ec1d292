import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PythonVersion } from './python-versions.ts';
import { pythonWith } from './pythons.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A virtual environment of a Python with nothing but the newest debugpy. Dispose of it. */
export function environmentWithDebugpy({ minor, path }: PythonVersion): Disposable & { readonly python: string } {
  const folder = temporaryFolder('environment-');
  const packages = join(folder, 'lib', `python3.${minor}`, 'site-packages');
  mkdirSync(packages, { recursive: true });
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'pyvenv.cfg'), `home = ${dirname(path)}\ninclude-system-site-packages = false\n`);
  const python = join(folder, 'bin', 'python');
  symlinkSync(path, python);
  const installed = join(dirname(dirname(pythonWith('newest'))), 'lib');
  const [version = ''] = readdirSync(installed);
  symlinkSync(join(installed, version, 'site-packages', 'debugpy'), join(packages, 'debugpy'));
  return { python, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
