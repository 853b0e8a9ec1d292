import type { GeneratedPosition } from '../../../sourcemap/source-map.ts';
import { declaredNames } from './declared-names.ts';
import { nodesAround } from './source-structure.ts';

/** What every function or module has, and nobody has to be reminded of. */
const GIVEN = new Set(['this', 'arguments', 'exports', 'require', 'module', '__filename', '__dirname']);

/** The variables that code at a place can name, innermost first, each once; empty for a text that is not JavaScript. */
export function namesInScope(source: string, { lineNumber, columnNumber }: GeneratedPosition): string[] {
  const nodes = nodesAround(source, lineNumber + 1, columnNumber)?.nodes ?? [];
  const names = [...nodes].reverse().flatMap((node) => [...declaredNames(node)]);
  return [...new Set(names)].filter((name) => !GIVEN.has(name));
}
