import { basename, dirname, join } from 'node:path';
import { readText, statOf } from '../../../files/read-file.ts';

/** The folders of a project into which compilers write. Hidden folders count always. */
export interface OutputFolders {
  /** Absolute. */
  readonly root: string;
  readonly names: readonly string[];
}

/** The usual names of compilers' and bundlers' output folders. */
const USUAL_NAMES = ['dist', 'build', 'out', 'lib', 'output', 'compiled', 'esm', 'cjs'] as const;
const CONFIGURATIONS = ['tsconfig.json', 'tsconfig.build.json', '.swcrc', 'package.json'] as const;
const MAX_CONFIGURATION_BYTES = 100_000;
const OUT_DIR = /"(?:outDir|out-dir)"\s*:\s*"([^"\\]+)"/g;

/** The places for compiled files in a project's folder. */
export function outputFoldersIn(root: string): OutputFolders {
  const configured = CONFIGURATIONS.flatMap((name) => {
    const text = readText(join(root, name), MAX_CONFIGURATION_BYTES) ?? '';
    return [...text.matchAll(OUT_DIR)].map(([, folder = '']) => basename(folder));
  });
  // One that compiles beside its sources names no folder.
  const names = configured.filter((name) => /[^.]/.test(name));
  return { root, names: [...new Set([...USUAL_NAMES, ...names])] };
}

/** Changes when one of the folders is made, or one of them or that of the source gets or loses a file. */
export function stampOf(source: string, outputs: readonly OutputFolders[]): string {
  const folders = outputs.flatMap(({ root, names }) => names.map((name) => join(root, name)));
  return [dirname(source), ...folders].map((folder) => statOf(folder)?.mtimeMs ?? 0).join();
}
