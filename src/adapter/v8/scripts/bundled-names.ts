import type { SourceMap } from '../../../sourcemap/source-map.ts';
import { nodesAround } from '../source/source-structure.ts';
import { type AnyNode, isFunction, walk } from '../source/syntax-tree.ts';

/** Names at the top level of a script that was made of several sources. */
interface BundledNames {
  /** The names that one of the sources declares, in the order of the script. */
  readonly own: ReadonlySet<string>;
  /** The names of the other sources, and those that the bundler added. */
  readonly others: ReadonlySet<string>;
}

/**
 * The variables at the top level of a bundle, by the source that declares them; undefined for a script that is no bundle, or that cannot be
 * read.
 *
 * @param path The source.
 */
export function bundledNames(map: SourceMap, text: string, path: string): BundledNames | undefined {
  const [program] = map.sources.length > 1 ? (nodesAround(text, 1, 0)?.nodes ?? []) : [];
  if (program === undefined) return undefined;
  const own = new Set<string>();
  const others = new Set<string>();
  for (const [name, places] of topLevelPlaces(program)) {
    const from = places.map((node) => sourceOf(node, map)).find((source) => source !== undefined);
    (from === path ? own : others).add(name);
  }
  return own.size === 0 || others.size === 0 ? undefined : { own, others };
}

/**
 * The declarations of the names at the top level, and the assignments to them: a bundler may have put the declaration elsewhere.
 */
function topLevelPlaces(program: AnyNode): ReadonlyMap<string, readonly AnyNode[]> {
  const found = new Map<string, AnyNode[]>();
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator') addNames(node.id, found);
    else if ((node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && node.id)
      addNames(node.id, found);
    return isFunction(node) || node.type === 'ClassDeclaration' || node.type === 'ClassExpression' ? 'skip' : undefined;
  });
  walk(program, (node) => {
    if (node.type === 'AssignmentExpression' && node.left.type === 'Identifier') found.get(node.left.name)?.push(node);
    return undefined;
  });
  return found;
}

function addNames(pattern: AnyNode | null, found: Map<string, AnyNode[]>): void {
  switch (pattern?.type) {
    case 'Identifier':
      found.set(pattern.name, [...(found.get(pattern.name) ?? []), pattern]);
      return;
    case 'ObjectPattern':
      for (const each of pattern.properties) addNames(each.type === 'RestElement' ? each : each.value, found);
      return;
    case 'ArrayPattern':
      for (const each of pattern.elements) addNames(each, found);
      return;
    case 'RestElement':
      addNames(pattern.argument, found);
      return;
    case 'AssignmentPattern':
      addNames(pattern.left, found);
  }
}

function sourceOf(node: AnyNode, map: SourceMap): string | undefined {
  const start = node.loc?.start;
  return start && map.originalOf({ lineNumber: start.line - 1, columnNumber: start.column })?.path;
}
