import { basename, extname, relative, sep } from 'node:path';
import { statOf } from '../../../files/read-file.ts';
import { folderAbove } from '../scripts/generated-files.ts';
import type { ProgramFiles } from '../scripts/program-files.ts';
import type { Script, ScriptTable } from '../scripts/script-table.ts';

/** Files of the same name that a phrase lists at most. */
const MAX_NAMED = 2;

/**
 * The likeliest reason why a program that has ended never loaded a file, as a phrase, by what it loaded instead.
 *
 * @param path Absolute.
 * @param loaded All scripts of the program.
 */
export function whyNeverLoaded(
  path: string,
  loaded: readonly Script[],
  scripts: ScriptTable,
  program: ProgramFiles,
): string {
  const ofPackage = loaded.filter((script) => folderAbove(script.path) === folderAbove(path));
  const hint =
    compiledWithoutMap(path, ofPackage, scripts) ??
    sameNameElsewhere(path, loaded, scripts) ??
    compiledWithoutMap(path, loaded, scripts) ??
    staleOutput(path, program) ??
    outsideOf(path, loaded);
  return `its file was not loaded${hint === undefined ? '' : `: ${hint}`}`;
}

/**
 * Warns that the lines of a compiled script may differ from the present source: the source was saved after the script. Undefined
 * if it was not, or if the script is not a file.
 */
export function staleWarning(source: string, script: Pick<Script, 'path'>): string | undefined {
  if (source === script.path) return undefined;
  const saved = savedAtMs(source);
  const compiled = savedAtMs(script.path);
  if (saved === undefined || compiled === undefined || saved <= compiled) return undefined;
  return `${basename(source)} was changed after ${basename(script.path)} was compiled from it: lines may have shifted; compile it again`;
}

function sameNameElsewhere(path: string, loaded: readonly Script[], scripts: ScriptTable): string | undefined {
  const name = basename(path);
  const sourcesOf = (script: Script) =>
    scripts.mayHaveSource(script, name) ? (scripts.mapOf(script)?.sources ?? []) : [];
  const files = loaded.flatMap((script) => [script.path, ...sourcesOf(script)]);
  const others = [...new Set(files)].filter((file) => basename(file) === name && file !== path);
  if (others.length === 0) return undefined;
  const more = others.length > MAX_NAMED ? ` and ${others.length - MAX_NAMED} more` : '';
  return `${others.slice(0, MAX_NAMED).join(', ')}${more} of the same name was`;
}

/** A script of a source's name, without a map that would lead back to it. */
function compiledWithoutMap(path: string, loaded: readonly Script[], scripts: ScriptTable): string | undefined {
  if (/^\.[cm]?js$/.test(extname(path))) return undefined;
  const stem = stemOf(path);
  const other = loaded.find((script) => stemOf(script.path) === stem && scripts.mapOf(script) === undefined);
  return (
    other && `${other.path} was, which has no source map; compile it with source maps, or set the breakpoint there`
  );
}

/** Output that exists but was not loaded. */
function staleOutput(path: string, program: ProgramFiles): string | undefined {
  const [output] = program.generatedFrom(path);
  return output && `nor was ${output.path}, which is compiled from it`;
}

function outsideOf(path: string, loaded: readonly Script[]): string | undefined {
  const folder = folderAbove(path);
  if (loaded.length === 0 || loaded.some((script) => isBelow(folder, script.path))) return undefined;
  return `nothing below ${folder} was`;
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !way.startsWith(sep);
}

function stemOf(path: string): string {
  return basename(path, extname(path));
}

function savedAtMs(path: string): number | undefined {
  return statOf(path)?.mtimeMs;
}
