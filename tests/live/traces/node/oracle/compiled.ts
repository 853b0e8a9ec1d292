import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';
import { type CorpusProgram, type ProgramOptions, programOf } from './corpus-run.ts';
import type { ProgramFile } from './rewrite.ts';

const TSC = fileURLToPath(new URL('../../../../../node_modules/.bin/tsc', import.meta.url));

/** The compiler that makes JavaScript of TypeScript. */
export type Compiler = 'by tsc' | 'by esbuild' | 'as a bundle';

/** A program in TypeScript, its main file first, that runs as what a compiler makes of it, with maps. */
export function compiled(
  name: string,
  compiler: Compiler,
  sources: Readonly<Record<string, string>>,
  options: ProgramOptions = {},
): CorpusProgram {
  const folder = temporaryFolder('compiled-');
  try {
    for (const [file, text] of Object.entries(sources)) writeFileSync(join(folder, file), text);
    const names = Object.keys(sources);
    if (compiler === 'by tsc') compileByTsc(folder, names);
    else compileByEsbuild(folder, names, compiler === 'as a bundle');
    const built = compiler === 'as a bundle' ? names.slice(0, 1) : names;
    const files = built.map((each) => ({ ...mapped(folder, each.replace(/\.ts$/, '.js')), sources }));
    return programOf(`${name}, ${compiler}`, files, options);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compileByTsc(folder: string, names: readonly string[]): void {
  const how = ['--target', 'es2022', '--module', 'commonjs', '--inlineSourceMap', '--skipLibCheck', '--types', ''];
  try {
    execFileSync(TSC, [...how, '--ignoreConfig', ...names], { cwd: folder, stdio: 'pipe' });
  } catch (error) {
    // It writes what it can, whatever it finds wrong with types; without a file, reading it fails.
    if (!(error instanceof Error)) throw error;
  }
}

function compileByEsbuild(folder: string, names: readonly string[], bundle: boolean): void {
  buildSync({
    absWorkingDir: folder,
    entryPoints: bundle ? names.slice(0, 1) : [...names],
    bundle,
    outdir: folder,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    sourcemap: 'inline',
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: true } },
  });
}

/** The compiled file, with written lines by its map as Node reads it. */
function mapped(folder: string, name: string): ProgramFile {
  const text = readFileSync(join(folder, name), 'utf8');
  const encoded = text.slice(text.lastIndexOf('base64,') + 7).trim();
  const map = new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString()));
  const lineOf = (line: number, column: number) => {
    const entry = map.findEntry(line - 1, column);
    return 'originalLine' in entry ? entry.originalLine + 1 : 0;
  };
  return { name, text, isModule: false, written: name.replace(/\.js$/, '.ts'), lineOf };
}
