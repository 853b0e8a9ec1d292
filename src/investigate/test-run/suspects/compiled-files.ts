import { sourceOf } from '../../trace/own-source.ts';
import type { CodePart } from './code-parts.ts';

/** Files that never run as they are written. */
const COMPILED = /\.(?:[cm]?tsx?|jsx|vue|svelte)$/;

/**
 * The files of which lines are known to be those of the compiled text: its source map was lost, and most of its functions are not where
 * they are said to be. Their lines would name other statements.
 *
 * @param folder Absolute; where own code lies.
 */
export function unmappedFiles(parts: readonly CodePart[], folder: string): Set<string> {
  const functions = new Map<string, Set<string>>();
  for (const { path, within } of parts) {
    if (COMPILED.test(path)) functions.set(path, (functions.get(path) ?? new Set()).add(within));
  }
  return new Set([...functions].flatMap(([path, all]) => (isMapped(path, all, folder) ? [] : [path])));
}

function isMapped(path: string, functions: ReadonlySet<string>, folder: string): boolean {
  const source = sourceOf(path, [folder]);
  const verdicts = [...functions].flatMap((each) => {
    const [, line = '', name = ''] = /^(\d+):.*?([\w$]+)$/.exec(each) ?? [];
    return name === '' ? [] : [source[Number(line) - 1]?.includes(name) ?? false];
  });
  return verdicts.filter((isThere) => isThere).length * 2 >= verdicts.length;
}
