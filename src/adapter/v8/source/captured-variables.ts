import { declaredNames } from './declared-names.ts';
import { type AnyNode, isFunction, referencedName, walk } from './syntax-tree.ts';

/** True if a node runs as a function of its own, or is the program. */
export function isOwner(node: AnyNode): boolean {
  return (
    isFunction(node) || node.type === 'Program' || node.type === 'StaticBlock' || node.type === 'PropertyDefinition'
  );
}

/** The names of a scope, per tree: those of a whole program take a walk through it. */
const namesOfScope = new WeakMap<AnyNode, ReadonlySet<string>>();

/** The innermost of the nodes that declares the name. */
export function resolve(name: string, ancestors: readonly AnyNode[]): AnyNode | undefined {
  return ancestors.findLast((node) => {
    const names = namesOfScope.get(node) ?? declaredNames(node);
    namesOfScope.set(node, names);
    return names.has(name);
  });
}

/** True when a function inside the scope refers to the scope's variable: V8 keeps it for inner functions then, and no other one. */
export function isCaptured(name: string, scope: AnyNode): boolean {
  let captured = false;
  walk(scope, (node, ancestors) => {
    if (captured) return 'skip';
    const inside = ancestors.slice(1);
    if (referencedName(node, ancestors.at(-1)) !== name || !inside.some(isOwner)) return undefined;
    captured = resolve(name, inside) === undefined;
    return undefined;
  });
  return captured;
}
