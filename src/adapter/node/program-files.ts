import { extname } from 'node:path';
import { sourceMapUrlIn } from '../../sourcemap/read-map.ts';
import { findGeneratedFiles, type GeneratedFile } from './generated-files.ts';
import { readSource } from './source-structure.ts';

/** What the adapter knows of a program's files before it runs. */
export interface ProgramFiles {
  /** Folder of the program, absolute. */
  readonly root: string;
  /** Whether a file may be compiled as it is loaded. */
  isTransformed(path: string): boolean;
  /** Files on disk that were compiled from a file. */
  generatedFrom(path: string): readonly GeneratedFile[];
}

/**
 * The files of a program that is started in a folder.
 *
 * @param main The script that is run, where it is known. JavaScript is looked for in generated files only when this one is generated.
 * @param compilesAll Whether also JavaScript may be compiled as it is loaded: a test runner does that, a plain `node` not.
 */
export function programFiles(root: string, compilesAll: boolean, main?: string): ProgramFiles {
  const generated = new Map<string, readonly GeneratedFile[]>();
  // Read once, and only if a breakpoint asks.
  let isMainGenerated: boolean | undefined;
  return {
    root,
    isTransformed: (path) => compilesAll || !isJavaScript(path),
    generatedFrom: (path) => {
      isMainGenerated ??= isGenerated(main);
      if (isJavaScript(path) && !isMainGenerated) return [];
      const known = generated.get(path) ?? findGeneratedFiles(root, path);
      generated.set(path, known);
      return known;
    },
  };
}

function isJavaScript(path: string): boolean {
  return ['.js', '.mjs', '.cjs'].includes(extname(path));
}

function isGenerated(path: string | undefined): boolean {
  const source = path === undefined ? undefined : readSource(path);
  return source !== undefined && sourceMapUrlIn(source) !== undefined;
}
